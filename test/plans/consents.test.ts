import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consents, rareFilterValues } from '../../bench/consent/data.ts';
import { getDeclaredStatements } from '../../src/core/db/statement.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { findFullScans, formatPlan, explainStatement, type Statement } from './explain.ts';

const CONSENTS = 30_000;
/** Tables that grow with every visitor. */
const GROWING = new Set(['consent', 'consent_address', 'consent_text', 'consent_day_count']);

describe(`The log of ${CONSENTS.toLocaleString('en')} consents in PostgreSQL`, () => {
  let site: WholeSite;
  let url: string;
  const prismaStatements: Statement[] = [];

  beforeAll(async () => {
    site = await openWholeSite();
    url = site.site.config.databaseUrl!;
    const client = new pg.Client(createServerConfig(url));
    await client.connect();
    try {
      await client.query('SET session_replication_role = replica');
      await consents(CONSENTS)(client);
      await client.query('VACUUM ANALYZE');
    } finally {
      await client.end();
    }
    site.site.db.prisma.$on('query' as never, ({ query, params }: { query: string; params: string }) => {
      prismaStatements.push({ text: query, values: JSON.parse(params) as unknown[] });
    });
    await site.user('administrator');
  }, 120_000);
  afterAll(() => site.close());

  it.each([
    ['newest', {}],
    ['with a UUID', { uuid: rareFilterValues.uuid }],
    ['with an IP address', { ip: rareFilterValues.ip }],
    ['given on a rare page', { referer: rareFilterValues.referer }],
    ['given on a frequent page', { referer: 'https://site.example/page-7' }],
    ['of a day', { from: rareFilterValues.day, to: rareFilterValues.day }],
    ['since a day', { from: rareFilterValues.day }],
    ['until a day', { to: '2026-10-02' }],
    ['of a rare context', { context: rareFilterValues.context }],
    ['of a day and a context', { from: rareFilterValues.day, to: rareFilterValues.day, context: 'de' }],
    ['of a frequent context', { context: 'de' }],
    ['given on a page, in a context', { referer: 'https://site.example/page-7', context: 'de' }],
    ['of a context between days', { from: '2026-10-03', to: rareFilterValues.day, context: 'de' }],
    ['with an IP address between days', { ip: rareFilterValues.ip, from: '2026-10-03', to: rareFilterValues.day }],
    ['of some days on a page', { from: '2026-10-28', to: rareFilterValues.day, referer: 'https://site.example/page-7' }],
  ])('is read by an index: %s', async (_what, filter: Record<string, string>) => {
    prismaStatements.length = 0;
    site.statements.length = 0;
    const { status, body } = await site.rest('GET', '/consent-banner/v1/consent/all', {
      as: 'administrator',
      query: { offset: 0, per_page: 10, ...filter },
    });
    expect(status).toBe(200);
    expect(body.count).toBeGreaterThan(0);
    expect(body.items).toHaveLength(Math.min(10, body.count));
    const withoutValues = site.statements
      .filter((text) => /\bconsent/.test(text) && !text.includes('$'))
      .map((text) => ({ text, values: [] }));
    const statements = [...prismaStatements.filter(({ text }) => text.includes('"consent')), ...withoutValues];
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      for (const [mode, plan] of Object.entries(await explainStatement(url, statement))) {
        expect(findFullScans(plan, GROWING), `${mode}: ${formatPlan(plan)}\n${statement.text}`).toEqual([]);
      }
    }
  });

  it.each([
    ['a context', [0, 'de', '-infinity', 'infinity', 0, 0, 0, 0]],
    ['a page', [107, null, '-infinity', 'infinity', 0, 0, 0, 0]],
    [
      'days with other bounds in the time zone',
      [0, 'de', '2026-10-20', '2026-10-28', '2026-10-19T22:00Z', '2026-10-20', '2026-10-28', '2026-10-28T22:00Z'],
    ],
  ])('is counted from daily totals, and for partial days by an index: %s', async (_what, values) => {
    const parameters = values.map((value, i) => (i > 3 && value === 0 ? '1970-01-01' : value));
    for (const [statement, limit] of [
      ['consent_day_counts', []],
      ['consent_day_counts_since', [10]],
    ] as const) {
      const text = getDeclaredStatements().find(({ name }) => name === statement)?.text ?? '';
      for (const [mode, plan] of Object.entries(await explainStatement(url, { text, values: [...parameters, ...limit] }))) {
        expect(findFullScans(plan, GROWING), `${mode}: ${formatPlan(plan)}`).toEqual([]);
      }
    }
  });

  it('lists its pages and contexts without a full scan', async () => {
    site.statements.length = 0;
    const { body } = await site.rest('GET', '/consent-banner/v1/consent/referer', { as: 'administrator' });
    expect(body.items).toContain(rareFilterValues.referer);
    await site.rest('GET', '/consent-banner/v1/revision/current', { as: 'administrator' });
    const texts = site.statements.filter((text) => /\bFROM consent\b/.test(text) && !text.includes('$'));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      const { custom } = await explainStatement(url, { text, values: [] });
      expect(findFullScans(custom, new Set(['consent'])), `${formatPlan(custom)}\n${text}`).toEqual([]);
    }
  });
});
