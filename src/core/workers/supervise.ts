import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import { createLog } from '../logging/log.ts';
import { onStopSignal } from '../processes/stop-signals.ts';
import { isMetricsRequest, LISTENING, type MetricsReply, STOP } from './messages.ts';

/** Time after which a worker counts as healthy. A healthy worker that ends is replaced without delay. */
const HEALTHY_AFTER_MS = 10_000;
/** Maximum delay before a worker is replaced. */
const MAX_WAIT_MS = 30_000;

/**
 * Throws if another program uses the port. Needed because workers share the port and could otherwise listen on it together with the other program.
 */
async function checkPort({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Sends the combined metrics of all workers to each worker that requests them. */
function serveMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMetricsRequest(message)) return;
    const send = (reply: Omit<MetricsReply, 'metricsReply'>) => {
      if (worker.isConnected()) worker.send({ metricsReply: message.metricsRequest, ...reply });
    };
    aggregator.clusterMetrics().then(
      (text) => send({ text }),
      (error: Error) => send({ fault: error.message }),
    );
  });
}

/**
 * Runs the service in `WORKERS` processes that share a port, and replaces each worker that ends. Starts the first worker alone, so that errors of the
 * start are reported only once. If it ends before it listens, exits with its code. Calls `leaveDatabase` before exiting.
 */
export async function superviseWorkers(config: Config, leaveDatabase: () => Promise<void>): Promise<void> {
  const log = createLog(config.logLevel);
  let isStopping = false;
  const exit = async (code: number) => {
    await leaveDatabase();
    process.exit(code);
  };
  let failures = 0;
  await checkPort(config);
  serveMetrics();

  async function replaceWorker(uptimeMs: number): Promise<void> {
    failures = uptimeMs > HEALTHY_AFTER_MS ? 0 : failures + 1;
    await sleep(Math.min(1000 * (2 ** failures - 1), MAX_WAIT_MS));
    if (!isStopping) startWorker();
  }

  function startWorker(): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping || !hasListened) return;
      log.error({ worker: worker.id, code, signal }, 'a worker ended and will be replaced');
      void replaceWorker(performance.now() - startedAt);
    });
    return worker;
  }

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const codes = workers.map(async (worker) => {
      const ended = once(worker, 'exit');
      if (worker.isConnected()) worker.send(STOP);
      const [code] = (await ended) as [number | null];
      return code ?? 1;
    });
    await exit(Math.max(0, ...(await Promise.all(codes))));
  };
  onStopSignal(config.shutdownDelay, () => void stop());
  process.on('SIGHUP', () => log.info('SIGHUP has no effect: the configuration is read only at the start'));

  let hasListened = false;
  const first = startWorker();
  const ended = once(first, 'exit').then(async ([code]) => {
    if (!hasListened && !isStopping) await exit((code as number | null) ?? 1);
  });
  const listening = new Promise<void>((resolve) => first.on('message', (message) => message === LISTENING && resolve()));
  await Promise.race([listening, ended]);
  hasListened = true;
  for (let remaining = config.workers - 1; remaining > 0 && !isStopping; remaining -= 1) startWorker();
}
