import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type BackgroundJobs, startJobs } from '../../src/core/jobs/queue.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { fetchGuarded } from '../../src/core/outgoing/fetch-guarded.ts';
import { openTracing } from '../../src/core/tracing/open-tracing.ts';
import type { App } from '../../src/app.ts';
import { createSiteApp } from '../support/app.ts';
import { type Collector, type SentSpan, startCollector, formatTree } from '../support/collector.ts';
import { type OpenedSite, openBareSite } from '../support/open-site.ts';

const PROXY = '10.0.0.9';
const lines: string[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(line) });
let collector: Collector;
let opened: OpenedSite;
let http: App['http'];
let url: string;
let otherServer: Server;
let work: BackgroundJobs | undefined;
let authorization: string;

beforeAll(async () => {
  collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  opened = await openBareSite({
    log,
    environment: { REQUEST_LOG: 'on', TRUST_PROXY: '10.0.0.0/8', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  opened.site.tracing = await openTracing(readConfig().traces!, { version: '0.0.0', log });
  ({ http } = await createSiteApp(opened.site));
  ({ authorization } = await opened.user('administrator'));
  url = await http.listen({ host: '127.0.0.1', port: 0 });
  otherServer = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
});
afterAll(async () => {
  await work?.stop();
  await http?.close();
  await opened?.close();
  await opened?.site.tracing?.end();
  otherServer?.close();
  await collector?.close();
  vi.unstubAllEnvs();
});

interface TracedRequest {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** Sends a request and returns its public ID and the trace that belongs to this ID. */
async function sendTraced(path: string, { method = 'GET', body, headers, remoteAddress = '127.0.0.1' }: TracedRequest = {}) {
  const {
    statusCode,
    payload,
    headers: replyHeaders,
  } = await http.inject({
    method,
    url: path,
    remoteAddress,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const id = String(replyHeaders['x-request-id']);
  const spans = await traceOfRequest(id);
  return { status: statusCode, text: payload, id, spans, root: spans.find((span) => span.kind === 2)! };
}

const traceOfRequest = (id: string) => collector.waitForTrace((span) => span.attributes['marquee.request.id'] === id);

/** Returns the log lines of a request. */
const linesOf = (id: string) =>
  lines.filter((line) => line.includes(`"request":"${id}"`)).map((line) => JSON.parse(line) as Record<string, unknown>);

/** Waits for the log line of a request. */
async function waitForLine(id: string): Promise<Record<string, unknown>> {
  await expect.poll(() => linesOf(id).filter(({ msg }) => msg === 'request').length).toBe(1);
  return linesOf(id).find(({ msg }) => msg === 'request')!;
}

const createPost = (title: string) => ({ method: 'POST' as const, headers: { authorization }, body: { title, status: 'publish' } });
const query = (source: string, variables = {}, headers = {}) =>
  sendTraced('/graphql', { method: 'POST', headers, body: { query: source, variables } });

describe('A traced request', () => {
  it('to REST has nested spans for route, operations, reads and SQL statements', async () => {
    await sendTraced('/rest/core/v2/posts', createPost('Lanterns'));
    await sendTraced('/rest/core/v2/posts?_embed=author');
    const { spans, root } = await sendTraced('/rest/core/v2/posts?_embed=author&search=lanterns');
    expect(formatTree(spans)).toBe(
      [
        'GET /rest/core/v2/posts',
        '  query coreV2Posts',
        '    content_page',
        '  query coreV2User',
        '    read users',
        '      users_by_id',
      ].join('\n'),
    );
    expect(root.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/rest/core/v2/posts',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'marquee.face': 'rest',
      'marquee.request.id': expect.any(String),
      'marquee.statements': 2,
    });
    expect(spans.find(({ name }) => name === 'content_page')).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': expect.stringContaining('search_text LIKE $') },
    });
    expect(spans[0]!.resource).toMatchObject({ 'service.name': 'marquee' });
    for (const { startedAt, endedAt } of spans) {
      expect(startedAt).toBeGreaterThanOrEqual(root.startedAt);
      expect(endedAt).toBeLessThanOrEqual(root.endedAt);
    }
  });

  it('to the batch has one span for each inner request, with its transactions', async () => {
    const requests = ['First', 'Second'].map((title) => ({ path: '/core/v2/posts', body: { title } }));
    const { spans, status } = await sendTraced('/rest/batch/v1', { method: 'POST', headers: { authorization }, body: { requests } });
    expect(status).toBe(207);
    const tree = formatTree(spans);
    expect(tree.match(/^ {2}POST \/core\/v2\/posts\n {4}mutation coreV2CreatePost\n {6}transaction\n {8}/gm)).toHaveLength(2);
    expect(tree).toContain('        INSERT content\n');
  });

  it('to GraphQL has a span for each operation, by kind and name, and groups readers', async () => {
    await sendTraced('/rest/core/v2/posts', createPost('Torches'));
    const front = 'query Front { posts(first: 3) { nodes { slug author { displayName } } } }';
    const { spans } = await query(front);
    expect(formatTree(spans)).toMatch(/^POST \/graphql\n {2}query Front\n {4}content_slice\n {4}read users\n {6}users_by_id$/);
    const { headers } = await http.inject({
      method: 'POST',
      url: '/graphql',
      payload: [{ query: front }, { query: '{ __typename }' }],
    });
    const both = await traceOfRequest(String(headers['x-request-id']));
    expect(
      formatTree(both)
        .match(/^ {2}query.*/gm)
        ?.sort(),
    ).toEqual(['  query', '  query Front']);
  });

  it('that fails can be traced by the ID in its response: error line, request line, trace', async () => {
    await opened.site.db.sql('ALTER TABLE comment RENAME TO hidden_comment');
    const rest = await sendTraced('/rest/core/v2/comments');
    const graphql = await query('query Talk { commentPage { nodes { databaseId } } }');
    await opened.site.db.sql('ALTER TABLE hidden_comment RENAME TO comment');
    expect(rest.status).toBe(500);
    for (const { id, spans, root } of [rest, graphql]) {
      const [errorLine, line] = [linesOf(id).find(({ level }) => level === 50), await waitForLine(id)];
      expect(errorLine).toMatchObject({ err: { message: expect.stringContaining('comment') }, trace: root.trace });
      expect(line).toMatchObject({ trace: root.trace });
      const failed = spans.filter(({ isFailed }) => isFailed);
      const statement = failed.find(({ kind }) => kind === 3);
      expect(statement?.attributes).toMatchObject({ 'error.type': '42P01', 'db.response.status_code': '42P01' });
      expect(failed.map(({ name }) => name)).toContain(id === rest.id ? 'query coreV2Comments' : 'query Talk');
    }
    expect(rest.root).toMatchObject({ isFailed: true, attributes: { 'http.response.status_code': 500 } });
  });

  it('that is refused is not marked as failed', async () => {
    const { spans, status } = await sendTraced('/rest/core/v2/posts/999999');
    expect(status).toBe(404);
    expect(spans.filter(({ isFailed }) => isFailed)).toEqual([]);
    expect(spans.find(({ name }) => name === 'query coreV2Post')?.attributes['error.type']).toBe('content_not_found');
    // once as an error of the document, once in the payload
    for (const selection of ['post { id }', 'errors { code }']) {
      const refused = await query(`mutation Unseen { trashPost(id: 999999) { ${selection} } }`);
      expect(refused.spans.filter(({ isFailed }) => isFailed)).toEqual([]);
      expect(refused.spans.find(({ name }) => name === 'mutation Unseen')?.attributes['error.type']).toEqual(expect.any(String));
    }
  });

  it('continues the trace of a trusted proxy, but of no other client', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const proxied = await sendTraced('/rest/core/v2/posts', { headers, remoteAddress: PROXY });
    expect(proxied.root).toMatchObject({ trace, parent: 'b7ad6b7169203331' });
    expect(proxied.id).toBe(trace);
    const direct = await sendTraced('/rest/core/v2/posts', { headers });
    expect(direct.root.trace).not.toBe(trace);
    expect(direct.root.parent).toBe('');
    const unsampled = { ...headers, traceparent: headers.traceparent.replace(/01$/, '00') };
    const { headers: replyHeaders } = await http.inject({
      url: '/rest/core/v2/posts',
      headers: { ...unsampled, 'x-request-id': 'ignored' },
      remoteAddress: PROXY,
    });
    expect(await waitForLine(String(replyHeaders['x-request-id']))).not.toHaveProperty('trace');
  });

  it('contains no user input and no personal data', async () => {
    const { applicationPassword, email, login } = await opened.user('editor');
    const basic = `Basic ${Buffer.from(`${login}:${applicationPassword}`).toString('base64')}`;
    await sendTraced('/rest/core/v2/posts?search=whispered', {
      headers: { authorization: basic, cookie: 'wordy=crumbs', 'user-agent': 'Peculiar/1' },
    });
    await sendTraced('/rest/core/v2/posts', {
      ...createPost('Murmured'),
      headers: { authorization: basic },
      body: { title: 'Murmured', password: 'unspoken' },
    });
    await sendTraced('/rest/core/v2/posts/1?password=unspoken');
    await sendTraced('/sign-in', { method: 'POST', body: { login, password: 'muttered' } });
    await query(
      'query($id: ID!) { node(id: $id) { id } a: posts(filter: { search: "literal" }) { totalCount } }',
      { id: 'hummed' },
      { authorization: basic },
    );
    const token = `abc-${'5'.repeat(32)}`;
    await sendTraced(`/tickets/${token}`);
    await sleep(300);
    const sent = collector.bytes();
    for (const word of [
      'whispered',
      applicationPassword,
      basic.slice(6),
      'crumbs',
      'Peculiar',
      'Murmured',
      'unspoken',
      email,
      'muttered',
      'literal',
      'hummed',
      token,
      '127.0.0.1',
    ])
      expect(sent.includes(word), word).toBe(false);
    expect(sent.includes('/tickets/:token')).toBe(true);
  });
});

describe('Work outside of HTTP requests', () => {
  it('has a log line, a trace and a caller for an operation over a WebSocket', async () => {
    const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, retryAttempts: 0, connectionParams: { authorization } });
    const run = async (source: string) => {
      for await (const result of client.iterate({ query: source })) return result;
      return null;
    };
    const mutation = 'mutation Whisper { createPost(draft: { title: "Over a socket", status: DRAFT }) { post { databaseId } } }';
    expect((await run(mutation))?.errors).toBeUndefined();
    const spans = await collector.waitForTrace(({ name }) => name === 'mutation Whisper');
    expect(formatTree(spans)).toMatch(/^POST \/graphql\n(.*\n)* {2}mutation Whisper\n {4}transaction\n/);
    const id = String(spans.find(({ kind }) => kind === 2)!.attributes['marquee.request.id']);
    expect(await waitForLine(id)).toMatchObject({
      face: 'graphql',
      route: 'mutation',
      operation: 'Whisper',
      caller: expect.stringMatching(/^user \d/),
      status: 200,
    });
    const [entry] = await opened.site.db.sql<{ actor_id: number }>(`SELECT actor_id FROM audit_entry WHERE request_id = $1 LIMIT 1`, [id]);
    expect(entry?.actor_id).toBeGreaterThan(0);
    await run('query After { viewer { login } }');
    const after = await collector.waitForTrace(({ name }) => name === 'query After');
    expect(String(after.find(({ kind }) => kind === 2)!.attributes['marquee.request.id'])).not.toBe(id);
    await client.dispose();
  });

  it('has a log line and a trace for a stream when the client disconnects', async () => {
    const controller = new AbortController();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      signal: controller.signal,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription Watch { contentChanged { act } }' }),
    });
    const id = String(response.headers.get('x-request-id'));
    expect(linesOf(id)).toEqual([]);
    controller.abort();
    expect(await waitForLine(id)).toMatchObject({ operation: 'Watch', status: 200, cut: true });
    expect(formatTree(await traceOfRequest(id))).toMatch(/^POST \/graphql\n {2}subscription Watch/);
  });

  it('has a trace for a job with its outgoing requests, and failures refer to it', async () => {
    const origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
    const run = async (site: OpenedSite['site']) => {
      await fetchGuarded(site, `${origin}/secret-path?token=hidden`, { trustedUrl: origin });
      throw new Error('It was dark.');
    };
    const job = { name: 'light-lanterns', cron: '0 0 1 1 *', run };
    work = startJobs(opened.site, [job]);
    (await work.started).runSoon(job);
    const spans = await collector.waitForTrace(({ name }) => name === 'job light-lanterns');
    expect(formatTree(spans)).toBe('job light-lanterns\n  GET');
    const [root, outgoing] = ['job light-lanterns', 'GET'].map((spanName) => spans.find(({ name }) => name === spanName) as SentSpan);
    expect(root).toMatchObject({ isFailed: true, kind: 1 });
    expect(outgoing).toMatchObject({
      kind: 3,
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200, 'server.address': '127.0.0.1', 'url.scheme': 'http' },
    });
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ msg }) => String(msg).startsWith('a job failed'));
    expect(line).toMatchObject({ job: 'light-lanterns', trace: root!.trace, request: root!.attributes['marquee.request.id'] });
    expect(collector.bytes().includes('hidden')).toBe(false);
    expect(collector.bytes().includes('secret-path')).toBe(false);
  });
});
