import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT: '5' });
  admin = await app.user('administrator');
});
afterAll(() => app.close());

const budgetOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number);

describe('The rate limit', () => {
  it('shares one budget between REST and GraphQL, sends the RateLimit headers, and refuses further requests with 429 in the format of each API', async () => {
    const from = '203.0.113.5';
    const first = await app.rest('GET', '/rest/core/v2/posts', { from });
    expect(budgetOf(first)).toEqual([5, 4]);
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0);
    expect(Number(first.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    expect(budgetOf(await app.graphql('{ __typename }', {}, { from }))).toEqual([5, 3]);
    expect(budgetOf(await app.rest('GET', '/rest/core/v2/nothing', { from }))).toEqual([5, 2]);
    expect(budgetOf(await app.rest('GET', '/?rest_route=/core/v2/posts', { from }))).toEqual([5, 1]);
    expect(budgetOf(await app.graphql('{ nothing }', {}, { from }))).toEqual([5, 0]);
    const rest = await app.rest('GET', '/rest/core/v2/posts', { from });
    expect([rest.statusCode, rest.json()]).toEqual([429, { code: 'rate_limited', message: expect.any(String), data: { status: 429 } }]);
    expect(Number(rest.headers['retry-after'])).toBeGreaterThan(0);
    const graphql = await app.graphql('{ __typename }', {}, { from });
    expect([graphql.status, graphql.errors[0].extensions.code, Number(graphql.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });

  it('counts per user from any address, and counts requests with wrong credentials for their address', async () => {
    expect(budgetOf(await app.rest('GET', '/rest/core/v2/posts', { from: '203.0.113.6', as: admin }))).toEqual([5, 4]);
    expect(budgetOf(await app.graphql('{ __typename }', {}, { from: '203.0.113.7', as: admin }))).toEqual([5, 3]);
    const sendWrongPassword = () =>
      app.rest('GET', '/rest/core/v2/posts', {
        from: '203.0.113.8',
        as: `Basic ${Buffer.from(`nobody:${Math.random()}`).toString('base64')}`,
      });
    for (let remaining = 4; remaining >= 0; remaining -= 1) expect(budgetOf(await sendWrongPassword())).toEqual([5, remaining]);
    expect((await sendWrongPassword()).statusCode).toBe(429);
    expect((await app.rest('GET', '/rest/core/v2/posts', { from: '203.0.113.8' })).statusCode).toBe(429);
  });

  it('counts requests from the same machine but never refuses them', async () => {
    for (let n = 0; n < 8; n += 1) expect((await app.rest('GET', '/rest/core/v2/posts')).statusCode).toBe(200);
    expect(budgetOf(await app.rest('GET', '/rest/core/v2/posts'))).toEqual([5, 0]);
  });

  it('counts each document of a GraphQL batch and each request of a REST batch', async () => {
    const from = '203.0.113.10';
    const documents = Array.from({ length: 3 }, () => ({ query: '{ __typename }' }));
    expect(budgetOf(await app.rest('POST', '/graphql', { from, body: documents }))).toEqual([5, 2]);
    const requests = [{ path: '/core/v2/posts' }, { path: '/core/v2/posts' }];
    expect(budgetOf(await app.rest('POST', '/rest/batch/v1', { from, body: { requests } }))).toEqual([5, 0]);
  });

  it('counts the cost of a document (root fields, objects, introspection), and reports the cost and the remaining budget', async () => {
    const largeBudgetApp = await openTestApp({ RATE_LIMIT: '1000' });
    const costOf = async (query: string, from: string, variables = {}) => {
      const { text, headers } = await largeBudgetApp.graphql(query, variables, { from });
      const { cost } = JSON.parse(text).extensions;
      expect([cost.limit, cost.remaining, cost.reset]).toEqual([...budgetOf({ headers }), Number(headers['ratelimit-reset'])]);
      return [cost.spent, 1000 - cost.remaining];
    };
    const list = (first: number) => `posts(first: ${first}) { nodes { id title { rendered } link author { displayName } } }`;
    expect(await costOf(`{ ${list(10)} }`, '203.0.113.21')).toEqual([1, 1]);
    expect(await costOf(`{ __typename ${list(100)} }`, '203.0.113.22')).toEqual([3, 3]);
    const aliases = Array.from({ length: 20 }, (_, n) => `s${n}: site { name }`).join(' ');
    expect(await costOf(`{ ...Sites } fragment Sites on Query { ${aliases} }`, '203.0.113.23')).toEqual([20, 20]);
    expect(await costOf('{ __schema { queryType { name } } }', '203.0.113.24')).toEqual([40, 40]);
    const variable = 'query($n: Int!) { posts(first: $n) { nodes { id title { rendered } link author { displayName } } } }';
    expect(await costOf(variable, '203.0.113.25', { n: 100 })).toEqual([3, 3]);
    expect(await costOf(variable, '203.0.113.25', { n: 10 })).toEqual([1, 4]);

    const from = '203.0.113.26';
    const documents = [{ query: `{ ${aliases} }` }, { query: `{ ${list(10)} }` }];
    const batch = await largeBudgetApp.rest('POST', '/graphql', { from, body: documents });
    expect(batch.json().map(({ extensions }: { extensions: { cost: { spent: number } } }) => extensions.cost.spent)).toEqual([20, 1]);
    expect(budgetOf(batch)).toEqual([1000, 979]);
    await largeBudgetApp.close();
  });

  it('refuses a document that costs more than the remaining budget before it runs', async () => {
    const from = '203.0.113.30';
    const aliases = Array.from({ length: 6 }, (_, n) => `s${n}: site { name }`).join(' ');
    const { status, data, errors, headers } = await app.graphql(`{ ${aliases} }`, {}, { from });
    expect([status, data, errors[0].extensions.code]).toEqual([429, null, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('does not apply to health checks and pages', async () => {
    const from = '203.0.113.9';
    for (let n = 0; n < 8; n += 1) expect((await app.rest('GET', '/health/live', { from })).statusCode).toBe(200);
  });
});

describe('ETag', () => {
  it('revalidates GET responses of REST and of registered documents', async () => {
    for (const path of ['/rest/core/v2/posts', '/?rest_route=/core/v2/posts', '/graphql?query=%7B%20__typename%20%7D']) {
      const full = await app.rest('GET', path);
      const etag = String(full.headers.etag);
      expect([path, full.statusCode, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
      for (const condition of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const unchanged = await app.rest('GET', path, { headers: { 'if-none-match': condition } });
        expect([unchanged.statusCode, unchanged.payload, unchanged.headers.etag, unchanged.headers['content-type']]).toEqual([
          304,
          '',
          etag,
          undefined,
        ]);
      }
      expect((await app.rest('GET', path, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
    }
  });

  it('changes with the response, and is absent from errors, other methods and pages', async () => {
    const before = (await app.rest('GET', '/rest/core/v2/posts')).headers.etag;
    await app.rest('POST', '/rest/core/v2/posts', { as: admin, body: { title: 'New', status: 'publish' } });
    expect((await app.rest('GET', '/rest/core/v2/posts')).headers.etag).not.toBe(before);
    for (const response of [
      await app.rest('GET', '/rest/core/v2/posts/0'),
      await app.rest('OPTIONS', '/rest/core/v2/posts'),
      await app.rest('GET', '/health/live'),
    ]) {
      expect(response.headers.etag).toBeUndefined();
    }
  });
});
