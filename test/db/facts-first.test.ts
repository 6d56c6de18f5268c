import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowShape } from '../../src/core/db/columns.ts';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { isUniqueViolation } from '../../src/core/db/errors.ts';
import { type Statement } from '../../src/core/db/statement.ts';
import { forRequest } from '../../src/core/logging/request-facts.ts';
import { type TestDatabase, testDatabaseUrl } from '../support/database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabaseUrl();
  // one connection, so that the next statement sees what a write left behind
  database = await openDatabase({ url: test.url, max: 1 });
  await database.sql(
    "CREATE TABLE said (id int PRIMARY KEY, facts text NOT NULL DEFAULT COALESCE(current_setting('marquee.facts', true), ''))",
  );
  await database.sql('CREATE TABLE held (id int PRIMARY KEY, of int NOT NULL REFERENCES said DEFERRABLE INITIALLY DEFERRED)');
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

const insert: Statement<{ id: number; facts: string }> = {
  name: 'insert_said',
  text: 'INSERT INTO said (id) VALUES ($1::int) RETURNING id, facts',
  shape: rowShape({ id: 'int', facts: 'text' }),
};

/** Runs work for a request with this ID. */
const forRequestId = <T>(id: string, work: () => Promise<T>) =>
  forRequest({ id, route: '', operations: ['Op'], caller: 'user 7', statements: 0, cost: 0 }, work);
const write = (request: string, id: number) => forRequestId(request, () => database.rows(insert, [id]));
const requestOf = ([row]: { facts: string }[]) => JSON.parse(row!.facts).request as string;

describe('Write of a request', () => {
  it('has the facts of its own request on a reused connection', async () => {
    expect(requestOf(await write('first', 1))).toBe('first');
    expect(requestOf(await write('second', 2))).toBe('second');
    await forRequestId('unnamed', () => database.sql('INSERT INTO said (id) VALUES ($1::int)', [3]));
    await forRequestId('plain', () => database.sql('INSERT INTO said (id) VALUES (4)'));
    const rows = await database.sql<{ facts: string }>('SELECT facts FROM said WHERE id IN (3, 4) ORDER BY id');
    expect(rows.map((row) => requestOf([row]))).toEqual(['unnamed', 'plain']);
    // statements outside of requests have none
    await database.sql('INSERT INTO said (id) VALUES (5)');
    expect(await database.sql('SELECT facts FROM said WHERE id = 5')).toEqual([{ facts: '' }]);
  });

  it('leaves no facts behind when it fails during execution, parsing or commit', async () => {
    const failed = await write('again', 1).catch((error: unknown) => error);
    expect(isUniqueViolation(failed, 'said_pkey')).toBe(true);
    await expect(forRequestId('wrong', () => database.sql('INSERT INTO said (nothing) VALUES ($1::int)', [9]))).rejects.toThrow(/nothing/);
    await expect(forRequestId('late', () => database.sql('INSERT INTO held (id, of) VALUES ($1::int, 99)', [1]))).rejects.toThrow(
      /held_of_fkey/,
    );
    expect(await database.sql('SELECT id FROM held')).toEqual([]);
    expect(requestOf(await write('after', 10))).toBe('after');
  });
});
