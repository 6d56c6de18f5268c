import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { sealEntries } from '../../src/domains/audit/seal.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { testDatabaseUrl, type TestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { openWholeSite } from '../support/site.ts';

/** Number of kills; each costs a start of some seconds. CI uses one; `LOAD_KILLS` sets more. */
const KILLS = Number(process.env['LOAD_KILLS'] ?? 1);
const PROCESSES = 3;

describe('Several processes that write and seal the audit log', () => {
  let database: TestDatabase;
  let client: pg.Client;
  const services = new Map<string, Service>();
  let started = 0;

  async function start(): Promise<void> {
    const name = `process-${(started += 1)}`;
    const address = new URL(database.url);
    address.searchParams.set('application_name', name);
    services.set(name, await startService(address.href));
  }

  beforeAll(async () => {
    database = await testDatabaseUrl();
    client = new pg.Client(database.url);
    await client.connect();
    // only the first one: it migrates and creates the administrator
    for (let n = 0; n < PROCESSES; n += 1) await start();
    // sealing is slowed down so that its process can be found and killed
    await client.query(
      `CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN NEW; END $$`,
    );
    await client.query('CREATE TRIGGER take_a_moment AFTER INSERT ON audit_seal FOR EACH ROW EXECUTE FUNCTION take_a_moment()');
  }, 120_000);
  afterAll(async () => {
    for (const service of services.values()) await service.kill();
    await client.end();
    await database.drop();
  });

  /** Returns the name of the process that is sealing now. */
  async function findSealingProcess(): Promise<string> {
    for (;;) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      if (rows[0] && services.has(rows[0].name)) return rows[0].name;
      await pause(20);
    }
  }

  it('keep an unbroken chain when processes are killed while they seal', async () => {
    const acknowledged: number[] = [];
    let isOver = false;
    const writing = Array.from({ length: PROCESSES }, async (_, n) => {
      while (!isOver) {
        await pause(40);
        const alive = [...services.values()];
        const made = await alive[n % alive.length]!.rest('POST', '/core/v2/posts', { body: { title: 'Noted' } }).catch(() => null);
        if (made?.status === 201) acknowledged.push(made.body.id as number);
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const name = await findSealingProcess();
      const { kill: end } = services.get(name)!;
      services.delete(name);
      await end();
      await start();
    }
    // the others continue to seal
    await findSealingProcess();
    isOver = true;
    await Promise.all(writing);
    for (const [name, { kill }] of services) {
      services.delete(name);
      await kill();
    }
    await client.query('DROP TRIGGER take_a_moment ON audit_seal');

    const { site, close } = await openWholeSite({ DATABASE_URL: database.url, SECRET_KEY: '5'.repeat(64) });
    try {
      // PostgreSQL releases the locks of a dead process when its connection ends
      await expect.poll(async () => (await sealEntries(site), (await site.db.sql('SELECT FROM audit_unsealed')).length)).toBe(0);
      const { faults, checked } = await verifyAudit(site);
      expect(faults).toEqual([]);
      const [counted] = await site.db.sql<{ sealed: number; different: number; entries: number }>(
        `SELECT count(*)::int AS sealed, count(DISTINCT id)::int AS different, (SELECT count(*) FROM audit_entry)::int AS entries
          FROM audit_seal, unnest(entry_ids) AS id`,
      );
      expect(counted).toEqual({ sealed: checked, different: checked, entries: checked });
      const rows = await site.db.sql<{ id: number }>(
        `SELECT (after->>'id')::int AS id FROM audit_entry WHERE subject = 'content' AND action = 'insert'`,
      );
      const noted = rows.map(({ id }) => id);
      expect(new Set(noted).size).toBe(noted.length);
      expect(acknowledged.length).toBeGreaterThan(KILLS);
      expect(acknowledged.filter((id) => !noted.includes(id))).toEqual([]);
    } finally {
      await close();
    }
  }, 300_000);
});
