import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackgroundWork, startJobs } from '../../src/core/jobs/queue.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let whole: WholeSite;
let work: BackgroundWork | undefined;
beforeAll(async () => void (whole = await openWholeSite()));
afterAll(async () => {
  await work?.stop();
  await whole.close();
});

/** A daily job that was due some minutes ago. */
function nightly(name: string) {
  const at = new Date(Date.now() - 10 * 60_000);
  const job = { name, every: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`, runs: 0, run: async () => void (job.runs += 1) };
  return job;
}

it('A job that was due while no process ran starts once after the next start, and a new job waits until it is due', async () => {
  const { site } = whole;
  const [missed, fresh] = [nightly('light-lanterns'), nightly('count-stars')];
  const restart = async () => {
    await work?.stop();
    // with the clock of a new process
    site.metrics.clear();
    work = startJobs(site, [missed, fresh]);
    await work.started;
  };
  await restart();
  expect([missed.runs, fresh.runs]).toEqual([0, 0]);
  await site.db.sql(`UPDATE pgboss.schedule SET created_on = now() - interval '2 days' WHERE name = 'light-lanterns'`);
  await restart();
  await expect.poll(() => missed.runs, { timeout: 20_000, interval: 200 }).toBe(1);
  await restart();
  const waiting = await site.db.sql(`SELECT name, state FROM pgboss.job WHERE name IN ('light-lanterns', 'count-stars')`);
  expect(waiting).toEqual([{ name: 'light-lanterns', state: 'completed' }]);
  expect([missed.runs, fresh.runs]).toEqual([1, 0]);
});
