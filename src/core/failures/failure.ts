import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Additional data of a failure. Clients of both APIs get it with the code and the status. */
export type FailureData = Record<string, unknown>;

/**
 * An expected failure. GraphQL returns it as an error with `extensions.code` and `extensions.status`. REST returns it as JSON with the members
 * `code`, `message` and `data`, which contains the status (docs/behaviour/core-rest.md 2). Any other error is internal, and clients get a 500 without
 * details.
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

/** Creates a failure with status 400, for invalid input. */
export function invalid(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 400, message, data);
}

/** Creates a failure with status 404, for something that does not exist. */
export function notFound(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 404, message, data);
}

const cachedRefusals = new LRUCache<string, Failure>({ max: 500 });

/**
 * Creates a failure for a missing permission: 401 without a signed-in user, otherwise 403 (docs/behaviour/core-rest.md 2). Failures without data are
 * cached, because nearly every response checks what else its caller may do (`Allow`), and creating an error costs more than such a check.
 */
export function refused(viewer: { signedIn: boolean }, code: string, message: string, data?: FailureData): Failure {
  const status = viewer.signedIn ? 403 : 401;
  if (data) return new Failure(code, status, message, data);
  const key = `${status} ${code} ${message}`;
  let failure = cachedRefusals.get(key);
  if (!failure) cachedRefusals.set(key, (failure = Object.freeze(new Failure(code, status, message))));
  return failure;
}

/** A refused argument: a message and, if the reference defines one, a code of its own. */
export interface ArgumentRefusal {
  message: string;
  code?: string;
  data?: Record<string, unknown> | null;
}

/** Refused arguments by path: a message, or a refusal with its own code. */
export type ArgumentRefusals = Record<string, ArgumentRefusal | string>;

/**
 * Creates a failure for arguments that their types permit but the service refuses, such as an ID that does not exist or a status that the caller may
 * not request. Keys are paths of arguments of the GraphQL field, such as `filter.venueIds`. The REST engine translates them to parameter names of the
 * route and returns `invalid_arguments` with `params` and `details`.
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
