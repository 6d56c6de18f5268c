import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

it('REST counts all posts of a search, including unreadable posts, and GraphQL counts only readable posts', async () => {
  const title = 'Quince jelly, a draft';
  await site.rest('POST', '/core/v2/posts', { body: { title }, as: 'administrator' });
  const query = { search: title, status: 'draft' };
  const { body, headers } = await site.rest('GET', '/core/v2/posts', { query, as: 'contributor' });
  expect({ body, total: headers['x-wp-total'] }).toEqual({ body: [], total: '1' });
  const source = 'query($search: String!) { postPage(filter: { search: $search, statuses: [DRAFT] }) { total nodes { databaseId } } }';
  const { data, errors } = await site.graphql(source, { search: title }, 'contributor');
  expect(errors).toEqual([]);
  expect(data.postPage).toEqual({ total: 0, nodes: [] });
});
