import cluster from 'node:cluster';
import { getMessageOrStack } from './cli/failure-message.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './core/logging/log.ts';
import { type DatabaseServer, useDatabaseServer } from './database-server.ts';
import { printsProgress } from './welcome.ts';
import { watchSupervisor } from './core/workers/worker.ts';

// The modules of the service are only loaded after the first line is printed, because loading them takes a moment.
watchSupervisor();
await start();

async function start(): Promise<void> {
  let server: Promise<DatabaseServer> | undefined;
  try {
    const config = readConfig(undefined, process.argv.slice(2));
    if (printsProgress(config) && !cluster.isWorker) process.stdout.write('Marquee is starting …\n');
    // an embedded server starts while the service is loaded
    server = useDatabaseServer(config, { isService: !cluster.isWorker, log: createLog(config.logLevel) });
    void Promise.allSettled([server]);
    if (config.workers > 1 && !cluster.isWorker) {
      const { superviseWorkers } = await import('./core/workers/supervise.ts');
      await superviseWorkers(config, (await server).leave);
    } else {
      const { startService } = await import('./service.ts');
      await startService(config, await server);
    }
  } catch (error) {
    await server?.then(({ leave }) => leave()).catch(() => undefined);
    process.stderr.write(`${getMessageOrStack(error)}\n`);
    process.exit(1);
  }
}
