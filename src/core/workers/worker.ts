import cluster from 'node:cluster';
import { LISTENING, STOP } from './messages.ts';

/** True for the process that prints the start message: the only one, or the first worker unless it is a replacement. */
export const isFirstProcess = (): boolean => !cluster.isWorker || cluster.worker?.id === 1;

/**
 * True if a process accepts connections on its own socket, sharing the port with others. If another process accepted connections and passed them on, a
 * connection would hang forever if its worker is killed before it receives it. Only Linux distributes connections over sockets.
 */
export const sharesPort: boolean = cluster.isWorker && process.platform === 'linux';

/** Reports to the supervisor that the worker accepts connections. */
export function reportListening(): void {
  if (cluster.isWorker) process.send?.(LISTENING);
}

const stopController = new AbortController();

/** Watches for the supervisor's stop message and for its end. Call it before anything else listens to messages. */
export function watchSupervisor(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message) => message === STOP && stopController.abort());
  process.once('disconnect', () => stopController.abort());
}

/** Runs `stop` when the supervisor stops the worker; immediately if that happened during the start. */
export function exitWithSupervisor(stop: () => void): void {
  if (stopController.signal.aborted) stop();
  else stopController.signal.addEventListener('abort', stop, { once: true });
}
