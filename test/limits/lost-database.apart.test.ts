import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { type FlakyServer, startFlakyServer } from '../support/flaky-server.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

describe('While the database server is down', () => {
  let server: FlakyServer;
  let site: ListeningSite;
  let authorization: string;
  let cookie: string;
  let id: number;
  const unhandled: unknown[] = [];
  const recordError = (error: unknown) => unhandled.push(error);

  beforeAll(async () => {
    process.on('unhandledRejection', recordError);
    process.on('uncaughtException', recordError);
    site = await openListeningSite({
      async rewriteUrl(url) {
        server = await startFlakyServer(url);
        return server.url;
      },
    });
    const editor = await site.user('editor');
    ({ authorization } = editor);
    const session = await startSession(site.site, editor.id, { ip: '127.0.0.1', userAgent: 'test', remember: false });
    cookie = `${SESSION_COOKIE}=${session.token}`;
    const created = await rest('POST', '/core/v2/posts', { title: 'Unchanged', status: 'publish' });
    ({ id } = await created.json());
  });
  afterAll(async () => {
    await server.restore().catch(() => undefined);
    await site.close();
    await server.close();
    process.off('unhandledRejection', recordError);
    process.off('uncaughtException', recordError);
  });

  const headers = () => ({ authorization, 'content-type': 'application/json' });
  const rest = (method: string, path: string, body?: object) =>
    fetch(site.rest + path, { method, headers: headers(), ...(body && { body: JSON.stringify(body) }) });
  const graphql = (query: string) => fetch(`${site.url}/graphql`, { method: 'POST', headers: headers(), body: JSON.stringify({ query }) });

  const restRequests: [string, () => Promise<Response>][] = [
    ['a post', () => rest('GET', `/core/v2/posts/${id}`)],
    ['a list', () => rest('GET', '/core/v2/posts?per_page=5&_embed')],
    ['a search', () => fetch(`${site.rest}/core/v2/posts?search=unchanged`)],
    ['a new post', () => rest('POST', '/core/v2/posts', { title: 'Lost?' })],
    ['a change', () => rest('PUT', `/core/v2/posts/${id}`, { title: 'Changed' })],
    ['a removal', () => rest('DELETE', `/core/v2/posts/${id}?force=true`)],
    ['the terms', () => rest('GET', '/core/v2/categories')],
    ['the caller', () => rest('GET', '/core/v2/users/me')],
    ['an embed', () => fetch(`${site.rest}/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/?p=${id}`)}`)],
  ];
  const graphqlRequests: [string, string][] = [
    ['a post', '{ post(id: 1) { title { rendered } } }'],
    ['a list', '{ postPage { total nodes { databaseId } } }'],
    ['a write', 'mutation { createPost(draft: { title: "Lost?" }) { post { databaseId } } }'],
  ];

  it('REST and GraphQL return 503 with Retry-After, for reads and writes', async () => {
    await server.interrupt();
    for (const [name, run] of restRequests) {
      const response = await run();
      expect([name, response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        name,
        503,
        expect.stringMatching(/^\d+$/),
        { code: 'service_unavailable', message: expect.any(String), data: { status: 503 } },
      ]);
    }
    for (const [name, query] of graphqlRequests) {
      const response = await graphql(query);
      const body = await response.json();
      expect([name, response.status, response.headers.get('retry-after'), body.errors?.[0]?.extensions?.code]).toEqual([
        name,
        503,
        expect.stringMatching(/^\d+$/),
        'service_unavailable',
      ]);
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|prisma|pool/i);
    }
  });

  it('each request of a batch gets its own error', async () => {
    // from a visitor, because no user can be identified without the database
    const requests = [{ path: `/core/v2/posts/${id}`, body: { title: 'Lost?' } }, { path: '/core/v2/nothing' }];
    const response = await fetch(`${site.rest}/batch/v1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    });
    const { responses } = await response.json();
    expect([response.status, ...responses.map(({ status }: { status: number }) => status)]).toEqual([207, 503, 404]);
  });

  it('pages return 503 with a message', async () => {
    for (const path of ['/account', '/']) {
      const response = await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' });
      expect([path, response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
        path,
        503,
        expect.stringMatching(/^\d+$/),
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('the health checks report alive but not ready, and requests without the database succeed', async () => {
    expect((await fetch(`${site.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${site.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${site.rest}/core/v2/nothing`)).status).toBe(404);
    expect((await fetch(`${site.rest}/core/v2/posts?per_page=0`)).status).toBe(400);
    expect((await fetch(`${site.rest}/core/v2/posts`, { method: 'OPTIONS' })).status).toBe(200);
  });

  it('and back up again, all requests succeed without a restart, and no write was completed partially', async () => {
    await server.restore();
    expect((await fetch(`${site.url}/health/ready`)).status).toBe(200);
    const read = await rest('GET', `/core/v2/posts/${id}?context=edit`);
    expect([read.status, (await read.json()).title.raw]).toEqual([200, 'Unchanged']);
    expect((await rest('POST', '/core/v2/posts', { title: 'Back' })).status).toBe(201);
    expect((await (await graphql('{ viewer { login } }')).json()).data.viewer.login).toBe('editor');
    expect(await (await rest('GET', '/core/v2/posts?status=any&search=lost')).json()).toEqual([]);
  });

  it('a running request gets 503, and the next one succeeds after the restart', async () => {
    const running = site.site.db.sql('SELECT pg_sleep(3)').catch(() => 'failed');
    const blocked = Promise.all([1, 2, 3, 4, 5, 6].map(() => rest('GET', '/core/v2/posts?per_page=100&search=a')));
    await server.interrupt();
    const statuses = (await blocked).map((response) => response.status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await running).toBe('failed');
    await server.restore();
    expect((await rest('GET', '/core/v2/posts')).status).toBe(200);
  });

  it('no error is unhandled', () => {
    expect(unhandled).toEqual([]);
  });
});
