import cluster from 'node:cluster';
import { wordsOrStack } from './cli/failure-words.ts';
import { readConfig } from './config.ts';
import { isTalkative } from './welcome.ts';
import { hearSupervisor } from './core/workers/worker.ts';

// Said before the service is read, which takes a moment: nobody wonders whether anything happens.
hearSupervisor();
try {
  const config = readConfig(undefined, process.argv.slice(2));
  if (isTalkative(config) && !cluster.isWorker) process.stdout.write('Marquee is starting …\n');
  if (config.workers > 1 && !cluster.isWorker) {
    const { superviseWorkers } = await import('./core/workers/supervise.ts');
    await superviseWorkers(config);
  } else {
    const { startService } = await import('./service.ts');
    await startService(config);
  }
} catch (error) {
  process.stderr.write(`${wordsOrStack(error)}\n`);
  process.exit(1);
}
