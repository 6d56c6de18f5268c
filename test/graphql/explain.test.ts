import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.user('administrator');
});
afterAll(() => app.close());

const QUERY = '{ site { name } posts(first: 3) { nodes { id author { displayName } } } }';
const readExtensions = async (header: string, as?: string) =>
  JSON.parse((await app.graphql(QUERY, {}, { as, headers: { 'graphql-explain': header } })).text).extensions;

describe('GraphQL-Explain', () => {
  it('with request-id adds the ID of the request in the log', async () => {
    expect(await readExtensions('request-id')).toEqual({ cost: { spent: 2 }, requestId: expect.stringMatching(/./) });
  });

  it('with statements adds the SQL statements for administrators only', async () => {
    app.site.statements.length = 0;
    const { statements } = await readExtensions('statements, request-id', admin);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(app.site.statements).toContain(statement);
    expect((await readExtensions('statements', admin)).statements).toEqual(statements);
    for (const as of [undefined, await app.user('editor')]) expect(await readExtensions('statements', as)).toEqual({ cost: { spent: 2 } });
  });

  it('with cost adds the cost to a GET response, which omits it by default', async () => {
    const url = `/graphql?query=${encodeURIComponent(QUERY)}`;
    expect((await app.rest('GET', url)).json().extensions).toBeUndefined();
    const withCost = await app.rest('GET', url, { headers: { 'graphql-explain': 'cost' } });
    expect(withCost.json().extensions).toEqual({ cost: { spent: 2 } });
  });
});
