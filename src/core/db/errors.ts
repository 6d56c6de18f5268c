/** Thrown if the database cannot be used. The message is for the operator who started the process. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Thrown if a writer waited too long for permission to write, although the database responds. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
  constructor() {
    super('Too many concurrent writers: permission to write was not granted in time');
  }
}

interface ErrorLike {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  constraint?: unknown;
  kind?: unknown;
  severity?: unknown;
  syscall?: unknown;
  cause?: unknown;
  originalError?: unknown;
  clientVersion?: unknown;
  originalCode?: unknown;
  originalMessage?: unknown;
  meta?: { driverAdapterError?: unknown };
  errors?: unknown;
}

/** Yields the error and its causes. Prisma nests the driver's error two levels deep. Other errors use `cause`, `errors` or `originalError`. */
function* iterateLayers(error: unknown, depth = 0): Generator<ErrorLike> {
  if (typeof error !== 'object' || error === null || depth > 6) return;
  const layer = error as ErrorLike;
  yield layer;
  yield* iterateLayers(layer.meta?.driverAdapterError, depth + 1);
  yield* iterateLayers(layer.cause, depth + 1);
  yield* iterateLayers(layer.originalError, depth + 1);
  if (Array.isArray(layer.errors)) for (const inner of layer.errors) yield* iterateLayers(inner, depth + 1);
}

const isPrisma = (layer: ErrorLike) => typeof layer.clientVersion === 'string';
const asString = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Returns the SQLSTATE of an error from the driver or from Prisma, or undefined if the error does not come from the database. */
export function getSqlState(error: unknown): string | undefined {
  for (const layer of iterateLayers(error)) {
    if (isPrisma(layer)) continue;
    const code = asString(layer.originalCode) ?? asString(layer.code);
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

const downPrismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);
const downKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const downSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const downStates = /^(08|53|57P0[1-5]|58)|^25006$/;
const downMessages =
  /Connection terminated|connection error and is not queryable|timeout expired|Query read timeout|Cannot use a pool after calling end|Client was closed/;

/** Matches the messages of `DatabaseBusyError`, the pool and the Prisma client when no connection or permission to write became free in time. */
const busyMessages =
  /permission to write was not granted|timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** True if an operation failed because no connection or permission to write was free in time, although the database responds. */
export function isDatabaseBusy(error: unknown): boolean {
  for (const layer of iterateLayers(error)) if (busyMessages.test(asString(layer.message) ?? '')) return true;
  return false;
}

/**
 * True if an operation failed because the database is unavailable: it is unreachable, starting, stopping or read-only, or the connection was lost, or
 * no connection was free in time (`isDatabaseBusy`). The operation may succeed later, so HTTP returns 503 with Retry-After.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (isDatabaseBusy(error)) return true;
  for (const layer of iterateLayers(error)) {
    const code = asString(layer.code);
    if (isPrisma(layer) && code !== undefined && downPrismaCodes.has(code)) return true;
    if (code !== undefined && downSystemCodes.has(code)) return true;
    // the Unix socket of a stopped server
    if (code === 'ENOENT' && layer.syscall === 'connect') return true;
    if (downKinds.has(asString(layer.kind) ?? '')) return true;
    if (layer.severity === 'PANIC' || layer.severity === 'FATAL') return true;
    if (downMessages.test(asString(layer.message) ?? '')) return true;
  }
  return downStates.test(getSqlState(error) ?? '');
}

/** True if a transaction failed because of a concurrent one (serialization failure, deadlock) and may be repeated. */
export function isRetryable(error: unknown): boolean {
  for (const layer of iterateLayers(error)) {
    if (isPrisma(layer) && layer.code === 'P2034') return true;
    if (layer.kind === 'TransactionWriteConflict') return true;
  }
  return ['40001', '40P01'].includes(getSqlState(error) ?? '');
}

/**
 * True if a unique constraint or unique index rejected a row. If `constraint` is given (its name in the database, such as `user_account_login_key`),
 * true only if that one rejected the row. Works for Prisma's operations and raw SQL.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (getSqlState(error) !== '23505') return false;
  if (constraint === undefined) return true;
  for (const layer of iterateLayers(error)) {
    if (layer.constraint === constraint) return true;
    const message = asString(layer.originalMessage) ?? asString(layer.message) ?? '';
    if (message.includes(`unique constraint "${constraint}"`)) return true;
  }
  return false;
}
