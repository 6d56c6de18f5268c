import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { isMetricsReply } from './messages.ts';

/** Returns a function that reads the metrics of all workers. In a process that is not a worker, it reads the metrics of this process. */
export function createMetricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // creating an instance makes this worker reply when the supervisor collects metrics
  new AggregatorRegistry();
  let lastRequest = 0;
  return () =>
    new Promise((resolve, reject) => {
      const metricsRequest = (lastRequest += 1);
      const onMessage = (message: unknown) => {
        if (!isMetricsReply(message) || message.metricsReply !== metricsRequest) return;
        process.off('message', onMessage);
        if (message.text === undefined) reject(new Error(message.fault));
        else resolve(message.text);
      };
      process.on('message', onMessage);
      process.send?.({ metricsRequest });
    });
}
