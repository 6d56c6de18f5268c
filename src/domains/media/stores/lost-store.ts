import { Failure } from '#app/core/failures/failure.ts';
import type { Log } from '#app/core/logging/log.ts';
import type { FileStore } from './store.ts';

/** How long a client is asked to wait for a lost bucket, in seconds. */
const RETRY_AFTER = 10;

/** The failure for a file that cannot be read or stored. It does not say where files are; the log has the cause. */
export function lostStore(log: Log, error: unknown): Failure {
  if (error instanceof Failure) return error;
  log.error({ err: error }, 'the bucket of uploads cannot be used');
  return new Failure('service_unavailable', 503, 'Uploaded files cannot be reached at the moment.', { retryAfter: RETRY_AFTER });
}

/** A store whose every fault is a 503 `service_unavailable`. */
export function toldWhenLost(store: FileStore, log: Log): FileStore {
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
