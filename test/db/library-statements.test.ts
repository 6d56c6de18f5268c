import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { openTestDatabase } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 1 });
  await db.libraryStatements('CREATE TABLE lantern (id int)');
});
afterAll(() => db.close());

const listLanterns = async () => (await db.libraryStatements('SELECT id FROM lantern ORDER BY id')).rows;

describe('Statements of a library', () => {
  it('accept parameters and return rows like the driver', async () => {
    const { rows } = await db.libraryStatements('SELECT $1::int AS one, $2::jsonb AS map, $3::timestamptz AS at', [
      1,
      '{"a":[2]}',
      '2026-01-02T03:04:05Z',
    ]);
    expect(rows).toEqual([{ one: 1, map: { a: [2] }, at: new Date('2026-01-02T03:04:05Z') }]);
  });

  it('may form one transaction, and return all rows', async () => {
    const text = 'BEGIN; INSERT INTO lantern VALUES (1), (2) RETURNING id; DELETE FROM lantern WHERE id = 2 RETURNING id; COMMIT;';
    expect((await db.libraryStatements(text)).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 2 }]);
    expect(await listLanterns()).toEqual([{ id: 1 }]);
  });

  it('change nothing and release the connection if their transaction fails', async () => {
    const failing = db.libraryStatements('\n  BEGIN; INSERT INTO lantern VALUES (3); SELECT 1/0; COMMIT;');
    const concurrent = db.sql('SELECT 7 AS seven');
    await expect(failing).rejects.toThrow('division by zero');
    expect(await concurrent).toEqual([{ seven: 7 }]);
    expect(await listLanterns()).toEqual([{ id: 1 }]);
    await db.transaction((tx) => tx.setting.create({ data: { key: 'after', value: 1 } }));
    expect(await db.prisma.setting.count({ where: { key: 'after' } })).toBe(1);
  });

  it("fail with PostgreSQL's message", async () => {
    await expect(db.libraryStatements('SELECT * FROM no_lantern')).rejects.toThrow('"no_lantern" does not exist');
    expect(await listLanterns()).toEqual([{ id: 1 }]);
  });
});
