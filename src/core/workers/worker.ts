import cluster from 'node:cluster';
import { LISTENING, STOP } from './messages.ts';

/** Whether the process is the one that greets: it runs alone, or is the first of several and not one that took the place of another. */
export const isFirstProcess = (): boolean => !cluster.isWorker || cluster.worker?.id === 1;

/**
 * Whether a process accepts connections at a socket of its own beside others at the same port. A connection that another process accepts and hands
 * to a worker stays open for ever, and its client waits, where the worker is killed before it takes it. Only Linux spreads connections over sockets.
 */
export const sharesPort: boolean = cluster.isWorker && process.platform === 'linux';

/** Tells the supervisor that the worker accepts connections. */
export function reportListening(): void {
  if (cluster.isWorker) process.send?.(LISTENING);
}

const word = new AbortController();

/** Hears from now on whether the process that watches a worker has it end, or is gone itself; before anything else listens to its messages. */
export function watchSupervisor(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message) => message === STOP && word.abort());
  process.once('disconnect', () => word.abort());
}

/** Runs what ends the worker once that was heard: at once, if it was while the worker started. */
export function exitWithSupervisor(stop: () => void): void {
  if (word.signal.aborted) stop();
  else word.signal.addEventListener('abort', stop, { once: true });
}
