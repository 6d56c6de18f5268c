import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let production: TestApp;
let admin: string;
let productionAdmin: string;
beforeAll(async () => {
  app = await openTestApp();
  production = await openTestApp({ NODE_ENV: 'production' });
  [admin, productionAdmin] = [await app.user('administrator'), await production.user('administrator')];
  for (let n = 0; n < 3; n += 1)
    await app.graphql(
      'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }',
      { draft: { title: `Post ${n}`, status: 'PUBLISH' } },
      { as: admin },
    );
});
afterAll(async () => {
  await app.close();
  await production.close();
});

const nested = (depth: number) =>
  `{ terms(taxonomy: CATEGORY) { nodes ${'{ children(first: 1) { nodes '.repeat(depth)} { name } ${'} }'.repeat(depth)} } }`;
/** The numbers from 0 to 99. */
const hundred = Array.from({ length: 100 }, (_, n) => n);

const floods: [string, string][] = [
  ['aliases', `{ ${[...hundred, ...hundred].map((n, index) => `a${n}${index < 100 ? 'a' : 'b'}: site { name }`).join(' ')} }`],
  [
    'aliases of deep lists',
    `{ ${hundred
      .slice(0, 20)
      .map((n) => `a${n}: posts(first: 100) { nodes { author { posts(first: 100) { nodes { title { rendered } } } } } }`)
      .join(' ')} }`,
  ],
  ['depth', nested(10)],
  [
    'depth through fragments',
    `query { terms(taxonomy: CATEGORY) { nodes { ...F0 } } } ${hundred
      .slice(0, 10)
      .map((n) => `fragment F${n} on Term { children { nodes { ${n === 9 ? 'name' : `...F${n + 1}`} } } }`)
      .join(' ')}`,
  ],
  [
    'lists in lists',
    '{ posts(first: 100) { nodes { author { posts(first: 100) { nodes { categories { posts(first: 100) { nodes { databaseId } } } } } } } } }',
  ],
  ['directives', `{ site { name ${'@include(if: true) '.repeat(60)} } }`],
  ['unknown directives', `{ __typename ${'@a'.repeat(60)} }`],
  ['tokens', `{ site { ${'name '.repeat(5000)} } }`],
  [
    'fragments that multiply',
    `query { ...A } ${'ABCDEFGHIJ'
      .split('')
      .map(
        (name, n, names) =>
          `fragment ${name} on Query { ${names[n + 1] ? `...${names[n + 1]} x${n}: site { name url } ${`...${names[n + 1]} `.repeat(9)}` : 'site { name url description }'} }`,
      )
      .join(' ')}`,
  ],
  ['circular fragments', 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['repeated fields', `{ site { ${'name '.repeat(1000)} } }`],
  [
    'circular introspection',
    `{ __schema { types { fields { type { fields { type { fields { type { fields { type { fields { type { fields { name } } } } } } } } } } } } } }`,
  ],
];

describe('Denial-of-service limits of /graphql', () => {
  it.each(floods)('reject %s before any SQL statement runs', async (_name, query) => {
    app.site.statements.length = 0;
    for (const headers of [{}, { accept: 'application/graphql-response+json' }] as Record<string, string>[]) {
      const { status, errors, data } = await app.graphql(query, {}, { headers });
      expect(data).toBeNull();
      expect(errors.length).toBeGreaterThan(0);
      expect(status === 400 || (status === 200 && headers['accept'] === undefined)).toBe(true);
    }
    expect(app.site.statements).toEqual([]);
  });

  it('reject a batch of more than nine operations', async () => {
    const send = (n: number) =>
      app.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(Array.from({ length: n }, () => ({ query: '{ __typename }' }))),
      });
    expect((await send(9)).statusCode).toBe(200);
    expect((await send(10)).statusCode).toBe(413);
  });

  it('reject more than 100 IDs instead of cutting the list', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => Buffer.from(`Post:${n + 1}`).toString('base64'));
    const { errors } = await app.graphql('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(errors[0].extensions.code).toBe('invalid_arguments');
  });

  it('apply to the variables of each request, not to those of an earlier one', async () => {
    const query =
      'query($n: Int!) { posts(first: $n) { nodes { author { posts(first: $n) { nodes { categories { posts(first: $n) { nodes { databaseId } } } } } } } } }';
    expect((await app.graphql(query, { n: 2 })).errors).toEqual([]);
    expect((await app.graphql(query, { n: 100 })).errors[0].extensions.code).toBe('graphql_limit_exceeded');
    expect((await app.graphql(query, { n: 2 })).errors).toEqual([]);
  });

  it('let ordinary documents and introspection through', async () => {
    const ordinary =
      '{ posts(first: 100) { edges { cursor node { id databaseId slug link date title { rendered } excerpt { rendered } body { rendered } author { displayName avatarUrls { s96 } } categories { name link } tags { name link } featuredMedia { sourceUrl } } } pageInfo { hasNextPage endCursor } totalCount } }';
    expect((await app.graphql(ordinary)).errors).toEqual([]);
    expect((await app.graphql(getIntrospectionQuery())).errors).toEqual([]);
  });
});

describe('Cross-site requests', () => {
  const body = JSON.stringify({ query: 'mutation { createPost(draft: { title: "x" }) { post { databaseId } } }' });
  it.each([
    ['text/plain', body],
    ['application/x-www-form-urlencoded', 'query=mutation%7B__typename%7D'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n',
    ],
    ['', body],
    ['text/plain; application/json', body],
  ])('are rejected when sent as %s', async (type, payload) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: type === '' ? {} : { 'content-type': type },
      payload,
    });
    expect([400, 415]).toContain(response.statusCode);
    expect(response.json().data).toBeUndefined();
  });

  it('with files are accepted when they carry the preflight header', async () => {
    const payload =
      '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n';
    const response = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'graphql-preflight': '1' },
      payload,
    });
    expect([response.statusCode, response.json()]).toMatchObject([200, { data: { __typename: 'Query' } }]);
  });

  it('run no mutation by GET, and a session cookie alone does not authenticate', async () => {
    const get = (query: string, headers: Record<string, string>) =>
      app.http.inject({ method: 'GET', url: `/graphql?${new URLSearchParams({ query }).toString()}`, headers });
    const response = await get('mutation { createPost(draft: { title: "x" }) { post { databaseId } } }', { authorization: admin });
    expect([response.statusCode, response.json().data, response.headers['allow']]).toEqual([405, undefined, 'POST']);
    const { token } = await startSession(app.site, 1, { ip: '127.0.0.1', userAgent: 'test' });
    const byCookie = await get('{ viewer { databaseId } }', { cookie: `${SESSION_COOKIE}=${token}` });
    expect(byCookie.json().data?.viewer ?? null).toBeNull();
    expect((await get('{ __typename }', {})).json()).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('Information in responses', () => {
  it('does not include suggestions of field names in errors', async () => {
    for (const query of [
      '{ sit { name } }',
      '{ site { nam } }',
      '{ posts(frst: 1) { totalCount } }',
      '{ posts(orderBy: DAT) { totalCount } }',
      'mutation { createPos { id } }',
      '{ site { ...X } } fragment X on Sit { name }',
      'query($a: PostFilte) { __typename }',
    ]) {
      expect((await production.graphql(query)).text).not.toMatch(/did you mean/i);
    }
    expect(
      (await production.graphql('query($f: PostFilter) { posts(filter: $f) { totalCount } }', { f: { serch: 'x' } })).text,
    ).not.toMatch(/did you mean/i);
    expect((await production.graphql('query($o: PostOrder) { posts(orderBy: $o) { totalCount } }', { o: 'DAT' })).text).not.toMatch(
      /did you mean/i,
    );
  });

  it('does not include tracing, even when a request asks for it', async () => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        'content-type': 'application/json',
        'apollo-tracing': '1',
        'x-apollo-tracing': '1',
        'apollo-federation-include-trace': 'ftv1',
      },
      payload: JSON.stringify({ query: '{ __typename }', extensions: { tracing: true } }),
    });
    expect(response.json()).toEqual({ data: { __typename: 'Query' }, extensions: { cost: { spent: 1 } } });
  });

  it('does not include the schema for visitors in production, even after a signed-in user sent the same query', async () => {
    for (const query of [
      getIntrospectionQuery(),
      '{ __type(name: "Post") { name } }',
      '{ a: __schema { queryType { name } } }',
      'query { ...F } fragment F on Query { __schema { types { name } } }',
    ]) {
      expect((await production.graphql(query, {}, { as: productionAdmin })).errors).toEqual([]);
      const refusal = await production.graphql(query);
      expect([refusal.data, refusal.errors.length > 0]).toEqual([null, true]);
      expect((await app.graphql(query)).errors).toEqual([]);
    }
    const byGet = await production.http.inject({
      method: 'GET',
      url: `/graphql?${new URLSearchParams({ query: 'query Type($name: String!) { __type(name: $name) { name } }', variables: '{"name":"Post"}' }).toString()}`,
    });
    expect(byGet.json().data).toBeUndefined();
    expect((await production.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('does not include a stack trace', async () => {
    const { errors, text } = await app.graphql('query($ids: [Int!]) { posts(filter: { include: $ids }) { totalCount } }', {
      ids: [2_147_483_647],
    });
    expect([errors, text.includes('stack')]).toEqual([[], false]);
  });
});
