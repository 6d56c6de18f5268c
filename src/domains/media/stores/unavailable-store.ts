import { Failure } from '#app/core/failures/failure.ts';
import type { Log } from '#app/core/logging/log.ts';
import type { FileStore } from './store.ts';

/** Value of `Retry-After` in seconds for an unavailable bucket. */
const RETRY_AFTER = 10;

/** Logs the cause and returns a failure that does not reveal where files are stored. */
export function toUnavailableFailure(log: Log, error: unknown): Failure {
  if (error instanceof Failure) return error;
  log.error({ err: error }, 'the bucket of uploads cannot be used');
  return new Failure('service_unavailable', 503, 'Uploaded files cannot be reached at the moment.', { retryAfter: RETRY_AFTER });
}

/** Wraps a store so that all its errors become 503 `service_unavailable`. */
export function withUnavailableFailure(store: FileStore, log: Log): FileStore {
  const fail = (error: unknown): never => {
    throw toUnavailableFailure(log, error);
  };
  return {
    put: (file) => store.put(file).catch(fail),
    remove: (keys) => store.remove(keys).catch(fail),
    read: (key) => store.read(key).catch(fail),
    respond: (request, key) => store.respond(request, key).catch(fail),
  };
}
