import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ RATE_LIMIT: '0' });
});
afterAll(() => site.close());

const JSON_ALONE = 'application/json';
const GRAPHQL_JSON = 'application/graphql-response+json';

/** A plain media type takes the fast path without the Fetch API. With a charset, Yoga handles the request. */
const YOGA_PATH = '; charset=utf-8';

interface Sent {
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

async function send({ headers, body }: Sent, accept: string | undefined) {
  const response = await site.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(accept !== undefined && { accept }), ...headers },
    payload: JSON.stringify(body),
  });
  const { date, 'content-length': length, 'x-request-id': id, 'server-timing': timing, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, text: response.payload };
}

const deep = (levels: number): string => (levels === 0 ? '{ id }' : `{ nodes { author { posts(first: 1) ${deep(levels - 1)} } } }`);
const many = Array.from({ length: 40 }, (_, n) => `p${n}: posts(first: 100) { nodes { id author { displayName } } }`).join(' ');
const named = 'query One { site { name } } query Other { site { url } }';

/** Requests, with the status for each of the two media types. */
const table: [name: string, sent: Sent, statuses: [json: number, graphqlJson: number]][] = [
  ['a query', { body: { query: '{ site { name } posts(first: 2) { nodes { id } } }' } }, [200, 200]],
  ['variables', { body: { query: 'query P($n: Int!) { posts(first: $n) { nodes { id } } }', variables: { n: 2 } } }, [200, 200]],
  ['null for variables', { body: { query: '{ site { name } }', variables: null, operationName: null, extensions: null } }, [200, 200]],
  ['one of two operations', { body: { query: named, operationName: 'Other' } }, [200, 200]],
  ['a query of the schema', { body: { query: '{ __type(name: "Site") { name } }' } }, [200, 200]],
  ['a page of another site', { headers: { origin: 'https://elsewhere.test' }, body: { query: '{ site { name } }' } }, [200, 200]],
  ['the cost in the response', { headers: { 'graphql-explain': 'cost, statements' }, body: { query: '{ site { name } }' } }, [200, 200]],
  ['two operations without operationName', { body: { query: named } }, [400, 400]],
  ['an unknown operationName', { body: { query: named, operationName: 'Third' } }, [400, 400]],
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
  ['too many levels', { body: { query: `{ posts(first: 1) ${deep(6)} }` } }, [400, 400]],
  ['too many objects', { body: { query: `{ ${many} }` } }, [400, 400]],
  ['a document that is too long', { body: { query: `{ site { name } } # ${'a'.repeat(120_000)}` } }, [400, 400]],
  ['a mutation that is refused', { body: { query: 'mutation { deletePost(id: 1) { errors { message } } }' } }, [200, 200]],
  [
    'fields that a visitor may not read',
    { body: { query: '{ site { name } event(id: 999999) { id } orders { totalCount } }' } },
    [200, 200],
  ],
];

describe('A single operation', () => {
  it.each(table)('%s', async (_name, sent, statuses) => {
    for (const [at, accept] of [JSON_ALONE, GRAPHQL_JSON].entries()) {
      const answer = await send(sent, accept);
      expect([answer.status, answer.headers['content-type']]).toEqual([statuses[at], `${accept}; charset=utf-8`]);
      expect(answer).toEqual(await send(sent, accept + YOGA_PATH));
    }
  });
});
