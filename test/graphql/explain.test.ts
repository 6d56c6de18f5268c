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
const explained = async (what: string, as?: string) =>
  JSON.parse((await app.graphql(QUERY, {}, { as, headers: { 'graphql-explain': what } })).text).extensions;

describe('GraphQL-Explain', () => {
  it('has an answer say by which id the log knows its request', async () => {
    expect(await explained('request-id')).toEqual({ cost: { spent: 2 }, requestId: expect.stringMatching(/./) });
  });

  it('has it say for administrators which statements ran, and for nobody else', async () => {
    app.site.statements.length = 0;
    const { statements } = await explained('statements, request-id', admin);
    expect(statements.length).toBeGreaterThan(0);
    for (const one of statements) expect(app.site.statements).toContain(one);
    expect((await explained('statements', admin)).statements).toEqual(statements);
    for (const as of [undefined, await app.user('editor')]) expect(await explained('statements', as)).toEqual({ cost: { spent: 2 } });
  });

  it('has an answer to GET say what it cost, which it does not unasked', async () => {
    const url = `/graphql?query=${encodeURIComponent(QUERY)}`;
    expect((await app.rest('GET', url)).json().extensions).toBeUndefined();
    const asked = await app.rest('GET', url, { headers: { 'graphql-explain': 'cost' } });
    expect(asked.json().extensions).toEqual({ cost: { spent: 2 } });
  });
});
