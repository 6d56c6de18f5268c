import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Further facts of a failure, as clients of both APIs see them beside code and status. */
export type FailureData = Record<string, unknown>;

/**
 * An expected refusal. GraphQL shows it as an error with `extensions.code` and `extensions.status`, REST as
 * `{ code, message, data: { status, … } }` (core-rest.md 2). Anything else that is thrown is a fault of ours and returned as a plain 500.
 */
export class Failure extends GraphQLError {
  readonly code: string;
  readonly status: number;
  readonly data: FailureData;

  constructor(code: string, status: number, message: string, data: FailureData = {}) {
    // an expected result, created for every refusal: where it was thrown says nothing, and capturing it costs more than the check
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

/** A failure of the caller's input, 400 unless another status is the documented one. */
export function invalid(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 400, message, data);
}

/** Something that is not there, 404. */
export function notFound(code: string, message: string, data?: FailureData): Failure {
  return new Failure(code, 404, message, data);
}

const known = new LRUCache<string, Failure>({ max: 500 });

/**
 * A permission refusal: 401 when nobody is signed in, 403 when someone is (core-rest.md 2). Without data it is made once for all: nearly every
 * response asks what else its caller may do (`Allow`) and is refused, and making an error costs more than the permission's check.
 */
export function refused(viewer: { signedIn: boolean }, code: string, message: string, data?: FailureData): Failure {
  const status = viewer.signedIn ? 403 : 401;
  if (data) return new Failure(code, status, message, data);
  const key = `${status} ${code} ${message}`;
  let failure = known.get(key);
  if (!failure) known.set(key, (failure = Object.freeze(new Failure(code, status, message))));
  return failure;
}

/** One refused argument: what is wrong with it, and a code of its own where the reference gives one. */
export interface ArgumentRefusal {
  message: string;
  code?: string;
  data?: Record<string, unknown> | null;
}

/**
 * Arguments refused by a rule that needs the database (an id that must exist, a status the caller may not ask for). Keys are paths of the
 * GraphQL field's own arguments, such as `filter.venueIds`; the REST engine translates them to the parameter names of the row and returns
 * `invalid_arguments` with `params` and `details`.
 */
export function invalidArguments(refusals: Record<string, ArgumentRefusal | string>): Failure {
  const params: Record<string, string> = {};
  const details: Record<string, { code: string; message: string; data: Record<string, unknown> | null }> = {};
  for (const [path, refusal] of Object.entries(refusals)) {
    const { message, code, data } = typeof refusal === 'string' ? ({ message: refusal } as ArgumentRefusal) : refusal;
    params[path] = message;
    if (code !== undefined) details[path] = { code, message, data: data ?? null };
  }
  return new Failure('invalid_arguments', 400, `Invalid parameter(s): ${Object.keys(params).join(', ')}`, { params, details });
}
