import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/core/logging/log.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import type { App } from '../../src/app.ts';
import { createSiteApp } from '../support/app.ts';
import { type OpenedSite, openBareSite, type SiteUser } from '../support/open-site.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(line) });
let openedSite: OpenedSite;
let http: App['http'];
let admin: SiteUser;

beforeAll(async () => {
  openedSite = await openBareSite({ log, environment: { REQUEST_LOG: 'on', TRUST_PROXY: '10.0.0.0/8' } });
  ({ http } = await createSiteApp(openedSite.site));
  admin = await openedSite.user('administrator');
});
afterAll(async () => {
  await http.close();
  await openedSite.close();
});

/** Returns the log line of a request, after checking the ID in its response. */
async function readLine(request: InjectOptions): Promise<Record<string, unknown>> {
  const { headers } = await http.inject(request);
  const id = String(headers['x-request-id']);
  await expect.poll(() => lines.some((line) => line.includes(`"request":"${id}"`) && line.endsWith('"msg":"request"}\n'))).toBe(true);
  const own = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ request, msg }) => request === id && msg === 'request');
  expect(own).toHaveLength(1);
  return own[0]!;
}

const commonFields = {
  request: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ms: expect.any(Number),
  statements: expect.any(Number),
  status: 200,
};
const graphql = (payload: object, headers = {}): InjectOptions => ({ method: 'POST', url: '/graphql', headers, payload });

describe('The log line of a request', () => {
  it('to REST contains the route, for any form of the URL, and the caller', async () => {
    const { authorization, id } = admin;
    const visitor = await readLine({ url: '/rest/core/v2/posts/?search=secret' });
    expect(visitor).toMatchObject({ ...commonFields, method: 'GET', face: 'rest', route: '/core/v2/posts', caller: 'visitor' });
    expect(visitor['statements']).toBeGreaterThan(0);
    expect(await readLine({ url: '/?rest_route=/core/v2/posts' })).toMatchObject({
      ...commonFields,
      face: 'rest',
      route: '/core/v2/posts',
    });
    expect(await readLine({ method: 'OPTIONS', url: '/rest/core/v2/posts/7' })).toMatchObject({
      ...commonFields,
      method: 'OPTIONS',
      route: '/core/v2/posts/{id}',
    });
    const signedIn = await readLine({ url: '/rest/core/v2/users/me', headers: { authorization } });
    expect(signedIn).toMatchObject({ ...commonFields, route: '/core/v2/users/me', caller: `user ${id}` });
    const wrong = `Basic ${Buffer.from('administrator:wrong').toString('base64')}`;
    expect(await readLine({ url: '/rest/core/v2/posts', headers: { authorization: wrong } })).toMatchObject({
      status: 401,
      caller: 'visitor',
    });
    expect(lines.join('')).not.toContain('secret');
  });

  it('to GraphQL contains the kind, the operation names and the estimated cost', async () => {
    const { authorization, id } = admin;
    const list = 'query Front { posts(first: 3) { nodes { slug } } }';
    const line = await readLine(graphql({ query: list }));
    expect(line).toMatchObject({ ...commonFields, method: 'POST', face: 'graphql', route: 'query', operation: 'Front', caller: 'visitor' });
    expect(line['cost']).toBeGreaterThan(0);
    const both = await readLine(graphql([{ query: list }, { query: 'query Who { viewer { login } }' }], { authorization }));
    expect(String(both['operation']).split(',').sort()).toEqual(['Front', 'Who']);
    expect(both['caller']).toBe(`user ${id}`);
    const write = 'mutation Write { createPost(draft: { title: "Quiet", status: DRAFT }) { post { databaseId } } }';
    expect(await readLine(graphql({ query: write }, { authorization }))).toMatchObject({
      ...commonFields,
      route: 'mutation',
      operation: 'Write',
    });
    const expensive = `query Expensive { ${Array.from({ length: 40 }, (_, n) => `a${n}: posts(first: 100) { nodes { id link slug kind } }`).join(' ')} }`;
    const refused = await readLine(graphql({ query: expensive }));
    expect(refused).toMatchObject({ face: 'graphql', operation: 'Expensive', route: 'query' });
    expect(refused['cost']).toBeGreaterThan(1000);
  });

  it('with an error contains the error code of the response', async () => {
    const { authorization } = admin;
    expect(await readLine({ url: '/rest/core/v2/posts/999999' })).toMatchObject({ status: 404, code: 'rest_post_invalid_id' });
    expect(await readLine({ url: '/rest/core/v2/nothing' })).toMatchObject({ status: 404, code: 'rest_no_route' });
    expect(await readLine({ url: '/rest/core/v2/users?roles=editor' })).toMatchObject({
      status: 401,
      code: expect.stringMatching(/^rest_/),
    });
    const tooLarge = { method: 'POST' as const, url: '/rest/core/v2/posts', payload: Buffer.alloc(3_000_000, 'a') };
    expect(await readLine(tooLarge)).toMatchObject({ status: 413, code: 'rest_request_too_large' });
    expect(await readLine(graphql({ query: '{ nonsense }' }))).toMatchObject({ face: 'graphql', code: 'GRAPHQL_VALIDATION_FAILED' });
    const post = 'mutation { removeAttendee(id: 999999) { attendee { databaseId } errors { message } } }';
    expect(await readLine(graphql({ query: post }, { authorization }))).toMatchObject({
      status: 200,
      code: expect.stringMatching(/attendee/),
    });
    expect(await readLine({ url: '/organize' })).not.toHaveProperty('code', undefined);
    expect(await readLine({ url: '/rest/core/v2/posts' })).not.toHaveProperty('code');
  });

  it('to a page contains the route and the signed-in user', async () => {
    const { token } = await startSession(openedSite.site, admin.id, { ip: '203.0.113.9', userAgent: '' });
    const cookie = `${SESSION_COOKIE}=${token}`;
    expect(await readLine({ url: '/account', headers: { cookie } })).toMatchObject({
      ...commonFields,
      face: 'page',
      route: '/account',
      caller: `user ${admin.id}`,
    });
    expect(await readLine({ url: '/sign-in' })).toMatchObject({ ...commonFields, face: 'page', route: '/sign-in', caller: 'visitor' });
    expect(await readLine({ url: '/nothing/here' })).toMatchObject({ face: 'page', status: 404 });
  });

  it('contains the request ID or trace ID of a trusted proxy for every API, but of no other client', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const requests: InjectOptions[] = [{ url: '/rest/core/v2/types' }, graphql({ query: '{ __typename }' }), { url: '/sign-in' }];
    for (const [n, options] of requests.entries()) {
      const request = { ...options, headers: { 'x-request-id': `edge-${n}`, traceparent } };
      expect((await readLine({ ...request, remoteAddress: '10.1.2.3' }))['request']).toBe(`edge-${n}`);
      expect((await readLine({ ...request, remoteAddress: '203.0.113.9' }))['request']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await readLine({ url: '/sign-in', headers: { traceparent }, remoteAddress: '10.1.2.3' }))['request']).toBe(trace);
  });
});
