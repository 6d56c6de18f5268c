import { GraphQLError } from 'graphql';
import { isDatabaseBusy, isDatabaseDown, getSqlState } from './errors.ts';
import { Failure } from '../failures/failure.ts';
import type { Log } from '../logging/log.ts';

/** SQLSTATE for a character that a PostgreSQL string cannot contain. */
const UNSTORABLE_TEXT = '22021';
/** Seconds after which clients should try again if the database is unavailable. */
const RETRY_AFTER = 5;

/** Returns the expected failure that caused an error, or null for an internal error. */
export function findFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  return error instanceof GraphQLError && error.originalError ? findFailure(error.originalError) : null;
}

/**
 * Returns the failure for invalid input that no service has checked, such as a string that PostgreSQL cannot store, or arguments that their schema
 * rejects. Returns null for other errors.
 */
function findInvalidInput(cause: unknown): Failure | null {
  if (getSqlState(cause) === UNSTORABLE_TEXT) return new Failure('invalid_text', 400, 'Texts must not contain NUL characters.');
  if (cause instanceof Error && cause.name === 'PothosValidationError') return new Failure('invalid_arguments', 400, cause.message);
  return null;
}

const getCause = (error: unknown) => (error instanceof GraphQLError ? (error.originalError ?? error) : error);

/** Returns the failure that the caller caused, or null for an internal error or an unavailable database. */
export function findRefusal(error: unknown): Failure | null {
  return findFailure(error) ?? findInvalidInput(getCause(error));
}

/**
 * Converts an error to a failure for clients. There are failures for invalid input and for an unavailable database. Any other error is internal: it
 * is logged with `message`, and clients get no details.
 */
export function toUnexpectedFailure(error: unknown, log: Log, message: string): Failure {
  const cause = getCause(error);
  const refusal = findInvalidInput(cause);
  if (refusal) return refusal;
  if (isDatabaseBusy(cause)) {
    log.warn({ err: cause }, 'no database connection became free in time: all are in use');
    return new Failure('service_unavailable', 503, 'The service is overloaded. Try again in a few seconds.', { retryAfter: RETRY_AFTER });
  }
  if (isDatabaseDown(cause)) {
    log.warn({ err: cause }, 'the database cannot be reached');
    return new Failure('service_unavailable', 503, 'The database cannot be reached at the moment.', { retryAfter: RETRY_AFTER });
  }
  log.error({ err: cause }, message);
  return new Failure('internal_server_error', 500, 'An internal error occurred.');
}
