import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let posts: number[];

const create = async (path: string, body: object) => (await site.rest('POST', path, { as: 'administrator', body })).body.id as number;

beforeAll(async () => {
  site = await openWholeSite();
  const categories = [];
  for (const name of ['Zither', 'Choir', 'Brass']) categories.push(await create('/core/v2/categories', { name }));
  const tags = [await create('/core/v2/tags', { name: 'open air' }), await create('/core/v2/tags', { name: 'At night' })];
  posts = [];
  for (let n = 0; n < 8; n += 1) {
    const id = await create('/core/v2/posts', {
      title: `Evening ${n}`,
      status: 'publish',
      categories: categories.filter((_, i) => n % 3 >= i),
      tags: n % 2 === 0 ? tags : [],
    });
    posts.push(id);
    for (let comment = 0; comment < n % 4; comment += 1) {
      const first = await create('/core/v2/comments', { post: id, content: `Comment ${comment} on ${n}`, date: '2026-03-01T10:00:00' });
      if (comment === 1) await create('/core/v2/comments', { post: id, content: `Answer on ${n}`, parent: first });
    }
    if (n === 7) await create('/core/v2/comments', { post: id, content: 'Waiting', status: 'hold' });
  }
});

afterAll(() => site.close());

describe('Embedded objects of a list', () => {
  it('run the same number of statements for one post and for eight posts', async () => {
    const statements = async (include: readonly number[]) => {
      site.statements.length = 0;
      const { body } = await site.rest('GET', '/core/v2/posts', { query: { include: include.join(), _embed: '1' } });
      expect(body).toHaveLength(include.length);
      return site.statements.length;
    };
    const [last = 0] = posts.slice(-1);
    await statements(posts);
    expect(await statements(posts)).toBe(await statements([last]));
  });

  it('equal the responses of their own URLs', async () => {
    const { body } = await site.rest('GET', '/core/v2/posts', { query: { include: posts.join(), _embed: '1' } });
    let compared = 0;
    for (const { _links: links, _embedded: embedded } of body)
      for (const [relation, targets] of Object.entries<{ href: string; embeddable?: boolean }[]>(links))
        for (const [i, { href, embeddable }] of targets.entries()) {
          if (!embeddable || embedded[relation] === undefined) continue;
          const { pathname, search } = new URL(href);
          const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), context: 'embed', per_page: '100' });
          const { body: target } = await site.rest('GET', pathname.replace('/rest', ''), { query: query.toString() });
          expect(embedded[relation][i]).toEqual(target);
          compared += 1;
        }
    expect(compared).toBeGreaterThan(24);
  });
});

describe('Lists filtered by one post', () => {
  // an additional filter that excludes nothing causes the general statement to be used
  it.each([
    ['comments', ''],
    ['comments', 'order=asc&per_page=2'],
    ['comments', 'per_page=1&page=2'],
    ['comments', 'page=9'],
    ['comments', 'type=comment&status=hold'],
    ['comments', 'orderby=id'],
    ['categories', ''],
    ['categories', 'per_page=2&page=2'],
    ['categories', 'order=desc'],
    ['categories', 'hide_empty=true'],
    ['tags', 'page=5'],
    ['tags', 'offset=1'],
  ])('%s?post=…&%s equals the general list', async (path, query) => {
    for (const post of [posts[0], posts[2], posts[7]]) {
      const list = async (furtherQuery: string) => {
        const { status, body, headers } = await site.rest('GET', `/core/v2/${path}`, {
          as: 'administrator',
          query: `post=${post}&${query}${furtherQuery}`,
        });
        return { status, body, totals: [headers['x-wp-total'], headers['x-wp-totalpages']] };
      };
      expect(await list('')).toEqual(await list('&exclude=2147483647'));
    }
  });
});
