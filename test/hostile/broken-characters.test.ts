import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

let site: ListeningSite;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await openListeningSite();
  headers = { authorization: (await site.user('administrator')).authorization, 'content-type': 'application/json' };
  const post = { title: 'Jam', status: 'publish', start_date: '2031-05-01 18:00:00', end_date: '2031-05-01 23:00:00' };
  for (const path of ['/evt/v1/events', '/core/v2/posts'])
    await fetch(site.rest + path, { method: 'POST', headers, body: JSON.stringify(post) });
});
afterAll(() => site.close());

const send = async (address: string, body: string | Uint8Array<ArrayBuffer>) => {
  const response = await fetch(address, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const countOf = async (path: string) => Number((await fetch(`${site.rest}${path}?per_page=1`, { headers })).headers.get('x-wp-total'));
const counts = async () => [await countOf('/evt/v1/events'), await countOf('/core/v2/posts')];

// the values are JSON source: in it, `"\ud800"` is an escape sequence for half a character
const broken = [
  ['a lone high surrogate', String.raw`"\ud800"`, 10],
  ['a lone low surrogate', String.raw`"Jam \udC00 session"`, 10],
  ['a lone surrogate in a list', String.raw`["\uD83C"]`, 10],
  ['bytes of another encoding', latin1('"Café"'), 5],
] as const;

const withTitle = (value: string | Uint8Array, before: string, after: string) =>
  typeof value === 'string' ? before + value + after : new Uint8Array(Buffer.concat([Buffer.from(before), value, Buffer.from(after)]));

describe('A body with characters that are invalid in text', () => {
  it.each(broken)('is refused and changes nothing: %s', async (_name, value, code) => {
    const refused = { code: 'rest_invalid_json', data: { status: 400, json_error_code: code } };
    for (const member of ['title', 'cost', 'unknown']) {
      const body = withTitle(value, `{"title":"Jam","start_date":"2031-05-01 18:00:00","end_date":"2031-05-01 23:00:00","${member}":`, '}');
      for (const path of ['/vendor/events/v1/events', '/evt/v1/events', '/core/v2/posts'])
        expect(await send(site.rest + path, body)).toMatchObject({ status: 400, body: refused });
    }
    expect(await counts()).toEqual([1, 1]);
  });

  it.each(broken)('is refused by GraphQL: %s', async (_name, value) => {
    const query = 'mutation($meta: JSON) { createPost(draft: { title: \\"Jam\\", meta: $meta }) { post { databaseId } } }';
    const response = await send(`${site.url}/graphql`, withTitle(value, `{"query":"${query}","variables":{"meta":`, '}}'));
    expect(response).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'graphql_invalid_json' } }] } });
  });

  it('is accepted if all characters are complete', async () => {
    const { status, body } = await send(`${site.rest}/core/v2/posts`, String.raw`{"title":"\uD83C\uDFBB and 🎷"}`);
    expect([status, body.title.raw]).toEqual([201, '🎻 and 🎷']);
  });
});
