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
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);

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
  ])('%s', async (_what, path, fields) => {
    for (const text of [noise(3000), noise(300_000), '\u{1F39F}'.repeat(1000), '각'.repeat(1500)]) {
      const answer = await fetch(site.rest + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(fields(text)),
      });
      const { code = null } = await answer.json();
      expect([answer.status, code]).toEqual(path.endsWith('passwords') ? [400, 'rest_invalid_param'] : [201, null]);
    }
  });

  it('keep their sort order up to the compared length', async () => {
    const names = ['b', 'a'].map((letter) => `Zzzz ${letter}${noise(3000)}`);
    for (const name of names)
      await (
        await fetch(`${site.rest}/core/v2/tags`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
      ).text();
    const listed = (await (await fetch(`${site.rest}/core/v2/tags?search=zzzz%20&orderby=name&_fields=name`)).json()) as { name: string }[];
    expect(listed.map(({ name }) => name.slice(0, 6))).toEqual(['Zzzz a', 'Zzzz b']);
  });

  it.each(['search', 'slug', '_fields', 'categories', 'include', 'after'])(
    'are allowed in %s, up to the maximum length of a URL',
    async (name) => {
      const answer = await fetch(`${site.rest}/core/v2/posts?${name}=${'a1,'.repeat(3000)}`);
      expect([answer.status, await answer.text()]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.any(String)]);
    },
  );
});
