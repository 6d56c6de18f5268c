import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackgroundJobs, startJobs } from '../../src/core/jobs/queue.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let wholeSite: WholeSite;
let work: BackgroundJobs | undefined;
beforeAll(async () => void (wholeSite = await openWholeSite()));
afterAll(async () => {
  await work?.stop();
  await wholeSite.close();
});

/** Creates a daily job that was due ten minutes ago. */
function dailyJob(name: string) {
  const due = new Date(Date.now() - 10 * 60_000);
  const job = { name, cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`, runs: 0, run: async () => void (job.runs += 1) };
  return job;
}

it('A job that was due while no process ran starts once after the next start, and a new job waits until it is due', async () => {
  const { site } = wholeSite;
  const [missedJob, newJob] = [dailyJob('light-lanterns'), dailyJob('count-stars')];
  const restart = async () => {
    await work?.stop();
    // with the clock of a new process
    site.metrics.clear();
    work = startJobs(site, [missedJob, newJob]);
    await work.started;
  };
  await restart();
  expect([missedJob.runs, newJob.runs]).toEqual([0, 0]);
  await site.db.sql(`UPDATE pgboss.schedule SET created_on = now() - interval '2 days' WHERE name = 'light-lanterns'`);
  await restart();
  await expect.poll(() => missedJob.runs, { timeout: 20_000, interval: 200 }).toBe(1);
  await restart();
  const jobs = await site.db.sql(`SELECT name, state FROM pgboss.job WHERE name IN ('light-lanterns', 'count-stars')`);
  expect(jobs).toEqual([{ name: 'light-lanterns', state: 'completed' }]);
  expect([missedJob.runs, newJob.runs]).toEqual([1, 0]);
});
