import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce, REST_ACTION } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

const BYTES = 1_100_000;
const longJson = JSON.stringify({ title: 'Long', status: 'draft', content: 'x'.repeat(BYTES) });
const longForm = ['--cut', 'Content-Disposition: form-data; name="file"; filename="a.png"', '', 'x'.repeat(BYTES), '--cut--', ''].join(
  '\r\n',
);
const jsonType = { 'content-type': 'application/json' };

let site: ListeningSite;
let credentials: Record<string, string>;
beforeAll(async () => {
  site = await openListeningSite();
  credentials = { authorization: (await site.user('editor')).authorization };
});
afterAll(() => site.close());

const post = async (path: string, headers: Record<string, string>, body: string | ReadableStream) => {
  const response = await fetch(site.url + path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
};

describe('A REST body over one megabyte', () => {
  it.each(['/rest/core/v2/posts', '/?rest_route=/core/v2/posts'])(
    'is not read from a visitor who sends parameters in it: %s',
    async (path) => {
      expect(await post(path, jsonType, longJson)).toEqual([413, 'rest_request_too_large']);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await post(path, form, `content=${'x'.repeat(BYTES)}`)).toEqual([413, 'rest_request_too_large']);
      const stream = Readable.toWeb(Readable.from([longJson.slice(0, 5000), longJson.slice(5000)])) as ReadableStream;
      expect(await post(path, jsonType, stream)).toEqual([413, 'rest_request_too_large']);
    },
  );

  it('is not read from a visitor as an upload; the error asks to sign in', async () => {
    const refusal = [401, 'rest_cannot_create'];
    expect(await post('/rest/core/v2/media', { 'content-type': 'multipart/form-data; boundary=cut' }, longForm)).toEqual(refusal);
    const raw = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' };
    expect(await post('/rest/core/v2/media', raw, 'x'.repeat(BYTES))).toEqual(refusal);
  });

  it('is not read with wrong credentials, and the error says so', async () => {
    const wrong = `Basic ${Buffer.from('nobody:nothing').toString('base64')}`;
    expect(await post('/rest/core/v2/posts', { ...jsonType, authorization: wrong }, longJson)).toEqual([401, 'invalid_username']);
    expect(await post('/rest/core/v2/posts', { ...jsonType, cookie: `${SESSION_COOKIE}=${'a'.repeat(64)}` }, longJson)).toEqual([
      413,
      'rest_request_too_large',
    ]);
  });

  it('closes the connection if it was not read', async () => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /rest/core/v2/posts HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${BYTES}\r\n\r\n{"title":"`,
    );
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text.toLowerCase()).toContain('connection: close');
  });

  it('is read from a signed-in user, with a password or with a session and a nonce in the body', async () => {
    expect(await post('/rest/core/v2/posts', { ...jsonType, ...credentials }, longJson)).toEqual([201, undefined]);
    expect(await post('/?rest_route=/core/v2/posts', { ...jsonType, ...credentials }, longJson)).toEqual([201, undefined]);
    const stream = Readable.toWeb(Readable.from([longJson.slice(0, 5000), longJson.slice(5000)])) as ReadableStream;
    expect(await post('/rest/core/v2/posts', { ...jsonType, ...credentials }, stream)).toEqual([201, undefined]);
    const { id } = await site.user('editor');
    const session = await startSession(site.site, id, { ip: '127.0.0.1', userAgent: 'test', remember: false });
    const nonce = createNonce(site.site, { id, sessionToken: session.token }, REST_ACTION);
    const form = `title=Long&_wpnonce=${nonce}&content=${'x'.repeat(BYTES)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: `${SESSION_COOKIE}=${session.token}` };
    expect(await post('/rest/core/v2/posts', headers, form)).toEqual([201, undefined]);
  });
});
