import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { type PrivateServer, startPrivateServer } from '../../support/private-server.ts';
import { type Service, startService } from '../../support/service.ts';
import { createBoxOffice, findMismatches } from './box-office.ts';
import { load, report } from './size.ts';
import { startStorm } from './storm.ts';

const rounds = load.repetitions;

describe('The PostgreSQL server of two processes', () => {
  let server: PrivateServer;
  const services: Service[] = [];
  beforeAll(async () => {
    server = await startPrivateServer();
    for (let i = 0; i < 2; i += 1) services.push(await startService(server.url, { LOG_LEVEL: 'fatal' }));
  });
  afterAll(async () => {
    for (const service of services) await service.kill();
    await server?.close();
  });

  it(
    `is killed ${rounds} times under load: 503 meanwhile, recovery without a restart, no acknowledged write lost, exact counters, no incomplete order`,
    async () => {
      const writers = await startStorm(createBoxOffice(services));
      for (let round = 0; round < rounds; round += 1) {
        await writers.waitForWrites(100 + 41 * round);
        const refusedBefore = writers.unavailable();
        await server.kill();
        for (const { url } of services) {
          for (const path of ['/health/ready', '/rest/vendor/tickets/v1/tickets', '/rest/core/v2/posts']) {
            const response = await fetch(url + path);
            expect([path, response.status]).toEqual([path, 503]);
            if (path.startsWith('/rest')) expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
          }
          expect((await fetch(`${url}/health/live`)).status).toBe(200);
        }
        expect(writers.unavailable()).toBeGreaterThan(refusedBefore);
        await server.start();
        const restartedAt = Date.now();
        await writers.waitForWrites(100);
        for (const { url } of services) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        report(
          `PostgreSQL killed; 100 more writes within ${Date.now() - restartedAt} ms of its restart; ${writers.acknowledged()} acknowledged so far`,
        );
      }
      await writers.stop();
      expect(writers.unexpectedReplies).toEqual([]);
      const db = await openDatabase({ url: server.url, maxConnections: 1 });
      try {
        expect(await writers.findLostWrites(db)).toEqual([]);
        expect(await findMismatches(db)).toEqual([]);
      } finally {
        await db.close();
      }
      for (const service of services) expect(await service.stop()).toBe(0);
    },
    60_000 + rounds * 60_000,
  );
});
