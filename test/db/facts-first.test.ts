import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowShape } from '../../src/core/db/columns.ts';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { isUniqueViolation } from '../../src/core/db/errors.ts';
import { type Statement } from '../../src/core/db/statement.ts';
import { runForRequest } from '../../src/core/logging/request-facts.ts';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // one connection, so that the next statement could receive the facts of the previous statement
  database = await openDatabase({ url: testDatabase.url, maxConnections: 1 });
  await database.sql(
    "CREATE TABLE fact_log (id int PRIMARY KEY, facts text NOT NULL DEFAULT COALESCE(current_setting('marquee.facts', true), ''))",
  );
  await database.sql(
    'CREATE TABLE fact_reference (id int PRIMARY KEY, log_id int NOT NULL REFERENCES fact_log DEFERRABLE INITIALLY DEFERRED)',
  );
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

const insert: Statement<{ id: number; facts: string }> = {
  name: 'insert_fact_log',
  text: 'INSERT INTO fact_log (id) VALUES ($1::int) RETURNING id, facts',
  shape: rowShape({ id: 'int', facts: 'text' }),
};

/** Runs work as part of a request with an ID. */
const runInRequest = <T>(id: string, work: () => Promise<T>) =>
  runForRequest({ id, route: '', operations: ['Op'], caller: 'user 7', statements: 0, cost: 0 }, work);
const write = (request: string, id: number) => runInRequest(request, () => database.rows(insert, [id]));
const requestIdOf = ([row]: { facts: string }[]) => JSON.parse(row!.facts).request as string;

describe('Write of a request', () => {
  it('has the facts of its own request on a reused connection', async () => {
    expect(requestIdOf(await write('first', 1))).toBe('first');
    expect(requestIdOf(await write('second', 2))).toBe('second');
    await runInRequest('unnamed', () => database.sql('INSERT INTO fact_log (id) VALUES ($1::int)', [3]));
    await runInRequest('plain', () => database.sql('INSERT INTO fact_log (id) VALUES (4)'));
    const rows = await database.sql<{ facts: string }>('SELECT facts FROM fact_log WHERE id IN (3, 4) ORDER BY id');
    expect(rows.map((row) => requestIdOf([row]))).toEqual(['unnamed', 'plain']);
    // statements outside of requests have no facts
    await database.sql('INSERT INTO fact_log (id) VALUES (5)');
    expect(await database.sql('SELECT facts FROM fact_log WHERE id = 5')).toEqual([{ facts: '' }]);
  });

  it('leaves no facts on its connection when it fails during execution, parsing or commit', async () => {
    const failed = await write('again', 1).catch((error: unknown) => error);
    expect(isUniqueViolation(failed, 'fact_log_pkey')).toBe(true);
    await expect(runInRequest('wrong', () => database.sql('INSERT INTO fact_log (nothing) VALUES ($1::int)', [9]))).rejects.toThrow(
      /nothing/,
    );
    await expect(
      runInRequest('late', () => database.sql('INSERT INTO fact_reference (id, log_id) VALUES ($1::int, 99)', [1])),
    ).rejects.toThrow(/fact_reference_log_id_fkey/);
    expect(await database.sql('SELECT id FROM fact_reference')).toEqual([]);
    expect(requestIdOf(await write('after', 10))).toBe('after');
  });
});
