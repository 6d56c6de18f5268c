import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let postId: number;
beforeAll(async () => {
  site = await openWholeSite();
  const { body } = await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'Opening', status: 'publish' } });
  postId = body.id;
});
afterAll(() => site.close());

describe('Allow header after a refused edit context', () => {
  it.each([
    ['/core/v2/posts', 'rest_forbidden_context', undefined],
    ['/core/v2/posts/{post}', 'rest_forbidden_context', undefined],
    ['/core/v2/pages', 'rest_forbidden_context', undefined],
    ['/core/v2/comments', 'rest_forbidden_context', 'POST'],
    ['/core/v2/categories', 'rest_forbidden_context', undefined],
    ['/core/v2/categories/1', 'rest_forbidden_context', undefined],
    ['/core/v2/tags', 'rest_forbidden_context', undefined],
    ['/core/v2/types', 'rest_cannot_view', undefined],
    ['/core/v2/taxonomies/category', 'rest_forbidden_context', undefined],
    ['/core/v2/users/1', 'rest_user_cannot_view', undefined],
  ])('excludes GET for %s', async (path, code, allow) => {
    const { status, body, headers } = await site.rest('GET', `${path.replace('{post}', String(postId))}?context=edit`, {
      as: 'subscriber',
    });
    expect([status, body.code, headers['allow']]).toEqual([403, code, allow]);
  });

  it('lists the other allowed methods', async () => {
    const { headers } = await site.rest('GET', '/core/v2/tags?context=edit', { as: 'contributor' });
    expect(headers['allow']).toBe('POST');
  });
});

describe('Allow header without an executed operation', () => {
  const allow = async (method: 'OPTIONS' | 'GET', path: string, as?: 'subscriber' | 'editor') =>
    (await site.rest(method, path, as ? { as } : {})).headers['allow'];

  it.each(['/core/v2/posts', '/core/v2/categories', '/core/v2/posts/{post}'])('depends on the parameters of OPTIONS %s', async (path) => {
    const url = path.replace('{post}', String(postId));
    expect(await allow('OPTIONS', url)).toBe('GET');
    expect(await allow('OPTIONS', `${url}?context=edit`)).toBeUndefined();
    expect(await allow('OPTIONS', `${url}?context=edit`, 'editor')).toContain('GET');
  });

  it('depends on the valid parameters if others are invalid or missing', async () => {
    expect(await allow('GET', '/core/v2/posts?per_page=0')).toBe('GET');
    expect(await allow('GET', '/core/v2/posts?per_page=0&context=bogus')).toBe('GET');
    expect(await allow('GET', '/core/v2/posts?per_page=0&context=edit')).toBeUndefined();
    const batch = await site.rest('POST', '/batch/v1', {
      as: 'subscriber',
      body: { requests: [{ method: 'PUT', path: `/core/v2/posts/${postId}?status=bogus` }] },
    });
    expect(batch.body.responses[0]).toMatchObject({ status: 400, headers: { Allow: 'GET' } });
  });
});

describe('Edit context of terms', () => {
  it.each(['/core/v2/categories', '/core/v2/categories/1', '/core/v2/tags'])(
    'on %s requires the permission to edit terms',
    async (path) => {
      const statuses = await Promise.all(
        [null, 'author', 'editor'].map(
          async (as) => (await site.rest('GET', `${path}?context=edit`, as === null ? {} : { as: as as never })).status,
        ),
      );
      expect(statuses).toEqual([401, 403, 200]);
    },
  );
});

describe('Allow header with unknown parameters', () => {
  it('excludes creating application passwords for other users even if the name is missing', async () => {
    const { headers } = await site.rest('GET', '/core/v2/users/1/application-passwords', { as: 'editor' });
    expect(headers['allow']).toBeUndefined();
  });
});
