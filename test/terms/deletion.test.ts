import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const as = 'editor' as const;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

describe.each(['categories', 'tags'])('DELETE core/v2/%s/{id}', (collection) => {
  const createTerm = async () =>
    (await site.rest('POST', `/core/v2/${collection}`, { as, body: { name: `Gone from ${collection}` } })).body.id;

  it('requires force, since terms have no trash', async () => {
    const id = await createTerm();
    const { status, body } = await site.rest('DELETE', `/core/v2/${collection}/${id}`, { as });
    expect([status, body.code]).toEqual([501, 'rest_trash_not_supported']);
    const forced = await site.rest('DELETE', `/core/v2/${collection}/${id}?force=true`, { as });
    expect(forced.body).toEqual({ deleted: true, previous: expect.objectContaining({ id, name: `Gone from ${collection}` }) });
    expect(forced.body.previous._links).toBeUndefined();
    expect((await site.rest('GET', `/core/v2/${collection}/${id}`)).body.code).toBe('rest_term_invalid');
  });

  it('requires the right to manage terms', async () => {
    const id = await createTerm();
    const refused = await Promise.all(
      [undefined, 'author' as const].map((caller) =>
        site.rest('DELETE', `/core/v2/${collection}/${id}`, { as: caller, query: 'force=true' }),
      ),
    );
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'rest_cannot_delete'],
      [403, 'rest_cannot_delete'],
    ]);
    await site.rest('DELETE', `/core/v2/${collection}/${id}?force=true`, { as });
  });

  it('returns 404 for an unknown ID', async () => {
    expect((await site.rest('DELETE', `/core/v2/${collection}/999999?force=true`, { as })).status).toBe(404);
  });
});

it('refuses the default category, whose links reflect that', async () => {
  const { body } = await site.rest('GET', '/core/v2/categories/1', { as });
  expect(body._links.self[0].targetHints.allow).not.toContain('DELETE');
  expect((await site.rest('DELETE', '/core/v2/categories/1?force=true', { as })).body.code).toBe('rest_cannot_delete');
});
