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

/** A request of a client and its status. */
interface Sent {
  method: string;
  body: string;
  status: number;
}
const sent: Sent[] = [];
beforeEach(() => void (sent.length = 0));
const recordingFetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(input, init);
  sent.push({ method: init.method ?? 'GET', body: typeof init.body === 'string' ? init.body : '', status: answer.status });
  return answer;
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
    expect(sent.map(({ status }) => status)).toEqual([404, 200]);
    sent.length = 0;
    const again = await connect().query({ query, variables: { first: 2 } });
    expect(again.data).toMatchObject({ site: { name: 'Marquee' } });
    expect(sent.map(({ status, body }) => [status, JSON.parse(body).query])).toEqual([[200, undefined]]);
    sent.length = 0;
    expect((await connect(true).query({ query, variables: { first: 3 } })).data).toMatchObject({ site: { name: 'Marquee' } });
    expect(sent.map(({ method, status }) => [method, status])).toEqual([['GET', 200]]);
  });

  it('stores no text under a wrong hash and no invalid document', async () => {
    const text = '{ site { nothing } }';
    const persistedQuery = { version: 1, sha256Hash: hash('sha256', text) };
    await app.rest('POST', '/graphql', { body: { query: text, extensions: { persistedQuery } } });
    const asked = await app.rest('POST', '/graphql', { body: { extensions: { persistedQuery } } });
    expect(asked.json().errors[0].message).toBe('PersistedQueryNotFound');
    const other = await app.rest('POST', '/graphql', { body: { query: '{ site { name } }', extensions: { persistedQuery } } });
    expect(other.json().errors[0].extensions.code).toBe('PERSISTED_QUERY_MISMATCH');
  });

  it('uses bounded memory and keeps the most recently used documents', async () => {
    const textOf = (n: number) => `{ site { name } } # ${n} ${'x'.repeat(90_000)}`;
    const ask = async (text: string, withText: boolean) => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } };
      return (await app.rest('POST', '/graphql', { body: { ...(withText && { query: text }), extensions } })).statusCode;
    };
    for (let n = 0; n < 100; n += 1) expect(await ask(textOf(n), true)).toBe(200);
    expect([await ask(textOf(0), false), await ask(textOf(99), false)]).toEqual([404, 200]);
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

  it('reads by GET, paginates, and writes by POST', async () => {
    const client = connect();
    const made = await client.mutation(gql`mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }`, {
      draft: { title: 'By urql', status: 'PUBLISH' },
    });
    expect(made.error).toBeUndefined();
    const list = gql`query($after: String) { posts(first: 1, after: $after) { nodes { title { rendered } } pageInfo { endCursor } } }`;
    const first = await client.query(list, {});
    expect([first.error, first.data.posts.nodes[0].title.rendered]).toEqual([undefined, 'By urql']);
    const next = await client.query(list, { after: first.data.posts.pageInfo.endCursor });
    expect([next.error, next.data.posts.nodes]).toEqual([undefined, []]);
    expect(sent.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 200],
      ['GET', 200],
      ['GET', 200],
    ]);
  });
});

it('Pages of other sites may read the response headers', async () => {
  const answer = await fetch(`${url}?query=${encodeURIComponent('{ __typename }')}`, { headers: { origin: 'https://front.example' } });
  const exposed = String(answer.headers.get('access-control-expose-headers')).split(/, ?/);
  expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Link', 'Location', 'RateLimit-Remaining', 'Retry-After']));
  expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
    'private, no-cache',
    expect.stringContaining('Authorization'),
  ]);
});
