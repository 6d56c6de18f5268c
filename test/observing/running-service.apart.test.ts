import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

const TOKEN = 'a token of sixteen';
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createSiteDatabase();
  service = await startService(database.url, {
    LOG_LEVEL: 'info',
    REQUEST_LOG: 'on',
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY: '2',
  });
});

afterAll(async () => {
  await service.kill();
  await database.drop();
});

/** Waits for the log line of a request, which is written after the response. */
async function waitForLine(id: string): Promise<Record<string, unknown>> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    const line = service
      .output()
      .split('\n')
      .find((text) => text.startsWith('{') && text.includes(`"request":"${id}"`) && text.includes('"msg":"request"'));
    if (line !== undefined) return JSON.parse(line);
    await sleep(20);
  }
  throw new Error(`no line for ${id} in\n${service.output()}`);
}

describe('A request', () => {
  it('has one ID in response and log line, which also contains route, caller, status, time and SQL statements', async () => {
    const { headers } = await service.rest('GET', '/core/v2/posts', { query: { search: 'private words' } });
    const id = String(headers['x-request-id']);
    const line = await waitForLine(id);
    expect(line).toMatchObject({
      method: 'GET',
      face: 'rest',
      route: '/core/v2/posts',
      path: '/rest/core/v2/posts',
      caller: 'user 1',
      status: 200,
    });
    expect(line['statements']).toBeGreaterThan(0);
    expect(line['ms']).toBeGreaterThan(0);
    expect(service.output()).not.toContain('private words');
  });

  it('keeps the ID or trace of the proxy', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const idOf = async (headers: Record<string, string>) => (await service.rest('GET', '/', { headers })).headers['x-request-id'];
    expect(await idOf({ 'x-request-id': 'edge-7/42' })).toBe('edge-7/42');
    expect(await idOf({ traceparent: `00-${trace}-b7ad6b7169203331-01` })).toBe(trace);
    expect(await idOf({ 'x-request-id': 'two words "and marks"' })).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('to GraphQL is logged with kind, name and cost, and a refused REST request with its route', async () => {
    const { headers } = await service.graphql('query Front { postPage(perPage: 5) { nodes { databaseId } } }');
    expect(await waitForLine(String(headers['x-request-id']))).toMatchObject({
      face: 'graphql',
      route: 'query',
      operation: 'Front',
      status: 200,
    });
    const refused = await service.rest('GET', '/core/v2/posts/999999');
    expect(await waitForLine(String(refused.headers['x-request-id']))).toMatchObject({ route: '/core/v2/posts/{id}', status: 404 });
  });

  it('to a page is logged by route, because its URL may contain a secret', async () => {
    const token = `abc-${'0'.repeat(32)}`;
    const response = await fetch(`${service.url}/tickets/${token}`);
    expect(await waitForLine(String(response.headers.get('x-request-id')))).toMatchObject({ face: 'page', caller: 'visitor', status: 404 });
    expect(service.output()).not.toContain(token);
  });
});

describe('/metrics', () => {
  const requestMetrics = (headers: Record<string, string> = {}) => fetch(`${service.url}/metrics`, { headers });

  it('returns metrics to clients on the same machine and to clients with the token only', async () => {
    const text = await (await requestMetrics()).text();
    expect(text).toMatch(
      /marquee_http_request_duration_seconds_count\{face="rest",route="\/core\/v2\/posts",method="GET",status="2xx"\} [1-9]/,
    );
    for (const name of [
      'marquee_request_statements_total',
      'marquee_database_connections',
      'marquee_subscriptions',
      'nodejs_eventloop_lag',
    ])
      expect(text).toContain(name);
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    expect((await requestMetrics(proxied)).status).toBe(404);
    expect((await requestMetrics({ ...proxied, authorization: 'Bearer another token!' })).status).toBe(404);
    expect((await requestMetrics({ ...proxied, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });
});

describe('The process', () => {
  it('reports its health', async () => {
    for (let waited = 0; waited < 60_000; waited += 100) {
      const { jobs } = (await (await fetch(`${service.url}/health/ready`)).json()) as { jobs: string };
      if (jobs === 'running') break;
      await sleep(100);
    }
    expect(await (await fetch(`${service.url}/health/ready`)).json()).toEqual({
      status: 'ok',
      database: 'ok',
      migrations: 'current',
      jobs: 'running',
    });
  });

  it('continues when its terminal closes, and reports that it is stopping before it stops listening', async () => {
    service.child.kill('SIGHUP');
    await sleep(100);
    expect((await service.rest('GET', '/core/v2/posts')).status).toBe(200);
    const stopped = service.stop();
    await sleep(500);
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([503, 'stopping']);
    expect((await fetch(`${service.url}/rest/core/v2/posts`)).status).toBe(200);
    expect(await stopped).toBe(0);
  });
});
