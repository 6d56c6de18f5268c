import { createSchema } from '../graphql/schema.ts';
import { advertisedNamespaces, indexOperation, namespaceTables, operationSources } from '../rest-map/map.ts';
import { createApp } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { prepareContents } from './first-contents.ts';
import { startStudioBridge } from './core/db/studio-bridge.ts';
import { startJobs } from './jobs/queue.ts';
import { sendMail, siteJobs } from './jobs/site.jobs.ts';
import { onMailWaiting } from './mail/outbox.ts';
import { openSite } from './open-site.ts';
import { welcome } from './welcome.ts';

async function start(): Promise<void> {
  const config = readConfig();
  const site = await openSite(config);
  const first = await prepareContents(site);
  const { http } = await createApp({
    site,
    schema: createSchema(),
    map: { tables: namespaceTables, sources: operationSources(), advertised: advertisedNamespaces, indexOperation },
  });
  await http.listen({ host: config.host, port: config.port });
  welcome(site, first);
  const studio = await startStudioBridge(site.db, site.log);
  // after listening: nothing that answers a request waits for the queue
  const jobs = startJobs(site, siteJobs);
  jobs.catch((error: unknown) => site.log.error({ err: error }, 'background jobs could not be started'));
  jobs.then(
    (queue) => onMailWaiting(site, () => queue.soon(sendMail)),
    () => undefined,
  );

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await http.close();
    await jobs.then(
      (queue) => queue.stop(),
      () => undefined,
    );
    await studio.close();
    await site.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
