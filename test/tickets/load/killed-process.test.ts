import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { type Service, startService } from '../../support/service.ts';
import { boxOffice, disagreements } from './box-office.ts';
import { load, report } from './size.ts';
import { storm } from './storm.ts';

/** Number of kills. */
const rounds = load.repetitions;

describe('One of two processes on PostgreSQL', () => {
  let databaseUrl: string;
  let drop: () => Promise<void>;
  const running = new Set<Service>();
  beforeAll(async () => {
    ({ url: databaseUrl, drop } = await testDatabaseUrl());
  });
  afterAll(async () => {
    for (const service of running) await service.kill();
    await drop();
  });

  const start = async () => {
    const service = await startService(databaseUrl);
    running.add(service);
    return service;
  };
  const gone = async (service: Service) => {
    await service.kill();
    running.delete(service);
  };

  it(
    `is killed ${rounds} times during writes of tickets, orders and posts: no acknowledged write is lost, counters are exact, no order is incomplete`,
    async () => {
      const storms: Awaited<ReturnType<typeof storm>>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [killed, other] = [await start(), await start()];
        const services = [killed, other];
        const one = await storm(boxOffice(services));
        storms.push(one);
        await one.reaches(100 + 37 * round);
        await gone(killed);
        // the other process continues at once, without waiting for the dead one
        await one.reaches(100);
        await one.end();
        await gone(other);
        expect(one.odd).toEqual([]);

        const db = await openDatabase({ url: databaseUrl, max: 1 });
        try {
          for (const each of storms) expect(await each.losses(db)).toEqual([]);
          expect(await disagreements(db)).toEqual([]);
        } finally {
          await db.close();
        }
        report(`killed after ${one.acknowledged()} acknowledged writes: all there`);
      }
      const again = await start();
      const office = boxOffice([again]);
      const ticket = await office.ticket(await office.post(), { ticket: { mode: 'own', capacity: 1 } });
      expect((await office.register(0, ticket)).status).toBe(201);
      expect((await office.register(1, ticket)).body.code).toBe('tec-tc-insufficient-stock');
      expect(await again.stop()).toBe(0);
    },
    60_000 + rounds * 30_000,
  );
});
