import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

let site: ListeningSite;
let authorization: string;
beforeAll(async () => {
  site = await openListeningSite();
  ({ authorization } = await site.user('editor'));
});
afterAll(() => site.close());

/** Random text that the database cannot compress. */
const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);

describe('Long texts', () => {
  it.each<[string, string, (text: string) => object]>([
    ['name of a category', '/core/v2/categories', (text) => ({ name: text })],
    ['name of a tag', '/core/v2/tags', (text) => ({ name: text })],
    ['name and slug of a tag', '/core/v2/tags', (text) => ({ name: `x${text}`, slug: `y${text}` })],
    ['title of a post', '/core/v2/posts', (text) => ({ title: text, status: 'publish' })],
    [
      'title, text, excerpt and slug of a post',
      '/core/v2/posts',
      (text) => ({ title: text, content: text, excerpt: text, slug: text, status: 'publish' }),
    ],
    ['password and meta of a post', '/core/v2/posts', (text) => ({ title: 'x', password: text, meta: { footnotes: text } })],
    ['name of an application password', '/core/v2/users/me/application-passwords', (text) => ({ name: text })],
  ])('cause no server error as %s', async (_what, path, fields) => {
    for (const text of [randomText(3000), randomText(300_000), '\u{1F39F}'.repeat(1000), '각'.repeat(1500)]) {
      const response = await fetch(site.rest + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(fields(text)),
      });
      const { code = null } = await response.json();
      expect([response.status, code]).toEqual(path.endsWith('passwords') ? [400, 'rest_invalid_param'] : [201, null]);
    }
  });

  it('keep their sort order up to the length that is compared', async () => {
    const names = ['b', 'a'].map((letter) => `Zzzz ${letter}${randomText(3000)}`);
    for (const name of names)
      await (
        await fetch(`${site.rest}/core/v2/tags`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
      ).text();
    const tags = (await (await fetch(`${site.rest}/core/v2/tags?search=zzzz%20&orderby=name&_fields=name`)).json()) as { name: string }[];
    expect(tags.map(({ name }) => name.slice(0, 6))).toEqual(['Zzzz a', 'Zzzz b']);
  });

  it.each(['search', 'slug', '_fields', 'categories', 'include', 'after'])(
    'are allowed in %s, up to the maximum length of a URL',
    async (name) => {
      const response = await fetch(`${site.rest}/core/v2/posts?${name}=${'a1,'.repeat(3000)}`);
      expect([response.status, await response.text()]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.any(String)]);
    },
  );
});
