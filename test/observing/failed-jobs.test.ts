import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { type BackgroundJobs, startJobs } from '../../src/core/jobs/queue.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let wholeSite: WholeSite;
let site: WholeSite['site'];
let work: BackgroundJobs | undefined;

beforeAll(async () => {
  wholeSite = await openWholeSite();
  ({ site } = wholeSite);
});
afterAll(async () => {
  await work?.stop();
  await wholeSite.close();
});

const failingJob = {
  name: 'light-lanterns',
  cron: '0 0 1 1 *',
  run: async () => {
    throw new Error('It was dark.');
  },
};

const run = (...args: string[]) => readAdminCommand(args)(site);

it('A job that failed permanently can be listed and retried', async () => {
  expect(await run('jobs', 'failed')).toEqual([]);
  const job = { name: 'count-lanterns', cron: '0 0 1 1 *', run: async () => undefined };
  work = startJobs(site, [job, failingJob]);
  await work.started;
  const insertFailedJob = async (message: string) => {
    const [{ id } = { id: '' }] = await site.db.sql<{ id: string }>(
      `INSERT INTO pgboss.job (name, state, completed_on, output, policy) VALUES ('count-lanterns', 'failed', now(), $1::jsonb, 'short') RETURNING id::text`,
      [JSON.stringify({ message })],
    );
    return id;
  };
  const first = await insertFailedJob('It was dark.');
  await insertFailedJob('It was too bright.');
  expect((await run('jobs', 'failed')).map((line) => line.split('\t').slice(-1)[0])).toEqual(
    expect.arrayContaining(['It was dark.', 'It was too bright.']),
  );
  await expect(run('jobs', 'retry', 'lanterns')).rejects.toThrow('not the ID of a job');
  await expect(
    run(
      'jobs',
      'retry',
      first.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ).rejects.toThrow('No failed job');
  expect(await run('jobs', 'retry', first)).toEqual(['1 job(s) will be retried.']);
  await expect.poll(async () => (await run('jobs', 'failed')).length, { interval: 200 }).toBe(1);

  const list = '{ backgroundJobs { id name state retries nextAt failedAt error } }';
  const { backgroundJobs } = (await wholeSite.graphql(list, {}, 'administrator')).data;
  expect(backgroundJobs).toMatchObject([
    { name: 'count-lanterns', state: 'FAILED', retries: 0, nextAt: null, error: 'It was too bright.' },
  ]);
  const retry = 'mutation($id: String) { retryBackgroundJobs(id: $id) { count } }';
  expect((await wholeSite.graphql(retry, { id: backgroundJobs[0].id }, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
  expect((await wholeSite.graphql(list, {}, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
  expect((await wholeSite.graphql(retry, { id: 'lanterns' }, 'administrator')).errors[0]?.extensions['code']).toBe('job_not_found');
  await site.db.sql(`DELETE FROM pgboss.job WHERE name = 'count-lanterns' AND state = 'created'`);
  await site.db.sql(
    `INSERT INTO pgboss.job (name, state, start_after, policy) VALUES ('count-lanterns', 'created', now() + interval '1 day', 'short')`,
  );
  const waiting = '{ backgroundJobs(state: WAITING) { name nextAt failedAt } }';
  expect((await wholeSite.graphql(waiting, {}, 'administrator')).data.backgroundJobs).toMatchObject([
    { name: 'count-lanterns', nextAt: expect.any(String), failedAt: null },
  ]);
  const tooEarly = await wholeSite.graphql(retry, { id: backgroundJobs[0].id }, 'administrator');
  expect(tooEarly.errors[0]?.extensions).toMatchObject({ code: 'job_waiting', status: 409 });
  await expect(run('jobs', 'retry', backgroundJobs[0].id)).rejects.toThrow('A job with the name "count-lanterns" is already waiting.');
  expect(await run('jobs', 'retry', 'all')).toEqual(['0 job(s) will be retried.']);
  await site.db.sql(`DELETE FROM pgboss.job WHERE name = 'count-lanterns' AND state = 'created'`);
  expect((await wholeSite.graphql(retry, {}, 'administrator')).data).toEqual({ retryBackgroundJobs: { count: 1 } });
  expect((await site.metrics.getSingleMetricAsString('marquee_jobs_total')).split('\n')[0]).toContain('marquee_jobs_total');
});

it('The log tells whether a failed job is retried', async () => {
  const messages = () =>
    wholeSite.logged
      .map((line) => JSON.parse(line))
      .filter((line) => line.job === failingJob.name)
      .map(({ msg }) => msg);
  const insertJob = (retries: number) =>
    site.db.sql(`INSERT INTO pgboss.job (name, retry_limit, retry_delay, policy) VALUES ($1, $2, 3600, 'short')`, [
      failingJob.name,
      retries,
    ]);
  await insertJob(1);
  await expect.poll(messages, { interval: 200 }).toEqual(['a job failed; it is retried']);
  await insertJob(0);
  await expect.poll(messages, { interval: 200 }).toEqual(['a job failed; it is retried', 'a job failed permanently']);
});
