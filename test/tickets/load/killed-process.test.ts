import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Service, startService } from '../../support/service.ts';
import { createBoxOffice, findMismatches } from './box-office.ts';
import { load, report } from './size.ts';
import { startStorm, type Storm } from './storm.ts';

/** Number of kills. */
const rounds = load.repetitions;

describe('One of two processes on PostgreSQL', () => {
  let databaseUrl: string;
  let drop: () => Promise<void>;
  const running = new Set<Service>();
  beforeAll(async () => {
    ({ url: databaseUrl, drop } = await createTestDatabase());
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
  const kill = async (service: Service) => {
    await service.kill();
    running.delete(service);
  };

  it(
    `is killed ${rounds} times during writes of tickets, orders and posts: no acknowledged write is lost, counters are exact, no order is incomplete`,
    async () => {
      const storms: Storm[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [killed, other] = [await start(), await start()];
        const services = [killed, other];
        const writers = await startStorm(createBoxOffice(services));
        storms.push(writers);
        await writers.waitForWrites(100 + 37 * round);
        await kill(killed);
        // the other process continues at once, without waiting for the dead one
        await writers.waitForWrites(100);
        await writers.stop();
        await kill(other);
        expect(writers.unexpectedReplies).toEqual([]);

        const db = await openDatabase({ url: databaseUrl, maxConnections: 1 });
        try {
          for (const storm of storms) expect(await storm.findLostWrites(db)).toEqual([]);
          expect(await findMismatches(db)).toEqual([]);
        } finally {
          await db.close();
        }
        report(`killed after ${writers.acknowledged()} acknowledged writes: none lost`);
      }
      const restarted = await start();
      const office = createBoxOffice([restarted]);
      const ticket = await office.ticket(await office.post(), { ticket: { mode: 'own', capacity: 1 } });
      expect((await office.register(0, ticket)).status).toBe(201);
      expect((await office.register(1, ticket)).body.code).toBe('tec-tc-insufficient-stock');
      expect(await restarted.stop()).toBe(0);
    },
    60_000 + rounds * 30_000,
  );
});
