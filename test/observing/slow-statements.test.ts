import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { openTestDatabase } from '../support/database.ts';

let db: Database;
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  db = await openTestDatabase({ log, slowMs: 150 });
});
afterAll(() => db.close());

const takeLines = () => lines.splice(0).map((line) => JSON.parse(line) as { msg: string; statement: string; ms: number });

it('A slow SQL statement of any origin is logged without its values', async () => {
  await db.sql('SELECT pg_sleep($1::float8), $2::text', [0.2, 'a secret']);
  await db.prisma.$queryRaw`SELECT pg_sleep(${0.2}::float8)::text, ${'a secret'}::text`;
  await db.transaction((tx) => tx.$executeRaw`SELECT pg_sleep(${0.2}::float8)`);
  const logged = takeLines();
  expect(logged.map(({ msg }) => msg)).toEqual(Array.from({ length: 3 }, () => 'a slow statement'));
  for (const { statement, ms } of logged) {
    expect(statement).toContain('pg_sleep');
    expect(ms).toBeGreaterThanOrEqual(150);
  }
  expect(JSON.stringify(logged)).not.toContain('a secret');
});
