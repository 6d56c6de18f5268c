import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../graphql/open-app.ts';

let app: TestApp;
let url: string;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  admin = await app.user('administrator');
});
afterAll(() => app.close());

/** A request of a client, and the status of its response. */
interface SentRequest {
  method: string;
  body: string;
  status: number;
}
const sentRequests: SentRequest[] = [];
beforeEach(() => void (sentRequests.length = 0));
const recordingFetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(input, init);
  sentRequests.push({ method: init.method ?? 'GET', body: typeof init.body === 'string' ? init.body : '', status: response.status });
  return response;
};

describe('Apollo with automatic persisted queries', () => {
  const connect = (useGETForHashedQueries = false) =>
    new ApolloClient({
      link: new PersistedQueryLink({ sha256: (text) => hash('sha256', text), useGETForHashedQueries }).concat(
        new HttpLink({ uri: url, fetch: recordingFetch }),
      ),
      cache: new InMemoryCache(),
    });

  it('sends a document once and afterwards only its hash', async () => {
    const query = apolloGql`query Named($first: Int!) { site { name } posts(first: $first) { nodes { id } } }`;
    const first = await connect().query({ query, variables: { first: 1 } });
    expect(first.data).toMatchObject({ site: { name: 'Marquee' } });
    expect(sentRequests.map(({ status }) => status)).toEqual([404, 200]);
    sentRequests.length = 0;
    const second = await connect().query({ query, variables: { first: 2 } });
    expect(second.data).toMatchObject({ site: { name: 'Marquee' } });
    expect(sentRequests.map(({ status, body }) => [status, JSON.parse(body).query])).toEqual([[200, undefined]]);
    sentRequests.length = 0;
    expect((await connect(true).query({ query, variables: { first: 3 } })).data).toMatchObject({ site: { name: 'Marquee' } });
    expect(sentRequests.map(({ method, status }) => [method, status])).toEqual([['GET', 200]]);
  });

  it('stores no document under a wrong hash and no invalid document', async () => {
    const text = '{ site { nothing } }';
    const persistedQuery = { version: 1, sha256Hash: hash('sha256', text) };
    await app.rest('POST', '/graphql', { body: { query: text, extensions: { persistedQuery } } });
    const hashOnly = await app.rest('POST', '/graphql', { body: { extensions: { persistedQuery } } });
    expect(hashOnly.json().errors[0].message).toBe('PersistedQueryNotFound');
    const other = await app.rest('POST', '/graphql', { body: { query: '{ site { name } }', extensions: { persistedQuery } } });
    expect(other.json().errors[0].extensions.code).toBe('PERSISTED_QUERY_MISMATCH');
  });

  it('uses bounded memory and keeps the most recently used documents', async () => {
    const createText = (n: number) => `{ site { name } } # ${n} ${'x'.repeat(90_000)}`;
    const send = async (text: string, withText: boolean) => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } };
      return (await app.rest('POST', '/graphql', { body: { ...(withText && { query: text }), extensions } })).statusCode;
    };
    for (let n = 0; n < 100; n += 1) expect(await send(createText(n), true)).toBe(200);
    expect([await send(createText(0), false), await send(createText(99), false)]).toEqual([404, 200]);
  });
});

describe('urql with default options', () => {
  const connect = () =>
    new Client({
      url,
      exchanges: [cacheExchange, fetchExchange],
      fetch: recordingFetch,
      fetchOptions: () => ({ headers: { authorization: admin } }),
    } as never);

  it('reads with GET, paginates, and writes with POST', async () => {
    const client = connect();
    const created = await client.mutation(gql`mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }`, {
      draft: { title: 'By urql', status: 'PUBLISH' },
    });
    expect(created.error).toBeUndefined();
    const list = gql`query($after: String) { posts(first: 1, after: $after) { nodes { title { rendered } } pageInfo { endCursor } } }`;
    const first = await client.query(list, {});
    expect([first.error, first.data.posts.nodes[0].title.rendered]).toEqual([undefined, 'By urql']);
    const next = await client.query(list, { after: first.data.posts.pageInfo.endCursor });
    expect([next.error, next.data.posts.nodes]).toEqual([undefined, []]);
    expect(sentRequests.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 200],
      ['GET', 200],
      ['GET', 200],
    ]);
  });
});

it('Pages of other sites may read the response headers', async () => {
  const response = await fetch(`${url}?query=${encodeURIComponent('{ __typename }')}`, { headers: { origin: 'https://front.example' } });
  const exposed = String(response.headers.get('access-control-expose-headers')).split(/, ?/);
  expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Link', 'Location', 'RateLimit-Remaining', 'Retry-After']));
  expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
    'private, no-cache',
    expect.stringContaining('Authorization'),
  ]);
});
