import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.user('administrator');
});
afterAll(() => app.close());

/** Returns a document that requests about 4,000 objects. */
const expensive = (n: number) =>
  `{ ${Array.from({ length: 10 }, (_, index) => `a${index}: posts(first: 100) { nodes { id link slug } } b${n}: __typename`).join(' ')} }`;

it('limits the objects that a visitor may request, across all documents of a batch, and allows more to signed-in users', async () => {
  const batch = (count: number, as?: string) =>
    app.rest('POST', '/graphql', { body: Array.from({ length: count }, (_, n) => ({ query: expensive(n) })), as });
  const codesOf = async (reply: ReturnType<typeof batch>) =>
    (await reply).json().map(({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code ?? 'executed');
  expect(await codesOf(batch(3))).toEqual(['executed', 'executed', 'executed']);
  expect((await codesOf(batch(5))).sort()).toEqual([
    'executed',
    'executed',
    'executed',
    'graphql_limit_exceeded',
    'graphql_limit_exceeded',
  ]);
  expect(new Set(await codesOf(batch(9, admin)))).toEqual(new Set(['executed']));
});

it('counts fragments that spread each other twice only for the fields that they select', async () => {
  const fragments = Array.from({ length: 9 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ');
  const { errors } = await app.graphql(`{ ...F0 } ${fragments} fragment F9 on Query { site { name } }`);
  expect(errors.map(({ extensions }) => extensions.code)).toSatisfy((codes: string[]) =>
    codes.every((code) => code === 'graphql_limit_exceeded'),
  );
});

it('depends on the variables of each request, even if the same document ran before', async () => {
  const query =
    'query ($n: Int = 100, $search: String) { posts(first: $n, filter: { search: $search }) { nodes { id link slug title { rendered } } } }';
  const readCost = async (variables: object) => {
    const { body } = await app.rest('POST', '/graphql', { body: { query, variables } });
    return (JSON.parse(body) as { extensions: { cost: { spent: number } } }).extensions.cost.spent;
  };
  const lowCost = await readCost({ n: 1, search: 'a' });
  const highCost = await readCost({ n: 100, search: 'a' });
  expect(highCost).toBeGreaterThan(lowCost);
  expect(await readCost({ n: 1, search: 'b' })).toBe(lowCost);
  // an omitted variable takes the default of the document, null takes that of the field
  expect(await readCost({})).toBe(highCost);
  expect(await readCost({ n: null })).toBeLessThan(highCost);
});
