import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

describe('A document with a failing root field', () => {
  it('returns the data of the other fields', async () => {
    const { data, errors } = await site.graphql('{ site { name } event(id: 999999) { id } orders { totalCount } }');
    expect(data).toEqual({ site: { name: expect.any(String) }, event: null, orders: null });
    expect(new Set(errors.map(({ path }) => path?.[0]))).toEqual(new Set(['event', 'orders']));
  });

  it('returns the mutation that succeeded and an error for the one that failed', async () => {
    const { data, errors } = await site.graphql(
      `mutation {
        created: createPost(draft: { title: "Created" }) { post { databaseId } }
        refused: createPost(draft: { title: "Refused", authorId: 999999 }) { post { databaseId } }
      }`,
      {},
      'editor',
    );
    expect([data.refused, errors.map(({ path }) => path)]).toEqual([null, [['refused']]]);
    const { body } = await site.rest('GET', `/core/v2/posts/${data.created.post.databaseId}`, { as: 'editor', query: 'context=edit' });
    expect(body.title.raw).toBe('Created');
  });

  it('returns null for the viewer if no user is signed in', async () => {
    const { data, errors } = await site.graphql('{ viewer { id } site { name } }');
    expect([errors, data]).toEqual([[], { viewer: null, site: { name: expect.any(String) } }]);
  });
});
