import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Additional data of a failure, which clients of both APIs get with code and status. */
export type FailureData = Record<string, unknown>;

/**
 * An expected failure. GraphQL returns it as an error with `extensions.code` and `extensions.status`, REST as `{ code, message, data: { status, … } }`
 * (docs/behaviour/core-rest.md 2). Any other error is internal and becomes a plain 500.
 */
export class Failure extends GraphQLError {
  readonly code: string;
  readonly status: number;
  readonly data: FailureData;

  constructor(code: string, status: number, message: string, data: FailureData = {}) {
    // expected failures need no stack trace, and capturing one costs more than the check that failed
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, { extensions: { code, status, ...data } });
    Error.stackTraceLimit = limit;
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Creates a failure for invalid input: 400 unless another status is documented. */
export function invalid(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 400, message, data);
}

/** Creates a 404 failure for something that does not exist. */
export function notFound(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 404, message, data);
}

const cachedRefusals = new LRUCache<string, Failure>({ max: 500 });

/**
 * Creates a failure for a missing permission: 401 without a signed-in user, otherwise 403 (docs/behaviour/core-rest.md 2). Failures without data are
 * cached. Nearly every
 * response checks what else its caller may do (`Allow`), and creating an error costs more than such a check.
 */
export function refused(viewer: { signedIn: boolean }, code: string, message: string, data?: FailureData): Failure {
  const status = viewer.signedIn ? 403 : 401;
  if (data) return new Failure(code, status, message, data);
  const key = `${status} ${code} ${message}`;
  let failure = cachedRefusals.get(key);
  if (!failure) cachedRefusals.set(key, (failure = Object.freeze(new Failure(code, status, message))));
  return failure;
}

/** A refused argument: the message, and its own code if the reference defines one. */
export interface ArgumentRefusal {
  message: string;
  code?: string;
  data?: Record<string, unknown> | null;
}

/** Refused arguments by path: a message, or a refusal with its own code. */
export type ArgumentRefusals = Record<string, ArgumentRefusal | string>;

/**
 * Creates a failure for arguments that violate a rule of the database. Examples: an ID that does not exist, a status that the caller may not request. Keys
 * are paths of the GraphQL field's arguments, such as `filter.venueIds`. The REST engine translates them to parameter names of the route and returns
 * `invalid_arguments` with `params` and `details`.
 */
export function invalidArguments(refusals: ArgumentRefusals): Failure {
  const params: Record<string, string> = {};
  const details: Record<string, { code: string; message: string; data: Record<string, unknown> | null }> = {};
  for (const [path, refusal] of Object.entries(refusals)) {
    const { message, code, data } = typeof refusal === 'string' ? ({ message: refusal } as ArgumentRefusal) : refusal;
    params[path] = message;
    if (code !== undefined) details[path] = { code, message, data: data ?? null };
  }
  return new Failure('invalid_arguments', 400, `Invalid parameter(s): ${Object.keys(params).join(', ')}`, { params, details });
}

/** Throws `invalid_arguments` if there are refusals. */
export function throwIfRefused(refusals: ArgumentRefusals): void {
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
}
