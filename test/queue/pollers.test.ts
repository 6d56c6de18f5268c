import { afterAll, beforeAll, expect, it } from 'vitest';
import { frozenAt, now, setClock } from '../../src/core/time/clock.ts';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

/** `LOAD_JOBS=5000` for the figure of the promise. */
const JOBS = Number(process.env['LOAD_JOBS'] ?? 500);
const PICKED_MS = 15_000;

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

/** Takes jobs and reports them done until none exist to take, or until the given number is done: then it is gone with what it has. */
async function poll(most = Number.POSITIVE_INFINITY): Promise<Poller> {
  const as = 'editor';
  const poller: Poller = { picked: [], reported: new Set() };
  for (;;) {
    const { body } = await site.rest('GET', '/queue/v1/jobs', { as });
    const ids = (body.jobs as { id: number }[]).map(({ id }) => id);
    if (ids.length === 0) return poller;
    poller.picked.push(...ids.map((id) => ({ id, at: now().getTime() })));
    for (const id of ids) {
      if (poller.reported.size >= most) return poller;
      const { status } = await site.rest('POST', `/queue/v1/job/${id}/result`, { as, body: { process: 1 } });
      expect(status).toBe(200);
      poller.reported.add(id);
    }
  }
}

it(`Two pollers do ${JOBS} jobs, though one stops in the middle, and none has what the other has`, async () => {
  await addJobs(
    site.site,
    Array.from({ length: JOBS }, (_, i) => ({
      type: 'xcb-scan',
      worker: 'client' as const,
      retries: 3,
      data: { url: `http://site.test/${i}` },
    })),
  );
  // however slow the machine is, what was picked stays picked until time goes on
  const began = now();
  setClock(frozenAt(began));
  const [stopped, other] = await Promise.all([poll(110), poll()]);
  const left = stopped.picked.filter(({ id }) => !stopped.reported.has(id));
  expect(left.length).toBeGreaterThan(0);
  expect([...stopped.picked, ...other.picked].length).toBe(JOBS);
  expect(new Set([...stopped.picked, ...other.picked].map(({ id }) => id)).size).toBe(JOBS);

  // what it had is nobody's until its time is over
  expect((await poll()).picked).toEqual([]);
  setClock(frozenAt(new Date(began.getTime() + PICKED_MS)));
  const rest = await poll();
  expect(new Set(rest.picked.map(({ id }) => id))).toEqual(new Set(left.map(({ id }) => id)));
  expect(rest.picked).toHaveLength(left.length);
  for (const { id, at } of rest.picked) expect(at - (left.find((one) => one.id === id)?.at ?? at)).toBeGreaterThanOrEqual(PICKED_MS);
  const { body } = await site.rest('GET', '/queue/v1/status', { as: 'editor' });
  expect(body).toMatchObject({ remaining: [], currentJobs: [] });
});
