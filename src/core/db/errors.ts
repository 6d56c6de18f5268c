/** A database that cannot be used, with a sentence for the person who started the process. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** A writer whose turn did not come in time; the database itself responds. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
  constructor() {
    super('Too many others write: the turn to write did not come in time');
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

/** The error and what it was made from: Prisma hides the driver's words two levels down, others in `cause`, `errors` or `originalError`. */
function* layers(error: unknown, depth = 0): Generator<ErrorLike> {
  if (typeof error !== 'object' || error === null || depth > 6) return;
  const layer = error as ErrorLike;
  yield layer;
  yield* layers(layer.meta?.driverAdapterError, depth + 1);
  yield* layers(layer.cause, depth + 1);
  yield* layers(layer.originalError, depth + 1);
  if (Array.isArray(layer.errors)) for (const inner of layer.errors) yield* layers(inner, depth + 1);
}

const isPrisma = (layer: ErrorLike) => typeof layer.clientVersion === 'string';
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** PostgreSQL's five-character code of an error from the driver or from Prisma; undefined when the database never responded. */
export function sqlState(error: unknown): string | undefined {
  for (const layer of layers(error)) {
    if (isPrisma(layer)) continue;
    const code = text(layer.originalCode) ?? text(layer.code);
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
const downWords =
  /Connection terminated|connection error and is not queryable|timeout expired|Query read timeout|Cannot use a pool after calling end|Client was closed/;

/** The words of the pool and of the Prisma client. */
const busyWords = /the turn to write did not come|timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Whether an operation failed because no connection, or no turn to write, was free in time: others keep them all, while the database responds. */
export function isDatabaseBusy(error: unknown): boolean {
  for (const layer of layers(error)) if (busyWords.test(text(layer.message) ?? '')) return true;
  return false;
}

/**
 * Whether an operation failed because the database is away or has no room: not reachable, connection lost, shutting down, starting up, no free
 * connection in time (`isDatabaseBusy`), read-only after a failover. The same operation may succeed later, so HTTP returns 503 with Retry-After.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (isDatabaseBusy(error)) return true;
  for (const layer of layers(error)) {
    const code = text(layer.code);
    if (isPrisma(layer) && code !== undefined && downPrismaCodes.has(code)) return true;
    if (code !== undefined && downSystemCodes.has(code)) return true;
    // the Unix socket of a server that does not run
    if (code === 'ENOENT' && layer.syscall === 'connect') return true;
    if (downKinds.has(text(layer.kind) ?? '')) return true;
    if (layer.severity === 'PANIC' || layer.severity === 'FATAL') return true;
    if (downWords.test(text(layer.message) ?? '')) return true;
  }
  return downStates.test(sqlState(error) ?? '');
}

/** Whether a whole transaction lost against another one (serialisation failure, deadlock) and may simply be run again. */
export function isRetryable(error: unknown): boolean {
  for (const layer of layers(error)) {
    if (isPrisma(layer) && layer.code === 'P2034') return true;
    if (layer.kind === 'TransactionWriteConflict') return true;
  }
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/**
 * Whether a unique constraint or unique index refused a row; with `constraint` (its name in the database, such as
 * `user_account_login_key`) only that one. The same for Prisma's operations and raw SQL.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  if (constraint === undefined) return true;
  for (const layer of layers(error)) {
    if (layer.constraint === constraint) return true;
    const words = text(layer.originalMessage) ?? text(layer.message) ?? '';
    if (words.includes(`unique constraint "${constraint}"`)) return true;
  }
  return false;
}
