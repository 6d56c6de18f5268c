import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('Introspection', () => {
  it('returns the same response from the cache, with the cost of the document', async () => {
    const query = getIntrospectionQuery();
    const first = await app.graphql(query);
    const second = await app.graphql(query);
    expect(second.text).toBe(first.text);
    expect(JSON.parse(second.text).extensions).toEqual({ cost: { spent: 40 } });
    expect(buildClientSchema(first.data as IntrospectionQuery).getQueryType()?.name).toBe('Query');
    const twoOperations = 'query A { __schema { queryType { name } } } query B { __schema { mutationType { name } } }';
    for (const [operationName, expected] of [
      ['A', { __schema: { queryType: { name: 'Query' } } }],
      ['B', { __schema: { mutationType: { name: 'Mutation' } } }],
    ])
      for (let n = 0; n < 2; n += 1)
        expect((await app.rest('POST', '/graphql', { body: { query: twoOperations, operationName } })).json().data).toEqual(expected);
    const withVariable = 'query($name: String!) { __type(name: $name) { name } }';
    for (const name of ['Post', 'Event']) expect((await app.graphql(withVariable, { name })).data).toEqual({ __type: { name } });
  });

  it.each([
    ['with two aliases', '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }'],
    ['under aliases', '{ __schema { a: types { name } } }'],
    ['with nested lists', '{ __schema { types { fields { type { fields { name } } } } } }'],
    [
      'with nested lists in a fragment',
      '{ __type(name: "Query") { fields { type { ...F } } } } fragment F on __Type { ...G ...G } fragment G on __Type { fields { name } }',
    ],
    ['with eleven aliases', `{ ${Array.from({ length: 11 }, (_, n) => `t${n}: __type(name: "Post") { name }`).join(' ')} }`],
  ])('is refused %s', async (_case, query) => {
    const { status, errors } = await app.graphql(query);
    expect([status, errors[0]?.extensions.code]).toEqual([400, 'graphql_limit_exceeded']);
  });
});
