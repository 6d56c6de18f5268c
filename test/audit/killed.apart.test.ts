import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { sealEntries } from '../../src/domains/audit/seal.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { openWholeSite } from '../support/site.ts';

/** Number of kills. After each, a process starts, which takes some seconds. `LOAD_KILLS` sets the number, by default one. */
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
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    // one after another: the first process migrates and creates the administrator
    for (let n = 0; n < PROCESSES; n += 1) await start();
    // sealing is slowed down so that its process can be found and killed
    await client.query(
      `CREATE FUNCTION delay_sealing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN NEW; END $$`,
    );
    await client.query('CREATE TRIGGER delay_sealing AFTER INSERT ON audit_seal FOR EACH ROW EXECUTE FUNCTION delay_sealing()');
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

  it('keep the chain complete if processes are killed while they seal', async () => {
    const acknowledged: number[] = [];
    let isStopped = false;
    const writing = Array.from({ length: PROCESSES }, async (_, n) => {
      while (!isStopped) {
        await pause(40);
        const alive = [...services.values()];
        const created = await alive[n % alive.length]!.rest('POST', '/core/v2/posts', { body: { title: 'Noted' } }).catch(() => null);
        if (created?.status === 201) acknowledged.push(created.body.id as number);
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const name = await findSealingProcess();
      const service = services.get(name)!;
      services.delete(name);
      await service.kill();
      await start();
    }
    // the remaining processes continue to seal
    await findSealingProcess();
    isStopped = true;
    await Promise.all(writing);
    for (const [name, { kill }] of services) {
      services.delete(name);
      await kill();
    }
    await client.query('DROP TRIGGER delay_sealing ON audit_seal');

    const { site, close } = await openWholeSite({ DATABASE_URL: database.url, SECRET_KEY: '5'.repeat(64) });
    try {
      // PostgreSQL releases the locks of a dead process when its connection ends
      await expect.poll(async () => (await sealEntries(site), (await site.db.sql('SELECT FROM audit_unsealed')).length)).toBe(0);
      const { faults, checked } = await verifyAudit(site);
      expect(faults).toEqual([]);
      const [counts] = await site.db.sql<{ sealed: number; distinct_ids: number; entries: number }>(
        `SELECT count(*)::int AS sealed, count(DISTINCT id)::int AS distinct_ids, (SELECT count(*) FROM audit_entry)::int AS entries
          FROM audit_seal, unnest(entry_ids) AS id`,
      );
      expect(counts).toEqual({ sealed: checked, distinct_ids: checked, entries: checked });
      const rows = await site.db.sql<{ id: number }>(
        `SELECT (after->>'id')::int AS id FROM audit_entry WHERE subject = 'content' AND action = 'insert'`,
      );
      const recordedIds = rows.map(({ id }) => id);
      expect(new Set(recordedIds).size).toBe(recordedIds.length);
      expect(acknowledged.length).toBeGreaterThan(KILLS);
      expect(acknowledged.filter((id) => !recordedIds.includes(id))).toEqual([]);
    } finally {
      await close();
    }
  }, 300_000);
});
