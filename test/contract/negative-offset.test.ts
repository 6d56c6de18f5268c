import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  const as = 'administrator';
  const { body } = await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Out', status: 'publish', content: 'Said' } });
  await site.rest('POST', '/core/v2/comments', { as, body: { post: body.id, content: 'Heard' } });
  await site.rest('POST', '/core/v2/tags', { as, body: { name: 'Loud' } });
});
afterAll(() => site.close());

describe('A negative offset of a core list returns an empty page (docs/behaviour/core-rest.md 4.8)', () => {
  it.each(['posts', 'users', 'categories', 'tags', 'comments'])('%s', async (list) => {
    const all = await site.rest('GET', `/core/v2/${list}?offset=0`, { as: 'administrator' });
    expect(all.body).not.toEqual([]);
    const beyond = await site.rest('GET', `/core/v2/${list}?offset=-1`, { as: 'administrator' });
    expect(beyond).toMatchObject({ status: 200, body: [] });
  });
});
