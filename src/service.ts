import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { collectDefaultMetrics } from 'prom-client';
import { createSchema, createPublicSchema } from '../graphql/schema.ts';
import { createRestMap } from '../rest-map/map.ts';
import { createApp } from './app.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Config } from './config/config.ts';
import { prepareContent } from './initial-content.ts';
import { type BackgroundJobs, startJobs } from './core/jobs/queue.ts';
import { listJobs, sendMail } from './domains/site/site.jobs.ts';
import { onStopSignal } from './core/processes/stop-signals.ts';
import { warnOfSplitUploads } from './core/processes/split-uploads.ts';
import { onMailQueued } from './core/mail/outbox.ts';
import { startSealing } from './domains/audit/seal.ts';
import { deliverWebhooks, onWebhooksWaiting } from './domains/webhooks/webhooks.jobs.ts';
import { type OpenSite, openSite } from './open-site.ts';
import { isDatabaseDown } from './core/db/errors.ts';
import { createLog, type Log } from './core/logging/log.ts';
import { openTracing } from './core/tracing/open-tracing.ts';
import type { RestEngine } from './rest/create-engine.ts';
import type { Readiness } from './web/health.ts';
import { createSiteEngine } from './site-engine.ts';
import { version } from './core/system/version.ts';
import { exitWithSupervisor, isFirstProcess, reportListening, sharesPort } from './core/workers/worker.ts';
import { formatCredentials, printsProgress, formatWelcome } from './welcome.ts';

const RETRY_MS = 1000;

/** Opens the site. If the database server does not respond yet, tries again for `databaseWait` seconds. */
async function openWithRetries(config: Config, log: Log, server: DatabaseServer): Promise<OpenSite> {
  const deadline = performance.now() + config.databaseWait * 1000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openSite(config, log, { server });
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() > deadline) throw error;
      if (isFirst) log.warn({ seconds: config.databaseWait }, 'the database does not respond yet; waiting for it');
      await sleep(RETRY_MS);
    }
  }
}

/** The schemas and the REST engine. They do not depend on the data of the site. */
interface Apis {
  schema: GraphQLSchema;
  servedSchema: GraphQLSchema;
  rest: RestEngine;
}

function createApis(config: Config): Apis {
  const schema = createSchema();
  const rest = createSiteEngine(config, schema, createRestMap());
  return { schema, rest, servedSchema: createPublicSchema(schema) };
}

/** Starts the service in this process: site, HTTP and jobs. On SIGTERM or SIGINT, stops the service and then leaves the database server. */
export async function startService(config: Config, server: DatabaseServer): Promise<void> {
  const log = createLog(config.logLevel);
  const site = await openWithRetries(config, log, server);
  site.tracing = config.traces && (await openTracing(config.traces, { version, log }));
  const bootstrap = await prepareContent(site);
  // the credentials are printed before anything else can fail, because they are not shown again
  process.stdout.write(formatCredentials(bootstrap).join('\n'));
  const { schema, servedSchema, rest } = createApis(config);
  let isStopping = false;
  let jobs: BackgroundJobs | undefined;
  const readiness = (): Readiness => ({ jobs: jobs?.state() ?? 'starting', isStopping });
  const { http, connections } = await createApp({ site, schema, servedSchema, rest, readiness });
  collectDefaultMetrics({ register: site.metrics });
  // not passed as a literal, because Fastify's types lack `reusePort`
  const listenOptions = { host: config.host, port: config.port, reusePort: sharesPort };
  await http.listen(listenOptions);
  reportListening();
  // no `await` until the signal handlers are installed, because signals may arrive as soon as the process reports that it is ready
  if (printsProgress(config) && isFirstProcess()) process.stdout.write(formatWelcome(config, bootstrap).join('\n'));
  // jobs start after listening, because requests do not depend on the queue
  const backgroundWork = startJobs(site, listJobs(site));
  jobs = backgroundWork;
  void backgroundWork.started.then((queue) => onMailQueued(site, () => queue.runSoon(sendMail)));
  void backgroundWork.started.then((queue) => onWebhooksWaiting(site, () => queue.runSoon(deliverWebhooks)));

  const stopSealing = startSealing(site);

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    connections.endAfterResponse();
    // requests still arrive until load balancers notice that the process is no longer ready
    await sleep(config.shutdownDelay * 1000);
    await connections.drain();
    await http.close();
    await backgroundWork.stop();
    await stopSealing();
    await site.close();
    await server.leave();
    await site.tracing?.end();
    process.exit(0);
  };
  onStopSignal(config.shutdownDelay, () => void stop());
  exitWithSupervisor(() => void stop());
  // this signal comes from a closed terminal, or requests to reload the configuration
  process.on('SIGHUP', () => site.log.info('SIGHUP has no effect: the configuration is read only at the start'));
  await warnOfSplitUploads(site).catch((error: unknown) =>
    site.log.debug({ err: error }, 'the upload folders of other processes could not be read'),
  );
}
