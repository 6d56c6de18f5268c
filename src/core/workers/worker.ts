import cluster from 'node:cluster';
import { LISTENING, STOP } from './messages.ts';

/** True for the process that prints the start message: the first worker, but not its replacement. Also true if there are no workers. */
export const isFirstProcess = (): boolean => !cluster.isWorker || cluster.worker?.id === 1;

/**
 * True if each worker accepts connections on its own socket for the shared port. Otherwise one process accepts connections and passes them to the
 * workers. If a worker is killed before it receives a connection, that connection hangs forever. Only Linux distributes connections over several
 * sockets.
 */
export const sharesPort: boolean = cluster.isWorker && process.platform === 'linux';

/** Reports to the supervisor that the worker accepts connections. */
export function reportListening(): void {
  if (cluster.isWorker) process.send?.(LISTENING);
}

const stopController = new AbortController();

/** Watches for the stop message of the supervisor, and for its end. Call it before anything else listens to messages. */
export function watchSupervisor(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message) => message === STOP && stopController.abort());
  process.once('disconnect', () => stopController.abort());
}

/** Calls `stop` when the supervisor stops this worker or ends. Calls it immediately if that has happened already. */
export function exitWithSupervisor(stop: () => void): void {
  if (stopController.signal.aborted) stop();
  else stopController.signal.addEventListener('abort', stop, { once: true });
}
