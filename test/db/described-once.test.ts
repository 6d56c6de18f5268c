import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { runDescribedOnce } from '../../src/core/db/described-once.ts';
import { testDatabaseUrl } from '../support/database.ts';

const byId = { name: 'things_by_id', text: 'SELECT id, label, bytes FROM things WHERE id >= $1::int ORDER BY id' };

/** Hands over a pool of one connection to a database with two things in it, and how often the server has said the columns of a response. */
async function withThings(work: (pool: pg.Pool, described: () => number) => Promise<void>): Promise<void> {
  const test = await testDatabaseUrl();
  let described = 0;
  const pool = new pg.Pool({ connectionString: test.url, max: 1 });
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('rowDescription', () => (described += 1));
  });
  try {
    await pool.query('CREATE TABLE things (id int PRIMARY KEY, label text, bytes bytea)');
    await pool.query("INSERT INTO things VALUES (1, 'one', '\\x00ff'), (2, NULL, NULL)");
    await work(pool, () => described);
  } finally {
    await pool.end();
    await test.drop();
  }
}

describe('a named statement', () => {
  it('answers the same rows, fields and counts whether its columns were asked for or known', async () => {
    await withThings(async (pool, described) => {
      const first = await runDescribedOnce(pool, { ...byId, values: [1] });
      expect(first.rows).toEqual([
        { id: 1, label: 'one', bytes: Buffer.from([0, 255]) },
        { id: 2, label: null, bytes: null },
      ]);
      const again = await runDescribedOnce(pool, { ...byId, values: [1] });
      expect(again.rows).toEqual(first.rows);
      expect(again.fields).toEqual(first.fields);
      expect([again.command, again.rowCount]).toEqual(['SELECT', 2]);
      expect((await runDescribedOnce(pool, { ...byId, values: [3] })).rows).toEqual([]);
      expect(described()).toBe(1);
    });
  });

  it('is described anew on a connection that does not keep it', async () => {
    await withThings(async (pool, described) => {
      await runDescribedOnce(pool, { ...byId, values: [1] });
      await pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      const before = described();
      expect((await runDescribedOnce(pool, { ...byId, values: [2] })).rows).toHaveLength(1);
      expect(described()).toBe(before + 1);
    });
  });

  it('fails as ever: for a value it cannot read, a text that is wrong, columns that became others', async () => {
    await withThings(async (pool) => {
      await expect(runDescribedOnce(pool, { ...byId, values: ['no number'] })).rejects.toMatchObject({ code: '22P02' });
      const wrong = { name: 'wrong', text: 'SELECT nothing FROM things WHERE id = $1::int', values: [1] };
      for (let turn = 0; turn < 2; turn++) await expect(runDescribedOnce(pool, wrong)).rejects.toMatchObject({ code: '42703' });
      expect((await runDescribedOnce(pool, { ...byId, values: [2] })).rows).toHaveLength(1);
      await pool.query('ALTER TABLE things ALTER COLUMN label TYPE int USING 5');
      await expect(runDescribedOnce(pool, { ...byId, values: [1] })).rejects.toMatchObject({ code: '0A000' });
      // on a connection that starts afresh
      expect((await runDescribedOnce(pool, { ...byId, values: [2] })).rows).toMatchObject([{ label: 5 }]);
    });
  });
});
