import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { type BackgroundWork, startJobs } from '../../src/core/jobs/queue.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let work: BackgroundWork | undefined;

beforeAll(async () => void (site = await openTestSite()));
afterAll(async () => {
  await work?.stop();
  await site.close();
});

const run = (...line: string[]) => readAdminCommand(line)(site);

it('work that failed for good is listed and tried again', async () => {
  expect(await run('jobs', 'failed')).toEqual([]);
  const job = { name: 'count-lanterns', every: '0 0 1 1 *', run: async () => undefined };
  work = startJobs(site, [job]);
  await work.started;
  const failed = async (message: string) => {
    const [{ id } = { id: '' }] = await site.db.sql<{ id: string }>(
      `INSERT INTO pgboss.job (name, state, completed_on, output, policy) VALUES ('count-lanterns', 'failed', now(), $1::jsonb, 'short') RETURNING id::text`,
      [JSON.stringify({ message })],
    );
    return id;
  };
  const first = await failed('It was dark.');
  await failed('It was too bright.');
  expect((await run('jobs', 'failed')).map((line) => line.split('\t').slice(-1)[0])).toEqual(
    expect.arrayContaining(['It was dark.', 'It was too bright.']),
  );
  await expect(run('jobs', 'retry', 'lanterns')).rejects.toThrow('no number of a job');
  await expect(
    run(
      'jobs',
      'retry',
      first.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ).rejects.toThrow('No failed job');
  expect(await run('jobs', 'retry', first)).toEqual(['1 job(s) will be tried again.']);
  await expect.poll(async () => (await run('jobs', 'failed')).length, { timeout: 20_000, interval: 200 }).toBe(1);
  expect((await site.metrics.getSingleMetricAsString('marquee_jobs_total')).split('\n')[0]).toContain('marquee_jobs_total');
});
