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

const json = (size: number) => JSON.stringify({ title: 'x'.repeat(size - JSON.stringify({ title: '' }).length) });
const countPosts = async () => (await site.site.db.sql<{ count: number }>('SELECT count(*)::int AS count FROM content'))[0]?.count;

/** Sends a request whose body is streamed in pieces, without a declared length. */
function inPieces(path: string, type: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(site.url + path, { method: 'POST', headers: { authorization, 'content-type': type } }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    for (let at = 0; at < body.length; at += 500) sent.write(body.slice(at, at + 500));
    sent.end();
  });
}

const tooLarge = { code: 'rest_request_too_large', message: expect.any(String), data: { status: 413 } };

describe('A body larger than BODY_LIMIT', () => {
  it('is refused with 413 in the error format of REST, while a body of exactly that size is accepted', async () => {
    const post = (size: number) =>
      fetch(`${site.rest}/core/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: json(size),
      });
    const before = await countPosts();
    const answer = await post(LIMIT + 1);
    expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
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
    const { status, text } = await inPieces('/rest/core/v2/posts', type, body);
    expect([status, JSON.parse(text)]).toEqual([413, tooLarge]);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('of %s is refused as well', async (method) => {
    const answer = await fetch(`${site.rest}/core/v2/posts/1`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: json(LIMIT + 1),
    });
    expect([answer.status, await answer.json()]).toEqual([413, tooLarge]);
  });

  it('is refused at the alternative URL and in the batch as well', async () => {
    for (const path of ['/?rest_route=/core/v2/posts', '/rest/batch/v1']) {
      const answer = await fetch(site.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: json(LIMIT + 1),
      });
      expect([path, answer.status, await answer.json()]).toEqual([path, 413, tooLarge]);
    }
  });

  it('has the same limit at the alternative URL', async () => {
    const large = await openListeningSite();
    const user = await large.user('author');
    const headers = { authorization: user.authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${large.url}/?rest_route=/core/v2/posts`, { method: 'POST', headers, body: json(200_000) });
    expect([answer.status, (await answer.json()).title.raw.length]).toEqual([201, 199_988]);
    await large.close();
  });

  it('is refused by GraphQL', async () => {
    const body = JSON.stringify({ query: `{ site { name } } # ${'x'.repeat(LIMIT)}` });
    const answer = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
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
