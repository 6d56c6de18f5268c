import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let comment: number;
let pingback: number;
beforeAll(async () => {
  site = await openWholeSite();
  const as = 'administrator' as const;
  const post = (await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Linked', status: 'publish' } })).body.id;
  const createComment = async (content: string) => (await site.rest('POST', '/core/v2/comments', { as, body: { post, content } })).body.id;
  [comment, pingback] = [await createComment('Said.'), await createComment('[…] linked […]')];
  // only imports store pingbacks
  await site.site.db.sql(`UPDATE comment SET type = 'pingback' WHERE id = $1`, [pingback]);
});
afterAll(() => site.close());

const ids = async (query: string, as?: TestUserName) =>
  (await site.rest('GET', `/core/v2/comments?order=asc&orderby=id&${query}`, { as })).body.map(({ id }: { id: number }) => id);

describe('Pingbacks', () => {
  it('have their own type', async () => {
    const typeOf = async (id: number) => (await site.rest('GET', `/core/v2/comments/${id}`)).body.type;
    expect([await typeOf(comment), await typeOf(pingback)]).toEqual(['comment', 'pingback']);
    expect((await site.graphql(`{ comment(id: ${pingback}) { type } }`)).data.comment.type).toBe('PINGBACK');
  });

  it('are listed only if requested', async () => {
    const as = 'editor' as const;
    expect(await ids('')).toEqual([comment]);
    expect(await ids('type=pingback', as)).toEqual([pingback]);
    expect(await ids('type=pings', as)).toEqual([pingback]);
    expect(await ids('type=all', as)).toEqual([comment, pingback]);
    expect(await ids('type=trackback', as)).toEqual([]);
  });
});
