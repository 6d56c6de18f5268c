import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ RATE_LIMIT: '0' });
});
afterAll(() => site.close());

const PLAIN_JSON = 'application/json';
const GRAPHQL_JSON = 'application/graphql-response+json';

/** Appended to the accepted media type, so that Yoga handles the request. A media type alone takes the fast path without the Fetch API. */
const YOGA_PATH = '; charset=utf-8';

interface TestRequest {
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

async function send({ headers, body }: TestRequest, accept: string | undefined) {
  const response = await site.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(accept !== undefined && { accept }), ...headers },
    payload: JSON.stringify(body),
  });
  const { date, 'content-length': length, 'x-request-id': id, 'server-timing': timing, ...stableHeaders } = response.headers;
  return { status: response.statusCode, headers: stableHeaders, text: response.payload };
}

const nestPosts = (levels: number): string =>
  levels === 0 ? '{ id }' : `{ nodes { author { posts(first: 1) ${nestPosts(levels - 1)} } } }`;
const manyLists = Array.from({ length: 40 }, (_, n) => `p${n}: posts(first: 100) { nodes { id author { displayName } } }`).join(' ');
const twoOperations = 'query One { site { name } } query Other { site { url } }';

/** Requests, with the status for each of the two media types. */
const table: [name: string, request: TestRequest, statuses: [json: number, graphqlJson: number]][] = [
  ['a query', { body: { query: '{ site { name } posts(first: 2) { nodes { id } } }' } }, [200, 200]],
  ['variables', { body: { query: 'query P($n: Int!) { posts(first: $n) { nodes { id } } }', variables: { n: 2 } } }, [200, 200]],
  ['null for variables', { body: { query: '{ site { name } }', variables: null, operationName: null, extensions: null } }, [200, 200]],
  ['one of two operations', { body: { query: twoOperations, operationName: 'Other' } }, [200, 200]],
  ['a query of the schema', { body: { query: '{ __type(name: "Site") { name } }' } }, [200, 200]],
  ['a page of another site', { headers: { origin: 'https://elsewhere.test' }, body: { query: '{ site { name } }' } }, [200, 200]],
  ['the cost in the response', { headers: { 'graphql-explain': 'cost, statements' }, body: { query: '{ site { name } }' } }, [200, 200]],
  ['two operations without operationName', { body: { query: twoOperations } }, [400, 400]],
  ['an unknown operationName', { body: { query: twoOperations, operationName: 'Third' } }, [400, 400]],
  ['a syntax error', { body: { query: '{ site { name }' } }, [200, 400]],
  ['an empty document', { body: { query: '' } }, [200, 400]],
  ['an unknown field', { body: { query: '{ site { nothing } }' } }, [200, 400]],
  ['a wrong variable', { body: { query: 'query P($n: Int!) { posts(first: $n) { nodes { id } } }', variables: { n: 'two' } } }, [200, 200]],
  ['variables that are not an object', { body: { query: '{ site { name } }', variables: [1] } }, [400, 400]],
  ['extensions that are not an object', { body: { query: '{ site { name } }', extensions: 1 } }, [400, 400]],
  ['an unknown parameter', { body: { query: '{ site { name } }', more: 1 } }, [400, 400]],
  ['an unknown document ID', { body: { documentId: `sha256:${'0'.repeat(64)}` } }, [404, 404]],
  [
    'a document that does not match its hash',
    { body: { query: '{ site { name } }', extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } } },
    [400, 400],
  ],
  ['too many levels', { body: { query: `{ posts(first: 1) ${nestPosts(6)} }` } }, [400, 400]],
  ['too many objects', { body: { query: `{ ${manyLists} }` } }, [400, 400]],
  ['a document that is too long', { body: { query: `{ site { name } } # ${'a'.repeat(120_000)}` } }, [400, 400]],
  ['a mutation that is refused', { body: { query: 'mutation { deletePost(id: 1) { errors { message } } }' } }, [200, 200]],
  [
    'fields that a visitor may not read',
    { body: { query: '{ site { name } event(id: 999999) { id } orders { totalCount } }' } },
    [200, 200],
  ],
];

describe('A single operation gets the same response on the fast path as from Yoga', () => {
  it.each(table)('%s', async (_name, request, statuses) => {
    for (const [index, accept] of [PLAIN_JSON, GRAPHQL_JSON].entries()) {
      const response = await send(request, accept);
      expect([response.status, response.headers['content-type']]).toEqual([statuses[index], `${accept}; charset=utf-8`]);
      expect(response).toEqual(await send(request, accept + YOGA_PATH));
    }
  });
});
