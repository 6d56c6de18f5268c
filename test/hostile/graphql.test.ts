import fc from 'fast-check';
import { buildSchema, type GraphQLSchema, printSchema } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { generateDocument, type HostileDocument } from './documents.ts';
import { createSender } from './sender.ts';
import { openSessionHeaders } from './session.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_120);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 80);

let site: ListeningSite;
let http: ReturnType<typeof createSender>;
let schema: GraphQLSchema;
const logged: string[] = [];

beforeAll(async () => {
  site = await openListeningSite({ log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }) });
  http = createSender(site.url);
  // the public schema, as clients receive it
  schema = buildSchema(printSchema(createPublicSchema(createSchema())));
  const { authorization } = await site.user('editor');
  for (let n = 0; n < 12; n += 1) {
    await (
      await fetch(`${site.rest}/core/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Evening ${n}`, content: 'Doors at seven.', status: n % 3 === 0 ? 'draft' : 'publish' }),
      })
    ).text();
  }
  process.stdout.write(`hostile documents: seed ${SEED}, ${RUNS} runs for each caller and kind\n`);
});
afterAll(async () => {
  http.close();
  await site.close();
});

async function ask(body: unknown, { accept = 'application/graphql-response+json', ...headers }: Record<string, string> = {}) {
  const { status, text } = await http.send(
    {
      method: 'POST',
      path: 'graphql',
      headers: { 'content-type': 'application/json', accept },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    },
    headers,
  );
  const result = JSON.parse(text) as { data?: unknown; errors?: { message: string; extensions?: { code?: string } }[] };
  return { status, text, codes: (result.errors ?? []).map((error) => error.extensions?.code ?? error.message) };
}

const cases = (['anonymous', 'administrator'] as const).flatMap((caller) =>
  (['query', 'mutation'] as const).map((kind) => [caller, kind] as const),
);

describe.each<readonly [Role | 'anonymous', 'query' | 'mutation']>(cases)('Random documents by %s: %s', (caller, kind) => {
  it(
    'never cause a server error',
    async () => {
      const credentials = caller === 'anonymous' ? {} : await openSessionHeaders(site, caller);
      const counts = { successful: 0, refused: 0, invalid: 0 };
      await fc.assert(
        fc.asyncProperty(generateDocument(schema, kind), async (document) => {
          const { status, text, codes } = await ask(document, credentials);
          expect(status, text.slice(0, 500)).toBeLessThan(500);
          expect(codes).not.toContain('internal_server_error');
          expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|Unexpected error/);
          counts[status >= 400 ? 'invalid' : codes.length > 0 ? 'refused' : 'successful'] += 1;
        }),
        {
          seed: SEED,
          numRuns: RUNS,
          endOnFailure: true,
          reporter: (run) => {
            if (run.failed) throwDetails(run);
          },
        },
      );
      process.stdout.write(`  ${caller} ${kind}: ${JSON.stringify(counts)}\n`);
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 120,
  );
});

function throwDetails({ counterexample, errorInstance }: fc.RunDetails<[HostileDocument]>): never {
  const [{ query, variables }] = counterexample as [HostileDocument];
  throw new Error(`${query}\n${JSON.stringify(variables).slice(0, 1500)}\n${logged.at(-1)?.slice(0, 1500) ?? ''}`, {
    cause: errorInstance,
  });
}

describe('An oversized document', () => {
  const spread = (depth: number) =>
    `${Array.from({ length: depth }, (_, n) => `fragment F${n} on Post { title { raw } ${n + 1 < depth ? `...F${n + 1} ...F${n + 1}` : 'databaseId'} }`).join(' ')} { post(id: 1) { ...F0 } }`;

  it.each<[string, string]>([
    ...[20, 500, 1000, 1300, 20_000].map((depth): [string, string] => [
      `with ${depth} levels`,
      `{ post(id: 1) ${'{ author '.repeat(depth)} { login } ${'} '.repeat(depth)} }`,
    ]),
    ['with deep brackets', `{ postPage(filter: { include: ${'['.repeat(20_000)}${']'.repeat(20_000)} }) { total } }`],
    ['with many aliases', `{ ${Array.from({ length: 400 }, (_, n) => `a${n}: site { name }`).join(' ')} }`],
    ['with a repeated field', `{ ${'__typename '.repeat(6000)} }`],
    ['with many directives', `{ __typename ${'@include(if: true) '.repeat(300)} }`],
    ['with fragments that multiply', spread(30)],
    [
      'with large pages within large pages',
      '{ a: postPage(perPage: 100) { nodes { author { databaseId } categories { databaseId } tags { databaseId } title { rendered } body { rendered } } } ' +
        'b: postPage(perPage: 100) { nodes { categories { databaseId } } } c: postPage(perPage: 100) { nodes { categories { databaseId } } } ' +
        `${Array.from({ length: 60 }, (_, n) => `p${n}: postPage(perPage: 100) { nodes { categories { name slug description } tags { name slug } author { displayName } } }`).join(' ')} }`,
    ],
    ['of variables', `query(${Array.from({ length: 3000 }, (_, n) => `$v${n}: Int`).join(', ')}) { __typename }`],
    ['of operations', Array.from({ length: 2000 }, (_, n) => `query Q${n} { __typename }`).join(' ')],
  ])('%s is refused with 400 at once, for any accepted media type', async (_name, query) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const startedAt = performance.now();
      const { status, codes } = await ask({ query }, { accept });
      expect([status, codes[0]]).toEqual([400, 'graphql_limit_exceeded']);
      expect(performance.now() - startedAt).toBeLessThan(3000);
    }
  });

  it.each([500, 1500, 1900])('with %d brackets is refused', async (depth) => {
    expect((await ask({ query: `{ postPage(filter: { include: ${'['.repeat(depth)}${']'.repeat(depth)} }) { total } }` })).status).toBe(
      400,
    );
  });

  it('with a fragment that spreads itself is refused', async () => {
    expect(await ask({ query: '{ post(id: 1) { ...F } } fragment F on Post { databaseId ...F }' })).toMatchObject({
      status: 400,
      codes: ['GRAPHQL_VALIDATION_FAILED'],
    });
  });

  it.each([
    '{ node(id: "nothing") { id } }',
    '{ nodes(ids: ["", "x:y", "UG9zdDox", "UG9zdDp4", "Tm90aGluZzox"]) { id } }',
    '{ posts(first: 1, after: "nothing") { totalCount } }',
  ])('with malformed IDs gets a client error: %s', async (query) => {
    const { status, codes } = await ask({ query });
    expect([status < 500, codes]).toEqual([true, expect.not.arrayContaining(['internal_server_error'])]);
  });

  it('in a batch of too many operations is refused', async () => {
    const { status } = await ask(Array.from({ length: 200 }, () => ({ query: '{ __typename }' })));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '1',
    '{"query":1}',
    '{"query":"{ __typename }","variables":[]}',
    '{"query":"{ __typename }","variables":"x"}',
    '{"query":"\\u0000"}',
    '{"query":"{ __typename }","operationName":7}',
    '{"query":"{ __typename }","extensions":1}',
    '"x"',
    `{"query":"${'{a'.repeat(20_000)}"}`,
  ])('that is no valid request is refused: %.60s', async (body) => {
    const { status } = await ask(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('does not stop the site from responding', async () => {
    expect(await ask({ query: '{ site { name } }' })).toMatchObject({ status: 200, codes: [] });
    expect(logged).toEqual([]);
  });
});
