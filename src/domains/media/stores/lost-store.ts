import { Failure } from '#app/core/failures/failure.ts';
import type { Log } from '#app/core/logging/log.ts';
import type { FileStore } from './store.ts';

/** `Retry-After` in seconds if the bucket is unavailable. */
const RETRY_AFTER = 10;

/** Logs the cause and returns a failure that does not reveal where files are stored. */
export function lostStore(log: Log, error: unknown): Failure {
  if (error instanceof Failure) return error;
  log.error({ err: error }, 'the bucket of uploads cannot be used');
  return new Failure('service_unavailable', 503, 'Uploaded files cannot be reached at the moment.', { retryAfter: RETRY_AFTER });
}

/** Wraps a store so that each of its errors becomes a 503 `service_unavailable`. */
export function withLostStoreFailure(store: FileStore, log: Log): FileStore {
  const told = (error: unknown): never => {
    throw lostStore(log, error);
  };
  return {
    put: (file) => store.put(file).catch(told),
    remove: (keys) => store.remove(keys).catch(told),
    read: (key) => store.read(key).catch(told),
    answer: (request, key) => store.answer(request, key).catch(told),
  };
}
