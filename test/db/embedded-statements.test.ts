import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { sqlState } from '../../src/core/db/errors.ts';
import { createLog } from '../../src/core/log.ts';

let db: Database;
beforeAll(async () => {
  db = await openDatabase({ url: 'pglite:memory', log: createLog('silent') });
  await db.sql('CREATE TABLE thing (id int PRIMARY KEY, name text)');
  await db.sql("INSERT INTO thing VALUES (1, 'one')");
});
afterAll(() => db.close());

const all = () => db.sql('SELECT * FROM thing ORDER BY id', [], 'all_things');

it('A statement with a name is kept prepared, one without is not', async () => {
  await all();
  await db.sql('SELECT 1 AS one');
  const kept = await db.sql<{ name: string; statement: string }>('SELECT name, statement FROM pg_prepared_statements');
  expect(kept).toEqual([{ name: 'all_things', statement: 'SELECT * FROM thing ORDER BY id' }]);
});

it('A kept statement goes on when its table has another column, and when PostgreSQL has forgotten it', async () => {
  await db.sql('ALTER TABLE thing ADD COLUMN size int');
  expect(await all()).toEqual([{ id: 1, name: 'one', size: null }]);
  await db.sql('DEALLOCATE ALL');
  expect(await all()).toEqual([{ id: 1, name: 'one', size: null }]);
});

it('A statement that fails says why, changes nothing, and leaves the next ones alone', async () => {
  const insert = (id: unknown, name: string) =>
    db.sql('INSERT INTO thing (id, name) VALUES ($1, $2) RETURNING id', [id, name], 'new_thing');
  for (const [id, state] of [
    [1, '23505'],
    ['x', '22P02'],
    [1, '23505'],
  ] as const)
    expect(sqlState(await insert(id, 'again').catch((error: unknown) => error))).toBe(state);
  expect(await insert(2, 'two')).toEqual([{ id: 2 }]);
  expect((await all()).length).toBe(2);
});

it('After closing, whoever asks is told so', async () => {
  const other = await openDatabase({ url: 'pglite:memory', log: createLog('silent') });
  const asked = () => other.sql('SELECT 1 AS one', [], 'one');
  expect(await asked()).toEqual([{ one: 1 }]);
  await other.close();
  await expect(asked()).rejects.toThrow('closed');
});

it('Several at once answer each its own', async () => {
  const texts = Array.from({ length: 30 }, (_, n) =>
    db.sql<{ n: number; text: string | null }>(
      'SELECT $1::int AS n, $2::text AS text',
      [n, n % 2 ? `${n}` : null],
      n % 3 ? 'said_back' : undefined,
    ),
  );
  expect((await Promise.all(texts)).flat()).toEqual(Array.from({ length: 30 }, (_, n) => ({ n, text: n % 2 ? `${n}` : null })));
});
