import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

it('The total of a list of comments is the number of readable comments in GraphQL, and of all comments in REST (docs/behaviour/core-rest.md 4.8)', async () => {
  const totals = async (as?: TestUserName) => {
    const { headers, body } = await site.rest('GET', '/core/v2/comments', { as, query: 'per_page=100' });
    const { data } = await site.graphql('{ commentPage(perPage: 100) { total nodes { databaseId } } }', {}, as);
    expect([data.commentPage.total, data.commentPage.nodes.length]).toEqual([body.length, body.length]);
    return [Number(headers['x-wp-total']), body.length];
  };
  const [before = 0] = await totals();
  for (const fields of [{ status: 'publish' }, { status: 'private' }, { status: 'publish', password: 'secret' }]) {
    const post = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Discussed', ...fields } })).body.id;
    await site.rest('POST', '/core/v2/comments', { as: 'editor', body: { post, content: `About ${post}` } });
  }
  expect(await totals()).toEqual([before + 3, before + 1]);
  expect(await totals('subscriber')).toEqual([before + 3, before + 1]);
  expect(await totals('editor')).toEqual([before + 3, before + 3]);
});
