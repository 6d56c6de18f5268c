import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { isMetricsReply } from './messages.ts';

/** Returns a function that reads the metrics of all workers; in a process without workers, its own. */
export function metricsOfAll(own: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => own.metrics();
  AggregatorRegistry.setRegistries(own);
  // makes this worker reply to metrics requests of the supervisor
  new AggregatorRegistry();
  let asked = 0;
  return () =>
    new Promise((resolve, reject) => {
      const metricsWanted = (asked += 1);
      const hear = (message: unknown) => {
        if (!isMetricsReply(message) || message.metricsFor !== metricsWanted) return;
        process.off('message', hear);
        if (message.text === undefined) reject(new Error(message.fault));
        else resolve(message.text);
      };
      process.on('message', hear);
      process.send?.({ metricsWanted });
    });
}
