import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { queueCountryDatabase } from '../../src/domains/consent/country/country-work.ts';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { runPendingJobs } from '../../src/domains/queue/running.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-countries-'));
  file = join(folder, 'countries.csv');
  site = await openWholeSite({ COUNTRY_DATABASE: file });
});
afterAll(async () => {
  setClock();
  await site.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  setClock();
  await site.site.db.prisma.queueJob.deleteMany();
  await writeFile(file, '192.0.2.0,192.0.2.255,NZ\n');
  await queueCountryDatabase(site.site);
});

const as = 'editor';
const findJob = () => site.site.db.prisma.queueJob.findFirstOrThrow();
const run = async (id: number, body = {}) => (await site.rest('POST', `/queue/v1/job/${id}`, { as, body })).body;

describe('A job of the service', () => {
  it('runs on request and returns only public data', async () => {
    const { id } = await findJob();
    expect((await site.rest('GET', `/queue/v1/job/${id}`, { as })).body).toMatchObject({ worker: 'server', data: {}, callable: null });
    expect(await run(id)).toMatchObject({
      done: [{ id, process: 1, runs: 1, locked: false, exception: null }],
      failed: [],
      remaining: [],
      pauseToAvoidRecurringException: false,
      status: { remaining: [], currentJobs: [] },
    });
  });
  it('runs in the service itself', async () => {
    expect(await runPendingJobs(site.site, 5_000)).toBe(1);
    expect((await site.rest('GET', '/queue/v1/status', { as })).body.remaining).toEqual([]);
  });
  it('that is added twice is queued once', async () => {
    await queueCountryDatabase(site.site);
    expect(await site.site.db.prisma.queueJob.count()).toBe(1);
  });
  it('that fails is retried after a delay, up to the maximum number of attempts', async () => {
    await writeFile(file, 'no map');
    const { id } = await findJob();
    const { failed, done } = await run(id);
    expect(done).toEqual([]);
    expect(failed[0]).toMatchObject({ id, runs: 1, locked: false });
    const [[code, data]] = Object.entries(failed[0].exception.error_data) as [[string, { exception: object }]];
    expect([code, data.exception]).toEqual([
      'queue_job_execute_exception',
      expect.objectContaining({ code: 'country_database_unreadable', message: expect.any(String), stack: expect.any(String) }),
    ]);
    for (let retry = 1; retry <= 4; retry += 1) {
      setClock(createShiftedClock(retry * 2_000));
      await runPendingJobs(site.site, 1_000);
    }
    expect(await findJob()).toMatchObject({ runs: 4, retries: 3 });
    const { errors } = (await site.rest('GET', '/queue/v1/status', { as })).body;
    expect(errors.list['xcb-country-database']).toMatchObject({ label: expect.any(String), failedJobs: [{ id }] });
  });
  it('that is running is not started again', async () => {
    const { id } = await findJob();
    await site.site.db.prisma.queueJob.updateMany({ data: { locked: true, lockUntil: new Date(Date.now() + 60_000) } });
    const { failed } = await run(id);
    expect(Object.keys(failed[0].exception.errors)).toEqual(['queue_job_locked']);
    expect(await runPendingJobs(site.site, 1_000)).toBe(0);
    expect(await findJob()).toMatchObject({ runs: 0, exception: null });
  });
  it('without a handler fails, and stops the jobs behind it', async () => {
    await addJobs(site.site, [{ type: 'unknown', worker: 'server', retries: 0, data: {} }]);
    await site.site.db.sql(`UPDATE queue_job SET priority = 1 WHERE type = 'unknown'`);
    const [first, second] = await site.site.db.prisma.queueJob.findMany({ orderBy: { priority: 'asc' } });
    const { done, failed } = await run(second?.id ?? 0, { try: `${first?.id},0,x` });
    expect([done, failed.length, Object.keys(failed[0].exception.errors)]).toEqual([[], 1, ['queue_job_execute_not_callable']]);
    expect(await site.site.db.prisma.queueJob.findUnique({ where: { id: second?.id ?? 0 } })).toMatchObject({ runs: 0, process: 0 });
  });
  it('hides its data unless clients need it', async () => {
    await addJobs(site.site, [{ type: 'unknown', worker: 'server', retries: 0, data: { keepClientData: true, page: 7 } }]);
    const { currentJobs } = (await site.rest('GET', '/queue/v1/status', { as })).body;
    expect(currentJobs.unknown).toMatchObject({ data: { page: 7 }, callable: 'unknown' });
  });
});

it('A job is skipped if it is for clients or unknown', async () => {
  await addJobs(site.site, [{ type: 'xcb-scan', worker: 'client', retries: 3, data: {} }]);
  const scan = await site.site.db.prisma.queueJob.findFirstOrThrow({ where: { type: 'xcb-scan' } });
  expect(await run(scan.id, { try: '999999' })).toMatchObject({ done: [], failed: [] });
});
