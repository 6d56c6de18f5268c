import { GraphQLError } from 'graphql';
import { isDatabaseBusy, isDatabaseDown, sqlState } from './errors.ts';
import { Failure } from '../failures/failure.ts';
import type { Log } from '../logging/log.ts';

/** Character that PostgreSQL's texts cannot hold. */
const UNSTORABLE_TEXT = '22021';
/** How long a client is asked to wait for a lost database, in seconds. */
const RETRY_AFTER = 5;

/** The expected refusal behind an error of an execution, or null when it is a fault of ours. */
export function failureBehind(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  return error instanceof GraphQLError && error.originalError ? failureBehind(error.originalError) : null;
}

/** What is wrong with what a caller sent where no service has looked: a text that cannot be stored, an id or a cursor that this site never gave out. */
function faultOfCaller(cause: unknown): Failure | null {
  if (sqlState(cause) === UNSTORABLE_TEXT) return new Failure('invalid_text', 400, 'Texts may not hold NUL characters.');
  if (cause instanceof Error && cause.name === 'PothosValidationError') return new Failure('invalid_arguments', 400, cause.message);
  return null;
}

const causeOf = (error: unknown) => (error instanceof GraphQLError ? (error.originalError ?? error) : error);

/** What a caller is refused by an error of an execution; null for a fault of ours, and where something is away. */
export function refusalBehind(error: unknown): Failure | null {
  return failureBehind(error) ?? faultOfCaller(causeOf(error));
}

/**
 * What a caller of either API is told of an error that is no Failure: a text that cannot be stored and an id that is malformed are the caller's,
 * a lost database is said; faults of ours are logged whole and reported without their words.
 */
export function unexpectedFailure(error: unknown, log: Log, what: string): Failure {
  const cause = causeOf(error);
  const wrong = faultOfCaller(cause);
  if (wrong) return wrong;
  if (isDatabaseBusy(cause)) {
    log.warn({ err: cause }, 'no connection of the database became free in time: others keep them all');
    return new Failure('service_unavailable', 503, 'The service has too much to do at the moment.', { retryAfter: RETRY_AFTER });
  }
  if (isDatabaseDown(cause)) {
    log.warn({ err: cause }, 'the database cannot be reached');
    return new Failure('service_unavailable', 503, 'The database cannot be reached at the moment.', { retryAfter: RETRY_AFTER });
  }
  log.error({ err: cause }, what);
  return new Failure('internal_server_error', 500, 'The service met an error of its own.');
}
