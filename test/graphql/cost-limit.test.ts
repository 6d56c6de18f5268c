import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.user('administrator');
});
afterAll(() => app.close());

/** Asks for about 4,000 objects. */
const dear = (n: number) =>
  `{ ${Array.from({ length: 10 }, (_, at) => `a${at}: posts(first: 100) { nodes { id link slug } } b${n}: __typename`).join(' ')} }`;

it('visitors may ask for so many objects in a request, however many documents they put them into; whoever is signed in for more', async () => {
  const batch = (count: number, as?: string) =>
    app.rest('POST', '/graphql', { body: Array.from({ length: count }, (_, n) => ({ query: dear(n) })), as });
  const codesOf = async (answer: ReturnType<typeof batch>) =>
    (await answer).json().map((one: { errors?: { extensions: { code: string } }[] }) => one.errors?.[0]?.extensions.code ?? 'answered');
  expect(await codesOf(batch(3))).toEqual(['answered', 'answered', 'answered']);
  expect((await codesOf(batch(5))).sort()).toEqual([
    'answered',
    'answered',
    'answered',
    'graphql_limit_exceeded',
    'graphql_limit_exceeded',
  ]);
  expect(new Set(await codesOf(batch(9, admin)))).toEqual(new Set(['answered']));
});

it('fragments that spread each other twice cost no more than what they ask for', async () => {
  const fragments = Array.from({ length: 9 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ');
  const { errors } = await app.graphql(`{ ...F0 } ${fragments} fragment F9 on Query { site { name } }`);
  expect(errors.map(({ extensions }) => extensions.code)).toSatisfy((codes: string[]) =>
    codes.every((code) => code === 'graphql_limit_exceeded'),
  );
});

it('what a document counts follows its variables, whatever it was asked with before', async () => {
  const query =
    'query ($n: Int = 100, $search: String) { posts(first: $n, filter: { search: $search }) { nodes { id link slug title { rendered } } } }';
  const spent = async (variables: object) => {
    const { body } = await app.rest('POST', '/graphql', { body: { query, variables } });
    return (JSON.parse(body) as { extensions: { cost: { spent: number } } }).extensions.cost.spent;
  };
  const few = await spent({ n: 1, search: 'a' });
  const most = await spent({ n: 100, search: 'a' });
  expect(most).toBeGreaterThan(few);
  expect(await spent({ n: 1, search: 'b' })).toBe(few);
  // absent is not null: one is the document's own number, the other the field's
  expect(await spent({})).toBe(most);
  expect(await spent({ n: null })).toBeLessThan(most);
});
