import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '#graphql/schema.ts';
import { namespaceTables, readOperationSources } from '../../rest-map/map.ts';
import { expandMethods } from '../../src/rest/routes/route.ts';
import { readPersistedDocuments } from '../../src/web/graphql-documents.ts';
import { openTestApp, type TestApp } from './open-app.ts';

const NAMES = 'query Names($first: Int!) { posts(first: $first) { totalCount } site { name } }';
const WRITE = 'mutation { createPost(draft: { title: "By GET" }) { post { databaseId } } }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const writeFile = (content: unknown) => {
  const name = path.join(mkdtempSync(path.join(tmpdir(), 'marquee-')), 'documents.json');
  writeFileSync(name, JSON.stringify(content));
  return name;
};

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ GRAPHQL_DOCUMENTS: writeFile({ names: NAMES, write: WRITE }) });
  admin = await app.user('administrator');
});
afterAll(() => app.close());

const get = (parameters: Record<string, unknown>) =>
  app.http.inject({
    method: 'GET',
    headers: { authorization: admin },
    url: `/graphql?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()}`,
  });
const post = (body: Record<string, unknown>) =>
  app.http.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) });

describe('Registered documents', () => {
  it.each([
    { documentId: 'names' },
    { documentId: sha256(NAMES) },
    { documentId: `sha256:${sha256(NAMES)}` },
    { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(NAMES) } } },
    { query: NAMES },
  ])('run by GET and POST when requested as %j', async (request) => {
    for (const response of [await get({ ...request, variables: { first: 1 } }), await post({ ...request, variables: { first: 1 } })]) {
      expect([response.statusCode, response.json()]).toMatchObject([
        200,
        { data: { posts: { totalCount: 0 }, site: { name: 'Marquee' } } },
      ]);
    }
  });

  it('are reported as not found when unknown, with the error code that Apollo clients retry on', async () => {
    const unknown = { extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } };
    for (const response of [await post(unknown), await get(unknown), await post({ documentId: 'nothing' })]) {
      expect(response.json().errors[0]).toMatchObject({
        message: 'PersistedQueryNotFound',
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
      });
    }
    const withText = await post({
      query: '{ site { name } }',
      extensions: { persistedQuery: { version: 1, sha256Hash: sha256('{ site { name } }') } },
    });
    expect(withText.json().data.site.name).toBe('Marquee');
    const otherText = await post({
      query: '{ site { url } }',
      extensions: { persistedQuery: { version: 1, sha256Hash: sha256('{ site { name } }') } },
    });
    expect([otherText.statusCode, otherText.json().errors[0].extensions.code]).toEqual([400, 'PERSISTED_QUERY_MISMATCH']);
  });

  it('with mutations do not run by GET', async () => {
    const response = await get({ documentId: 'write' });
    expect([response.statusCode, response.json().data]).toEqual([405, undefined]);
  });

  it("are loaded from files of relay-compiler and of Apollo's manifest generator only", () => {
    const apollo = readPersistedDocuments(
      writeFile({
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'abc', name: 'Names', type: 'query', body: NAMES }],
      }),
    );
    expect([apollo.find('abc'), apollo.find(sha256(NAMES)), apollo.has(NAMES), apollo.has(WRITE)]).toEqual([NAMES, NAMES, true, false]);
    expect(() => readPersistedDocuments(writeFile([1]))).toThrow();
    expect(readPersistedDocuments(undefined).find('constructor')).toBeNull();
  });
});

/** POST routes that only read. */
const readsByPost = ['/bulk-convert'];

describe('Mutations', () => {
  it('exist for every REST route that writes', () => {
    const mutations = createSchema().getMutationType()?.getFields() ?? {};
    const operations = new Map(
      readOperationSources()
        .flatMap(({ text }) => parse(text).definitions)
        .flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? [[definition.name?.value, definition] as const] : [])),
    );
    const writingRoutes = namespaceTables
      .flatMap(({ routes }) => routes)
      .filter(([methods, , , runs]) => typeof runs === 'string' && expandMethods(methods).some((method) => method !== 'GET'));
    expect(writingRoutes.length).toBeGreaterThan(10);
    for (const [methods, address, , runs] of writingRoutes) {
      const operation = operations.get(runs as string);
      if (operation?.operation !== 'mutation') {
        // a route for both reads and writes changes nothing, nor does a query that old clients send by POST
        if (!readsByPost.includes(address)) expect([address, methods]).toEqual([address, expect.arrayContaining(['GET'])]);
        continue;
      }
      for (const field of operation.selectionSet.selections)
        if (field.kind === Kind.FIELD) expect(Object.keys(mutations)).toContain(field.name.value);
    }
  });
});
