import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { isUniqueViolation, getSqlState } from '../../src/core/db/errors.ts';
import { openTestDatabase } from '../support/database.ts';

let db: Database;
const queries: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase({ onQuery: (sql) => queries.push(sql), transactionTimeoutMs: 4_000 });
});
afterAll(() => db.close());
afterEach(() => db.prisma.setting.deleteMany());

const userData = (login: string) => ({ login, email: `${login}@example.org`, displayName: login, slug: login, role: 'author' });
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('was not refused'),
    (error: unknown) => error,
  );

describe('String that begins with U+FEFF', () => {
  const text = '\uFEFFmark';
  const read = async () => [
    (await db.sql<{ t: string }>('SELECT $1::text AS t', [text]))[0]?.t,
    (await db.prisma.setting.findUniqueOrThrow({ where: { key: text } })).value,
    (await db.transaction((tx) => tx.$queryRaw<{ key: string }[]>`SELECT key FROM setting`))[0]?.key,
    (await db.sql<{ keys: string[] }>('SELECT array_agg(key) AS keys FROM setting'))[0]?.keys[0],
  ];

  it('is read back unchanged, even after failed statements', async () => {
    await db.prisma.setting.create({ data: { key: text, value: text } });
    expect(await read()).toEqual([text, text, text, text]);
    for (const work of [
      () => db.sql('SELECT 1/0'),
      () => db.prisma.setting.create({ data: { key: text, value: 1 } }),
      () => db.transaction((tx) => tx.$queryRaw`SELECT 1/0`),
    ])
      await rejection(work());
    expect(await read()).toEqual([text, text, text, text]);
  });
});

describe('Direct statements', () => {
  it('return every array of strings and every date unchanged', async () => {
    const texts = fc.array(fc.oneof(fc.constantFrom('NULL', 'null', '', '{}', 'a,b', '"', '\\', '[1:2]={'), fc.string({ unit: 'binary' })));
    const times = fc.array(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }));
    await fc.assert(
      fc.asyncProperty(texts, times, fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), async (rawTexts, dates, ints) => {
        const stored = rawTexts.map((text) => text.replaceAll('\0', ''));
        const wholeSeconds = dates.map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));
        const [row] = await db.sql<Record<'texts' | 'ints', unknown>>('SELECT $1::text[] AS texts, $2::int[] AS ints', [stored, ints]);
        expect(row).toEqual({ texts: stored, ints });
        const timestamps = [...dates, ...wholeSeconds];
        const rows = await db.sql<{ at: Date }>('SELECT unnest($1::timestamptz[]) AS at', [timestamps]);
        expect(rows.map(({ at }) => at)).toEqual(timestamps);
      }),
      { numRuns: 60 },
    );
  });

  it('return the same JavaScript types on both databases', async () => {
    const [row] = await db.sql(
      `SELECT 7::int4 AS i, 7::int2 AS s, 9007199254740991::int8 AS big, 9007199254740993::int8 AS huge, 1.50::numeric AS n, 1.5::float8 AS f,
              true AS b, 'ä'::text AS t, '2024-03-01 10:00:00.5+02'::timestamptz AS tz, '2024-03-01 10:00:00'::timestamp AS ts,
              '2024-03-01'::date AS d, '10:00'::time AS clock, '{"a":[1]}'::jsonb AS j, '\\x00ff'::bytea AS raw, NULL::int4 AS nothing,
              ARRAY[1,NULL,3]::int4[] AS ints, ARRAY['a','b "c"','','NULL']::text[] AS texts, ARRAY[9007199254740993]::int8[] AS bigs,
              ARRAY['2024-03-01 10:00:00+00']::timestamptz[] AS times, ARRAY['{"a":1}']::jsonb[] AS docs, ARRAY[ARRAY[1,2],ARRAY[3,4]] AS nested,
              '{}'::text[] AS none, count(*) AS counted, '7a0e8f2e-5f0a-4b7e-9a0e-0123456789ab'::uuid AS uuid`,
    );
    expect(row).toEqual({
      i: 7,
      s: 7,
      big: 9007199254740991,
      huge: 9007199254740993n,
      n: '1.50',
      f: 1.5,
      b: true,
      t: 'ä',
      tz: new Date('2024-03-01T08:00:00.500Z'),
      ts: new Date('2024-03-01T10:00:00Z'),
      d: '2024-03-01',
      clock: '10:00:00',
      j: { a: [1] },
      raw: Uint8Array.from([0, 255]),
      nothing: null,
      ints: [1, null, 3],
      texts: ['a', 'b "c"', '', 'NULL'],
      bigs: [9007199254740993n],
      times: [new Date('2024-03-01T10:00:00Z')],
      docs: [{ a: 1 }],
      nested: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      counted: 1,
      uuid: '7a0e8f2e-5f0a-4b7e-9a0e-0123456789ab',
    });
  });

  it('accept the same parameters on both databases', async () => {
    const at = new Date('2024-03-01T10:00:00.123Z');
    const [row] = await db.sql(
      `SELECT $1::int4 AS i, $2::int8 AS big, $3::bool AS b, $4::text AS t, $5::timestamptz AS tz, $6::jsonb AS j, $7::bytea AS raw,
              $8::text[] AS texts, $9::int4[] AS ints, $10::numeric AS n, $11::text AS number_as_text, $12::int4 AS nothing, $13::jsonb AS list`,
      [
        7,
        2n ** 60n,
        false,
        'x',
        at,
        { a: 'ä"\\' },
        Uint8Array.from([1, 2]),
        ['a"b\\', 'NULL', null, ''],
        [1, 2],
        '1.5',
        5,
        undefined,
        JSON.stringify([1]),
      ],
    );
    expect(row).toEqual({
      i: 7,
      big: 2n ** 60n,
      b: false,
      t: 'x',
      tz: at,
      j: { a: 'ä"\\' },
      raw: Uint8Array.from([1, 2]),
      texts: ['a"b\\', 'NULL', null, ''],
      ints: [1, 2],
      n: '1.5',
      number_as_text: '5',
      nothing: null,
      list: [1],
    });
  });

  it('may have a name and run again with other values', async () => {
    const runDouble = (n: number) => db.sql<{ twice: number }>('SELECT $1::int4 * 2 AS twice', [n], 'double');
    expect([await runDouble(2), await runDouble(4)]).toEqual([[{ twice: 4 }], [{ twice: 8 }]]);
  });

  it('return enum values as strings', async () => {
    await db.prisma.$executeRaw`CREATE TYPE color AS ENUM ('red', 'dark blue')`;
    const [row] = await db.sql(`SELECT 'red'::color AS one`);
    expect(row).toEqual({ one: 'red' });
  });
});

describe('Prisma', () => {
  it('loads a relation with one statement', async () => {
    await db.prisma.user.create({
      data: { ...userData('joined'), sessions: { create: { tokenHash: 't', createdAt: new Date(0), expiresAt: new Date(0) } } },
    });
    queries.length = 0;
    const user = await db.prisma.user.findUnique({ where: { login: 'joined' }, include: { sessions: true } });
    expect(user?.sessions).toHaveLength(1);
    expect(queries).toHaveLength(1);
  });

  it('assigns IDs of contents and revisions from one sequence', async () => {
    const day = new Date('2024-01-01T00:00:00Z');
    const dates = { dateLocal: day, modifiedLocal: day, modifiedUtc: day };
    const first = await db.prisma.content.create({ data: { kind: 'post', status: 'draft', ...dates } });
    const revision = await db.prisma.revision.create({
      data: { contentId: first.id, title: '', content: '', excerpt: '', createdLocal: day, createdUtc: day },
    });
    const second = await db.prisma.content.create({ data: { kind: 'page', status: 'draft', ...dates } });
    expect([revision.id, second.id]).toEqual([first.id + 1, first.id + 2]);
  });

  it('preserves timestamps', async () => {
    const at = new Date('2024-07-01T12:34:56Z');
    await db.prisma.embedCache.create({ data: { key: 'instant', data: {}, expiresAt: at } });
    const stored = await db.prisma.embedCache.findUnique({ where: { key: 'instant' } });
    const [raw] = await db.sql(`SELECT expires_at FROM embed_cache WHERE key = 'instant'`);
    expect([stored?.expiresAt, raw?.['expires_at']]).toEqual([at, at]);
  });
});

describe('Unique violation', () => {
  it('is recognized with its constraint, from Prisma and from SQL', async () => {
    await db.prisma.user.create({ data: userData('twice') });
    const fromPrisma = await rejection(
      db.prisma.user.create({ data: { ...userData('twice'), email: 'other@example.org', slug: 'other' } }),
    );
    const fromSql = await rejection(
      db.sql(`INSERT INTO user_account (login, email, display_name, slug, role) VALUES ('twice', 'a', 'b', 'c', 'd')`),
    );
    const fromRaw = await rejection(
      db.prisma.$executeRaw`INSERT INTO user_account (login, email, display_name, slug, role) VALUES ('twice', 'a', 'b', 'c', 'd')`,
    );
    for (const error of [fromPrisma, fromSql, fromRaw]) {
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, 'user_account_login_key')).toBe(true);
      expect(isUniqueViolation(error, 'user_account_email_key')).toBe(false);
    }
  });

  it('is recognized for a partial index', async () => {
    const day = new Date('2024-01-01T00:00:00Z');
    const event = { kind: 'event', status: 'publish', slug: 'same', dateLocal: day, modifiedLocal: day, modifiedUtc: day };
    await db.prisma.content.create({ data: event });
    expect(isUniqueViolation(await rejection(db.prisma.content.create({ data: event })), 'content_kind_slug_unique')).toBe(true);
  });

  it('is not confused with other errors', async () => {
    expect(isUniqueViolation(await rejection(db.sql('SELECT 1/0')))).toBe(false);
    expect(getSqlState(await rejection(db.sql('SELECT 1/0')))).toBe('22012');
    expect(getSqlState(await rejection(db.prisma.$queryRaw`SELECT 1/0`))).toBe('22012');
  });
});
