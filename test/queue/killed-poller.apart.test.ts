import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

/** Set `LOAD_JOBS=5000` to test the documented number. */
const JOBS = Number(process.env['LOAD_JOBS'] ?? 300);
const PICK_MS = 15_000;

describe('Two pollers, one of which is killed,', () => {
  let services: Service[] = [];
  let drop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    const environment = { SITE_URL: 'http://site.test' };
    services = [await startService(database.url, environment), await startService(database.url, environment)];
  });
  afterAll(async () => {
    for (const service of services) await service.kill();
    await drop();
  });

  it(
    `finish ${JOBS} jobs, and never share a job within 15 seconds`,
    async () => {
      const [killed, other] = services as [Service, Service];
      const urls = Array.from({ length: JOBS }, (_, i) => `http://site.test/page-${i}`);
      expect((await other.rest('POST', '/consent-banner/v1/scanner/queue', { body: { urls } })).body).toEqual({ added: JOBS });
      const picks: { id: number; requestedAt: number; repliedAt: number }[] = [];
      const done = new Set<number>();
      const poll = async (service: Service, isOver: () => boolean) => {
        while (!isOver()) {
          const requestedAt = Date.now();
          const { body } = await service.rest('GET', '/queue/v1/jobs');
          const ids = (body.jobs as { id: number }[]).map(({ id }) => id);
          picks.push(...ids.map((id) => ({ id, requestedAt, repliedAt: Date.now() })));
          for (const id of ids) {
            await service.rest('POST', `/queue/v1/job/${id}/result`, { body: { process: 1 } });
            done.add(id);
          }
          if (ids.length === 0) await pause(500);
        }
      };
      const isDone = () => done.size >= JOBS;
      const killedPoller = poll(killed, () => false).catch(() => 'gone');
      const otherPoller = poll(other, isDone);
      while (done.size < JOBS / 3) await pause(20);
      await killed.kill();
      expect(await killedPoller).toBe('gone');
      // a result may have been stored although its process died before it sent the response
      const countRemaining = async () => Object.keys((await other.rest('GET', '/queue/v1/status')).body.remaining).length;
      while ((await countRemaining()) > 0) await pause(500);
      for (const { id } of picks) done.add(id);
      await otherPoller;
      expect(done.size).toBe(JOBS);
      for (const byId of Map.groupBy(picks, ({ id }) => id).values())
        for (const [index, { id, repliedAt }] of byId.slice(1).entries())
          expect(repliedAt - (byId[index]?.requestedAt ?? 0), `job ${id}`).toBeGreaterThanOrEqual(PICK_MS);
    },
    120_000 + JOBS * 100,
  );
});
