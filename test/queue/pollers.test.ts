import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFrozenClock, now, setClock } from '../../src/core/time/clock.ts';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

/** Set `LOAD_JOBS=5000` to test the documented number. */
const JOBS = Number(process.env['LOAD_JOBS'] ?? 500);
const PICK_MS = 15_000;

let site: WholeSite;

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(async () => {
  setClock();
  await site.close();
});

interface Poller {
  picked: { id: number; at: number }[];
  reported: Set<number>;
}

/** Takes jobs and reports them done until no jobs remain. After `max` results, stops and abandons the other jobs that it has taken. */
async function poll(max = Number.POSITIVE_INFINITY): Promise<Poller> {
  const as = 'editor';
  const poller: Poller = { picked: [], reported: new Set() };
  for (;;) {
    const { body } = await site.rest('GET', '/queue/v1/jobs', { as });
    const ids = (body.jobs as { id: number }[]).map(({ id }) => id);
    if (ids.length === 0) return poller;
    poller.picked.push(...ids.map((id) => ({ id, at: now().getTime() })));
    for (const id of ids) {
      if (poller.reported.size >= max) return poller;
      const { status } = await site.rest('POST', `/queue/v1/job/${id}/result`, { as, body: { process: 1 } });
      expect(status).toBe(200);
      poller.reported.add(id);
    }
  }
}

it(`Two pollers finish ${JOBS} jobs, although one stops in the middle, and never share a job`, async () => {
  await addJobs(
    site.site,
    Array.from({ length: JOBS }, (_, i) => ({
      type: 'xcb-scan',
      worker: 'client' as const,
      retries: 3,
      data: { url: `http://site.test/${i}` },
    })),
  );
  // with a frozen clock, picked jobs stay picked on a slow machine
  const start = now();
  setClock(createFrozenClock(start));
  const [stopped, other] = await Promise.all([poll(110), poll()]);
  const abandoned = stopped.picked.filter(({ id }) => !stopped.reported.has(id));
  expect(abandoned.length).toBeGreaterThan(0);
  expect([...stopped.picked, ...other.picked].length).toBe(JOBS);
  expect(new Set([...stopped.picked, ...other.picked].map(({ id }) => id)).size).toBe(JOBS);

  // the abandoned jobs are unavailable until their time is over
  expect((await poll()).picked).toEqual([]);
  setClock(createFrozenClock(new Date(start.getTime() + PICK_MS)));
  const retried = await poll();
  expect(new Set(retried.picked.map(({ id }) => id))).toEqual(new Set(abandoned.map(({ id }) => id)));
  expect(retried.picked).toHaveLength(abandoned.length);
  for (const { id, at } of retried.picked)
    expect(at - (abandoned.find((pick) => pick.id === id)?.at ?? at)).toBeGreaterThanOrEqual(PICK_MS);
  const { body } = await site.rest('GET', '/queue/v1/status', { as: 'editor' });
  expect(body).toMatchObject({ remaining: [], currentJobs: [] });
});
