import { createSchema } from '../graphql/schema.ts';
import { restMap } from '../rest-map/map.ts';
import { createApp } from './app.ts';
import { answerCommands } from './cli/site-commands.ts';
import type { Config } from './config.ts';
import { prepareContents } from './first-contents.ts';
import { startStudioBridge } from './core/db/studio-bridge.ts';
import { startJobs } from './core/jobs/queue.ts';
import { jobsOf, sendMail } from './core/jobs/site.jobs.ts';
import { onMailWaiting } from './core/mail/outbox.ts';
import { openSite } from './open-site.ts';
import { siteEngine } from './site-engine.ts';
import { credentialLines, isTalkative, welcomeLines } from './welcome.ts';

/** Starts the whole service of a process: site, HTTP, jobs. It stops at SIGTERM and SIGINT. */
export async function startService(config: Config): Promise<void> {
  const site = await openSite(config);
  const first = await prepareContents(site);
  // at once: nothing shows them again, whatever fails from here on
  process.stdout.write(credentialLines(first).join('\n'));
  const schema = createSchema();
  const { http } = await createApp({ site, schema, rest: siteEngine(config, schema, restMap()) });
  await http.listen({ host: config.host, port: config.port });
  if (isTalkative(config)) process.stdout.write(welcomeLines(config, first).join('\n'));
  const studio = await startStudioBridge(site.db, site.log, answerCommands(site));
  // after listening: nothing that answers a request waits for the queue
  const jobs = startJobs(site, jobsOf(site));
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
