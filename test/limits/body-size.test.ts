import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

const LIMIT = 2000;

let site: ListeningSite;
let authorization: string;
beforeAll(async () => {
  site = await openListeningSite({ environment: { BODY_LIMIT: String(LIMIT) } });
  ({ authorization } = await site.user('editor'));
});
afterAll(() => site.close());

const jsonOfSize = (size: number) => JSON.stringify({ title: 'x'.repeat(size - JSON.stringify({ title: '' }).length) });
const countPosts = async () => (await site.site.db.sql<{ count: number }>('SELECT count(*)::int AS count FROM content'))[0]?.count;

/** Sends a request whose body is streamed in pieces, without a declared length. */
function sendInPieces(path: string, type: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const streamed = request(site.url + path, { method: 'POST', headers: { authorization, 'content-type': type } }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    streamed.on('error', reject);
    for (let offset = 0; offset < body.length; offset += 500) streamed.write(body.slice(offset, offset + 500));
    streamed.end();
  });
}

const tooLarge = { code: 'rest_request_too_large', message: expect.any(String), data: { status: 413 } };

describe('A body larger than BODY_LIMIT', () => {
  it('is refused with 413 in the error format of REST, while a body of exactly that size is accepted', async () => {
    const post = (size: number) =>
      fetch(`${site.rest}/core/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: jsonOfSize(size),
      });
    const before = await countPosts();
    const response = await post(LIMIT + 1);
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      413,
      'application/json; charset=UTF-8',
      tooLarge,
    ]);
    expect(await countPosts()).toBe(before);
    expect((await post(LIMIT)).status).toBe(201);
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', `title=${'x'.repeat(LIMIT)}`],
    [
      'a form in parts',
      'multipart/form-data; boundary=cut',
      `--cut\r\nContent-Disposition: form-data; name="title"\r\n\r\n${'x'.repeat(LIMIT)}\r\n--cut--`,
    ],
    ['of another type', 'application/octet-stream', 'x'.repeat(LIMIT + 1)],
  ])('of type %s is refused, even without a declared length', async (_name, type, body) => {
    const { status, text } = await sendInPieces('/rest/core/v2/posts', type, body);
    expect([status, JSON.parse(text)]).toEqual([413, tooLarge]);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('of %s is refused as well', async (method) => {
    const response = await fetch(`${site.rest}/core/v2/posts/1`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: jsonOfSize(LIMIT + 1),
    });
    expect([response.status, await response.json()]).toEqual([413, tooLarge]);
  });

  it('is refused at the alternative URL and in the batch as well', async () => {
    for (const path of ['/?rest_route=/core/v2/posts', '/rest/batch/v1']) {
      const response = await fetch(site.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: jsonOfSize(LIMIT + 1),
      });
      expect([path, response.status, await response.json()]).toEqual([path, 413, tooLarge]);
    }
  });

  it('has the same limit at the alternative URL', async () => {
    const large = await openListeningSite();
    const user = await large.user('author');
    const headers = { authorization: user.authorization, 'content-type': 'application/json' };
    const response = await fetch(`${large.url}/?rest_route=/core/v2/posts`, { method: 'POST', headers, body: jsonOfSize(200_000) });
    expect([response.status, (await response.json()).title.raw.length]).toEqual([201, 199_988]);
    await large.close();
  });

  it('is refused by GraphQL', async () => {
    const body = JSON.stringify({ query: `{ site { name } } # ${'x'.repeat(LIMIT)}` });
    const response = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { errors: [{ message: expect.any(String), extensions: { code: 'graphql_request_too_large', status: 413 } }] },
    ]);
  });

  it.each([
    ['a visitor', '', 400],
    ['a user with wrong credentials', `Authorization: Basic ${Buffer.from('nobody:nothing').toString('base64')}\r\n`, 401],
  ])('is not read by GraphQL if sent by %s: the response is sent first and closes the connection', async (_who, header, status) => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\n${header}Content-Type: application/json\r\nContent-Length: 1100000\r\n\r\n{"query":"`,
    );
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.toLowerCase()).toContain('connection: close');
  });

  it('does not stop the site from responding', async () => {
    expect((await fetch(`${site.rest}/core/v2/posts`)).status).toBe(200);
  });
});
