import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

let site: ListeningSite;
beforeAll(async () => {
  site = await openListeningSite();
});
afterAll(() => site.close());

/** Sends a request whose path is not normalized. */
function sendUnnormalized(method: string, path: string): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const outgoing = request({ hostname, port, method, path }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type']), text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('A request without a route', () => {
  it.each([
    ['GET', '/rest/core/v2/%ff'],
    ['GET', '/rest/core/v2/posts/%zz'],
    ['POST', '/rest/%'],
    ['PROPFIND', '/rest/core/v2/posts'],
    ['LINK', '/rest'],
    ['SEARCH', '/rest/core/v2/posts/%E0%A4%A'],
  ])('gets rest_no_route below the REST root: %s %s', async (method, path) => {
    const { status, type, text } = await sendUnnormalized(method, path);
    expect([status, type, JSON.parse(text)]).toEqual([
      404,
      'application/json; charset=UTF-8',
      { code: 'rest_no_route', message: expect.any(String), data: { status: 404 } },
    ]);
  });

  it.each([
    ['GET', '/%ff'],
    ['GET', '/a/%zz/'],
    ['PROPFIND', '/'],
    ['PATCH', '/sign-in'],
    ['GET', '/restaurant/%ff'],
  ])('gets the "Not found" page elsewhere: %s %s', async (method, path) => {
    const { status, type, text } = await sendUnnormalized(method, path);
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Not found</h1>');
  });
});
