import client from '@wordpress/api-fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { findSessionViewer } from '../../src/domains/identity/auth/sign-in.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import type { SiteUser } from '../support/open-site.ts';

// the package declares CommonJS types
const apiFetch = client as unknown as typeof client.default;

interface Post {
  id: number;
  title: { raw: string; rendered: string };
  status: string;
  sticky: boolean;
}
interface Refusal {
  code: string;
  message: string;
  data: { status: number; params?: Record<string, string>; details?: Record<string, unknown> };
}
interface BatchResult {
  failed?: string;
  responses: ({ status: number; body: Post & Refusal; headers: Record<string, string> } | null)[];
}

let site: ListeningSite;
let editor: SiteUser;
let cookie: string;
let viewer: Viewer;
const nonces = apiFetch.createNonceMiddleware('');
/** The last request, and the nonce of its response. */
const lastRequest = { method: '', headers: new Headers(), nonce: null as string | null };

/** The original `fetch`. The tests replace it by a function that sends the session cookie, as browsers do. */
const originalFetch = globalThis.fetch;
beforeAll(async () => {
  site = await openListeningSite({ environment: { REST_NAMESPACE_ALIASES: 'wordpress' } });
  editor = await site.user('editor');
  const session = await startSession(site.site, editor.id, { ip: '127.0.0.1', userAgent: 'test', remember: false });
  cookie = `${SESSION_COOKIE}=${session.token}`;
  viewer = (await findSessionViewer(site.site, session.token)) as Viewer;
  globalThis.fetch = async (address, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('Cookie', cookie);
    const response = await originalFetch(address, { ...options, headers });
    Object.assign(lastRequest, { method: options.method ?? 'GET', headers, nonce: response.headers.get('x-wp-nonce') });
    return response;
  };
  apiFetch.use(apiFetch.createRootURLMiddleware(`${site.rest}/`));
  apiFetch.use(nonces);
  apiFetch.nonceMiddleware = nonces;
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await site.close();
});
beforeEach(() => {
  nonces.nonce = createNonce(site.site, viewer, 'rest');
});

const refusal = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => expect.fail('was not refused'),
    (error: Refusal) => error,
  );
const create = (data: object) => apiFetch<Post>({ path: '/wp/v2/posts', method: 'POST', data });

describe('Session with its nonce', () => {
  it('acts as the signed-in user', async () => {
    expect(await apiFetch({ path: '/wp/v2/users/me?context=edit' })).toMatchObject({
      id: editor.id,
      username: editor.login,
      roles: ['editor'],
    });
    expect(lastRequest.nonce).toMatch(/^[0-9a-f]{10}$/);
  });

  it('creates a post', async () => {
    expect(await create({ title: 'By session', status: 'publish' })).toMatchObject({ status: 'publish', title: { raw: 'By session' } });
  });

  it.each([
    ['is wrong', () => '0123456789'],
    ['is for another action', () => createNonce(site.site, viewer, 'sign_out')],
  ])('is refused with a nonce that %s, and works after the client has renewed the nonce', async (_name, nonce) => {
    nonces.nonce = nonce();
    // without a nonce endpoint the client cannot retry
    apiFetch.nonceEndpoint = `${site.url}/nowhere`;
    expect(await refusal(apiFetch({ path: '/wp/v2/posts' }))).toMatchObject({ code: 'rest_cookie_invalid_nonce', data: { status: 403 } });

    apiFetch.nonceEndpoint = `${site.url}/nonce?action=rest&format=text`;
    expect(await create({ title: 'Renewed' })).toMatchObject({ status: 'draft' });
    expect(nonces.nonce).toMatch(/^[0-9a-f]{10}$/);
  });

  it('accepts the fresh nonce of a response', async () => {
    await apiFetch({ path: '/wp/v2/posts' });
    nonces.nonce = lastRequest.nonce ?? '';
    expect(await create({ title: 'Fresh' })).toMatchObject({ status: 'draft' });
  });

  it('is ignored without a nonce: the caller is a visitor', async () => {
    const response = await fetch(`${site.rest}/core/v2/users/me`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'rest_not_logged_in' });
  });
});

describe('Method overrides', () => {
  it.each(['PUT', 'PATCH'])('%s changes an item', async (method) => {
    const { id } = await create({ title: 'Before' });
    expect(await apiFetch({ path: `/wp/v2/posts/${id}`, method, data: { title: 'After' } })).toMatchObject({ id, title: { raw: 'After' } });
    expect([lastRequest.method, lastRequest.headers.get('x-http-method-override')]).toEqual(['POST', method]);
  });

  it('DELETE removes an item', async () => {
    const { id } = await create({ title: 'Gone soon' });
    expect(await apiFetch({ path: `/wp/v2/posts/${id}`, method: 'DELETE', data: { force: true } })).toMatchObject({
      deleted: true,
      previous: { id },
    });
    expect(lastRequest.method).toBe('POST');
    expect(await refusal(apiFetch({ path: `/wp/v2/posts/${id}` }))).toMatchObject({ code: 'rest_post_invalid_id' });
  });

  it('OPTIONS lists the methods that the user may call', async () => {
    const response = await apiFetch<Response, false>({ path: '/wp/v2/posts', method: 'OPTIONS', parse: false });
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await response.json()).toMatchObject({ namespace: 'wp/v2', schema: { title: 'post' } });
  });
});

describe('Lists', () => {
  beforeAll(async () => {
    nonces.nonce = createNonce(site.site, viewer, 'rest');
    const { id } = await apiFetch<{ id: number }>({ path: '/wp/v2/tags', method: 'POST', data: { name: 'Paged' } });
    for (let n = 0; n < 7; n += 1) await create({ title: `Paged ${n}`, status: 'publish', tags: [id] });
  });

  it('return totals and the next page in headers when the client does not parse the response', async () => {
    const response = await apiFetch<Response, false>({ path: '/wp/v2/posts?per_page=3&search=Paged', parse: false });
    expect([response.headers.get('x-wp-total'), response.headers.get('x-wp-totalpages')]).toEqual(['7', '3']);
    expect(response.headers.get('link')).toMatch(/<[^>]+page=2[^>]*>; rel="next"$/);
    expect(await response.json()).toHaveLength(3);
  });

  it('are collected from all pages for per_page=-1', async () => {
    for (let n = 0; n < 96; n += 1)
      await site.site.db.sql(
        `INSERT INTO content (kind, status, title, slug, author_id, date_local, date_utc, modified_local, modified_utc, search_text, sort_title)
      VALUES ('post', 'publish', 'Paged', $1, $2, now(), now(), now(), now(), 'paged' || chr(1) || chr(1), 'paged')`,
        [`paged-more-${n}`, editor.id],
      );
    const posts = await apiFetch<Post[]>({ path: '/wp/v2/posts?per_page=-1&search=Paged&_fields=id' });
    expect(new Set(posts.map((post) => post.id)).size).toBe(103);
  });
});

describe('Failures', () => {
  it('reject with the error object of the service', async () => {
    expect(await refusal(apiFetch({ path: '/wp/v2/posts/999999' }))).toEqual({
      code: 'rest_post_invalid_id',
      message: expect.any(String),
      data: { status: 404 },
    });
    expect(await refusal(apiFetch({ path: '/wp/v2/nothing' }))).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
    expect(await refusal(create({ status: 'loud', sticky: 'maybe' }))).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        status: 400,
        params: { status: expect.any(String), sticky: expect.any(String) },
        details: { status: { code: 'rest_not_in_enum' }, sticky: { code: 'rest_invalid_type' } },
      },
    });
  });

  it('reject with the response when the client does not parse it', async () => {
    const response = await apiFetch<Response, false>({ path: '/wp/v2/posts/999999', parse: false }).catch((error: Response) => error);
    expect(response.status).toBe(404);
  });
});

describe('Batch requests', () => {
  /** Sends a batch in the form of the data layer of the WordPress packages: each sub-request has a method and a path. */
  const batch = (requests: object[], validation = 'require-all-validate') =>
    apiFetch<BatchResult>({ path: '/batch/v1', method: 'POST', data: { validation, requests } });

  it('are limited by the described maximum', async () => {
    const description = await apiFetch<{ endpoints: { args: { requests: { maxItems: number } } }[] }>({
      path: '/batch/v1',
      method: 'OPTIONS',
    });
    expect(description.endpoints[0]?.args.requests.maxItems).toBe(25);
  });

  it('run in order and return one response each', async () => {
    const { id } = await create({ title: 'First' });
    const { responses } = await batch([
      { path: `/wp/v2/posts/${id}`, method: 'PUT', body: { title: 'Second' }, headers: {} },
      { path: '/wp/v2/posts', method: 'POST', body: { title: 'Other', status: 'publish' } },
      { path: `/wp/v2/posts/${id}?force=true`, method: 'DELETE' },
    ]);
    expect(responses.map((response) => response?.status)).toEqual([200, 201, 200]);
    expect(responses[0]?.body.title.raw).toBe('Second');
    expect(responses[1]?.headers).toMatchObject({ Location: `${site.rest}/wp/v2/posts/${responses[1]?.body.id}` });
    expect(responses[2]?.body).toMatchObject({ deleted: true });
  });

  it('run nothing if one request is invalid', async () => {
    const title = `Never ${Math.random()}`;
    const response = await batch([
      { path: '/wp/v2/posts', method: 'POST', body: { title } },
      { path: '/wp/v2/posts', method: 'POST', body: { status: 'loud' } },
    ]);
    expect(response).toMatchObject({ failed: 'validation', responses: [null, { status: 400, body: { code: 'rest_invalid_param' } }] });
    expect(await apiFetch({ path: `/wp/v2/posts?status=any&search=${encodeURIComponent(title)}` })).toEqual([]);
  });

  it('fail individually without the validation option', async () => {
    const { responses } = await batch(
      [
        { path: '/wp/v2/posts/999999', method: 'PUT', body: { title: 'Nobody' } },
        { path: '/wp/v2/posts', method: 'POST', body: { title: 'Somebody' } },
        { path: '/batch/v1', method: 'POST', body: { requests: [] } },
      ],
      'normal',
    );
    expect(responses.map((response) => response?.status)).toEqual([404, 201, 400]);
    expect(responses.map((response) => response?.body.code)).toEqual(['rest_post_invalid_id', undefined, 'rest_batch_not_allowed']);
  });
});
