import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/queue/v1';
const as = 'editor';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());
beforeEach(() => site.site.db.prisma.queueJob.deleteMany());

const addScans = (count: number, fields = {}) =>
  addJobs(
    site.site,
    Array.from({ length: count }, (_, i) => ({
      type: 'xcb-scan',
      worker: 'client' as const,
      retries: 3,
      data: { url: `http://site.test/${i + 1}` },
      ...fields,
    })),
  );
const get = async (path: string, query = {}) => (await site.rest('GET', namespace + path, { as, query })).body;
const post = async (path: string, body = {}) => (await site.rest('POST', namespace + path, { as, body })).body;
const fail = (id: number) => post(`/job/${id}/result`, { process: 0, errorCode: 'x', errorMessage: 'm', errorData: '{"a":1}' });

describe('A job', () => {
  it('is returned with all members', async () => {
    await addScans(1);
    const { jobs } = await get('/jobs');
    const [job] = jobs;
    expect(job).toEqual({
      id: job.id,
      type: 'xcb-scan',
      worker: 'client',
      group_uuid: null,
      group_position: null,
      group_total: null,
      process: 0,
      process_total: 1,
      duration_ms: null,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      data: { url: 'http://site.test/1' },
      runs: 0,
      retries: 3,
      delay_ms: 1000,
      lock_until: expect.stringMatching(/\+00:00$/),
      locked: false,
      callable: null,
      exception: null,
      capability: null,
      priority: 10,
    });
    expect(await get(`/job/${job.id}`)).toEqual(job);
  });
  it('is locked and unlocked only on request', async () => {
    await addScans(1);
    const { id } = (await get('/jobs')).jobs[0];
    expect((await get(`/job/${id}`, { lock: 'true' })).locked).toBe(true);
    expect((await get(`/job/${id}`)).locked).toBe(true);
    expect((await get(`/job/${id}`, { lock: '0' })).locked).toBe(false);
  });
  it('that does not exist returns 404 with an empty body, even for huge IDs', async () => {
    const missing = { code: 'rest_not_found', message: null, data: { status: 404 } };
    expect(await get('/job/1')).toEqual(missing);
    expect(await get('/job/99999999999999999999')).toEqual(missing);
    expect(await get('/job/1', { lock: true })).toEqual(missing);
    expect(await post('/job/1/result', { process: 1 })).toEqual(missing);
  });
  it('with a capability is visible only to users with that capability', async () => {
    await addScans(1, { capability: 'manage_options' });
    expect((await get('/jobs')).jobs).toEqual([]);
    expect(await get('/status')).toMatchObject({ remaining: [], currentJobs: [] });
    const reply = await site.rest('GET', `${namespace}/jobs`, { as: 'administrator' });
    expect(reply.body.jobs).toHaveLength(1);
    expect((await get(`/job/${reply.body.jobs[0].id}`)).code).toBe('rest_not_found');
  });
});

describe('Polling', () => {
  it('returns 25 jobs by priority and ID, each of them once', async () => {
    await addScans(30);
    await addScans(1, { type: 'xcb-automatic-scan-starter' });
    await site.site.db.sql('UPDATE queue_job SET priority = 1 WHERE id = (SELECT max(id) FROM queue_job)');
    const first = (await get('/jobs')).jobs;
    expect(first.map(({ type }: { type: string }) => type)[0]).toBe('xcb-automatic-scan-starter');
    const second = (await get('/jobs')).jobs;
    expect([first.length, second.length]).toEqual([25, 6]);
    expect(new Set([...first, ...second].map(({ id }: { id: number }) => id)).size).toBe(31);
    expect((await get('/jobs')).jobs).toEqual([]);
  });
  it('starts after an ID', async () => {
    await addScans(3);
    const [{ id }] = (await get('/jobs')).jobs;
    await site.site.db.sql('UPDATE queue_job SET lock_until = created');
    expect((await get('/jobs', { after: id })).jobs).toHaveLength(2);
  });
  it('returns requested jobs in any state', async () => {
    await addScans(3);
    const [a, b] = (await get('/jobs')).jobs;
    await fail(a.id);
    const { jobs } = await get('/jobs', { ids: `${b.id},${a.id},x,99` });
    expect(jobs.map(({ id }: { id: number }) => id)).toEqual([a.id, b.id]);
    expect((await get('/jobs', { ids: `${a.id},${b.id}`, after: a.id })).jobs).toHaveLength(1);
    expect((await get('/jobs', { ids: '' })).jobs).toEqual([]);
  });
});

describe('A result', () => {
  it('counts as a run if it is complete or made no progress', async () => {
    await addScans(1);
    const { id } = (await get('/jobs')).jobs[0];
    await site.site.db.sql('UPDATE queue_job SET process_total = 3');
    expect((await post(`/job/${id}/result`, { process: 1 })).job).toMatchObject({ process: 1, runs: 0, locked: true });
    expect((await post(`/job/${id}/result`, { process: 1 })).job).toMatchObject({ process: 1, runs: 1, locked: true });
    expect(await post(`/job/${id}/result`, { process: '3' })).toMatchObject({
      job: { process: 3, runs: 2, locked: false },
      pauseToAvoidRecurringException: false,
    });
    expect((await get(`/job/${id}`)).code).toBe('rest_not_found');
  });
  it('with an error code fails the job at once', async () => {
    await addScans(1);
    const { id } = (await get('/jobs')).jobs[0];
    const { job } = await fail(id);
    expect(job).toMatchObject({ runs: 4, locked: true, exception: { errors: { x: ['m'] }, error_data: { x: { a: 1 } } } });
    const { remaining, errors } = await get('/status');
    expect(remaining).toEqual({ 'xcb-scan': { remaining: 0, total: 1, failure: 1, paused: 0 } });
    expect(errors.list['xcb-scan'].actions).toEqual([
      { url: 'http://site.test/graphql', linkText: expect.any(String) },
      { action: 'delete', linkText: expect.any(String) },
      { action: 'skip', linkText: expect.any(String) },
    ]);
    expect(errors.hash).not.toBe('d751713988987e9331980363e24189ce');
  });
  it('of a group keeps finished jobs until all are finished', async () => {
    const uuid = '00000000-0000-4000-8000-000000000000';
    await addScans(1, { group: { uuid, position: 1, total: 2 } });
    await addScans(1, { group: { uuid, position: 2, total: 2 } });
    const [a, b] = (await get('/jobs')).jobs;
    await post(`/job/${a.id}/result`, { process: 1 });
    expect(await get(`/job/${a.id}`)).toMatchObject({ process: 1, group_uuid: uuid, group_position: 1, group_total: 2 });
    await post(`/job/${b.id}/result`, { process: 1 });
    expect((await get(`/job/${a.id}`)).code).toBe('rest_not_found');
  });
});

describe('Repeated failures', () => {
  const failFourOfSix = async () => {
    await addScans(6);
    const { jobs } = await get('/jobs');
    const pauses = [];
    for (const { id } of jobs.slice(0, 4)) pauses.push((await fail(id)).pauseToAvoidRecurringException);
    return { jobs, pauses };
  };
  it('pause the other jobs after the fourth failure', async () => {
    const { jobs, pauses } = await failFourOfSix();
    expect(pauses).toEqual([false, false, false, true]);
    expect(await get(`/job/${jobs[5].id}`)).toMatchObject({
      runs: 4,
      exception: { error_data: { queue_paused_previous_failed: { origin: jobs[3].id } } },
    });
    const { remaining, errors, currentJobs } = await get('/status');
    expect(remaining['xcb-scan']).toEqual({ remaining: 0, total: 6, failure: 4, paused: 2 });
    expect([errors.list['xcb-scan'].failedJobs.length, currentJobs]).toEqual([5, []]);
  });
  it('can be retried, together with paused jobs', async () => {
    await failFourOfSix();
    expect(await post('/jobs/retry')).toEqual({ updated: false });
    expect(await post('/jobs/retry', { type: 'xcb-scan' })).toEqual({ updated: null });
    const { jobs, remaining } = await get('/jobs');
    expect(remaining['xcb-scan']).toMatchObject({ remaining: 6, failure: 0, paused: 0 });
    expect(jobs.map(({ runs, exception, locked }: Record<string, unknown>) => [runs, exception, locked])).toEqual(
      Array.from({ length: 6 }, () => [0, null, false]),
    );
  });
  it('can be skipped, and paused jobs continue', async () => {
    await failFourOfSix();
    expect(await post('/jobs/skip', { type: '' })).toEqual({ updated: false });
    expect(await post('/jobs/skip', { type: 'xcb-scan' })).toEqual({ updated: null });
    expect((await get('/status')).remaining['xcb-scan']).toEqual({ remaining: 2, total: 2, failure: 0, paused: 0 });
  });
  it('can be deleted together with all jobs of their type', async () => {
    await failFourOfSix();
    const remove = async (body: object) => (await site.rest('DELETE', `${namespace}/jobs`, { as, body })).body;
    expect([await remove({}), await remove({ type: 'xcb-scan' }), await remove({ type: 'xcb-scan' })]).toEqual([
      { deleted: false },
      { deleted: 6 },
      { deleted: 0 },
    ]);
  });
});

describe('The status', () => {
  it('of an empty queue has empty values', async () => {
    expect(await get('/status')).toEqual({
      currentJobs: [],
      errors: { list: {}, hash: 'd751713988987e9331980363e24189ce' },
      remaining: [],
      additionalData: {},
    });
  });
  it('includes additional data on request', async () => {
    const { additionalData } = await get('/status', { additionalData: 'xcb-scan-list,xcb-scan-notice,nothing,xcb-db-consent-v2' });
    expect(additionalData).toEqual({
      'xcb-scan-list': { templates: { items: {} }, externalUrls: { items: {} } },
      'xcb-scan-notice': { countAll: 0, text: null },
      'xcb-db-consent-v2': { migrationNeeded: false },
    });
    expect((await get('/jobs', { additionalData: 'xcb-scan-notice' })).status.additionalData).toEqual({
      'xcb-scan-notice': { countAll: 0, text: null },
    });
  });
});
