import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { purgeIdempotencyKeys } from '../../src/core/idempotency/idempotency-store.ts';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let admin: string;
let secondAdmin: string;
beforeAll(async () => {
  app = await openTestApp();
  [admin, secondAdmin] = [await app.user('administrator'), await app.user('administrator')];
});
afterAll(() => app.close());

let count = 0;
const newKey = () => `key-${(count += 1)}`;
const countPosts = async () =>
  Number((await app.site.db.sql<{ n: number }>(`SELECT count(*)::int AS n FROM content WHERE kind = 'post'`))[0]?.n);
const CREATE = 'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId title { raw } } } }';
const create = (key: string, title: string, as = admin) =>
  app.graphql(CREATE, { draft: { title } }, { as, headers: { 'idempotency-key': key } });
const restCreate = (key: string, title: string, as: string | undefined = admin, path = '/rest/core/v2/posts') =>
  app.rest('POST', path, { as, headers: { 'idempotency-key': key }, body: { title } });

describe('Idempotency-Key in GraphQL', () => {
  it('returns the first response to a repeated mutation and does not run it again', async () => {
    const key = newKey();
    const first = await create(key, 'Once');
    const before = await countPosts();
    const second = await create(key, 'Once');
    expect(second.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countPosts()).toBe(before);
  });

  it('returns 422 if the body differs, and separates callers', async () => {
    const key = newKey();
    await create(key, 'Mine');
    const reused = await create(key, 'Another');
    expect([reused.status, reused.errors[0].extensions.code]).toEqual([422, 'idempotency_key_reused']);
    const foreign = await create(key, 'Mine', secondAdmin);
    expect(foreign.headers['idempotent-replayed']).toBeUndefined();
    expect(foreign.data.createPost.post.title.raw).toBe('Mine');
  });

  it('runs one of several simultaneous requests with a key; the others wait or get 409', async () => {
    const key = newKey();
    const before = await countPosts();
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(key, 'Race')));
    expect(await countPosts()).toBe(before + 1);
    for (const { status, errors, data } of replies) {
      if (status === 409) expect(errors[0].extensions.code).toBe('idempotency_key_in_use');
      else expect(data.createPost.post.title.raw).toBe('Race');
    }
  });

  it('stores refusals of the input, but not those that depend on the caller', async () => {
    const key = newKey();
    const variables = { draft: { title: 'x', status: 'no-such' } };
    const headers = { 'idempotency-key': key };
    const first = await app.graphql(CREATE, variables, { as: admin, headers });
    expect(first.errors).toHaveLength(1);
    expect((await app.graphql(CREATE, variables, { as: admin, headers })).headers['idempotent-replayed']).toBe('true');
    const visitor = newKey();
    for (let n = 0; n < 2; n += 1) {
      const refusal = await app.graphql(CREATE, { draft: { title: 'x' } }, { headers: { 'idempotency-key': visitor } });
      expect([refusal.errors[0].extensions.status, refusal.headers['idempotent-replayed']]).toEqual([401, undefined]);
    }
  });

  it('does not store responses to queries', async () => {
    const headers = { 'idempotency-key': newKey() };
    for (let n = 0; n < 2; n += 1) {
      const reply = await app.graphql(`{ posts(first: ${n + 1}) { totalCount } }`, {}, { as: admin, headers });
      expect([reply.status, reply.headers['idempotent-replayed']]).toEqual([200, undefined]);
    }
  });

  it('stores secrets of a response encrypted with the key', async () => {
    const created = await app.graphql(
      'mutation { createApplicationPassword(input: { name: "stored" }) { password } }',
      {},
      { as: admin, headers: { 'idempotency-key': newKey() } },
    );
    const rows = await app.site.db.sql<{ text: string }>(
      `SELECT key_hash || fingerprint || encode(answer, 'escape') AS text FROM idempotency_key WHERE answer IS NOT NULL`,
    );
    expect(created.data.createApplicationPassword.password).toMatch(/\w{4}/);
    for (const { text } of rows) {
      expect(text).not.toContain(created.data.createApplicationPassword.password);
      expect(text).not.toContain('createPost');
    }
  });

  it('refuses event streams and malformed keys', async () => {
    const stream = await app.graphql(
      CREATE,
      { draft: { title: 'x' } },
      { as: admin, headers: { 'idempotency-key': newKey(), accept: 'text/event-stream' } },
    );
    expect([stream.status, stream.errors[0].extensions.code]).toEqual([400, 'idempotency_needs_json']);
    for (const key of ['', 'ü', 'x'.repeat(256)])
      expect((await create(key, 'x')).errors[0].extensions.code).toBe('invalid_idempotency_key');
  });
});

describe('Idempotency-Key in REST', () => {
  it('returns status, headers and body of the first response to a repeated write', async () => {
    const key = newKey();
    const first = await restCreate(key, 'Rest');
    const before = await countPosts();
    const second = await restCreate(key, 'Rest');
    expect([second.statusCode, second.payload, second.headers.location]).toEqual([201, first.payload, first.headers.location]);
    expect(second.headers['x-content-type-options']).toBe('nosniff');
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await countPosts()).toBe(before);
  });

  it('works for deletes, overridden methods, batches and the alternative URL', async () => {
    const { id } = (await restCreate(newKey(), 'To be deleted')).json();
    const key = newKey();
    const deletePost = () => app.rest('DELETE', `/rest/core/v2/posts/${id}?force=true`, { as: admin, headers: { 'idempotency-key': key } });
    expect([(await deletePost()).statusCode, (await deletePost()).statusCode]).toEqual([200, 200]);
    expect(
      (await app.rest('DELETE', `/rest/core/v2/posts/${id}?force=true`, { as: admin, headers: { 'idempotency-key': newKey() } }))
        .statusCode,
    ).toBe(404);
    for (const [path, body] of [
      ['/rest/core/v2/posts?_method=POST', { title: 'Overridden' }],
      ['/?rest_route=/core/v2/posts', { title: 'Elsewhere' }],
      ['/rest/core/v2/posts?_envelope', { title: 'In an envelope' }],
      ['/rest/core/v2/posts?_envelope&_jsonp=show', { title: 'In an envelope in a call' }],
      ['/rest/batch/v1', { requests: [{ path: '/core/v2/posts', body: { title: 'In a batch' } }] }],
    ] as const) {
      const headers = { 'idempotency-key': newKey() };
      const first = await app.rest('POST', path, { as: admin, headers, body });
      const before = await countPosts();
      const second = await app.rest('POST', path, { as: admin, headers, body });
      expect([path, second.payload, second.headers['idempotent-replayed']]).toEqual([path, first.payload, 'true']);
      expect(first.statusCode).toBeLessThan(300);
      expect(await countPosts()).toBe(before);
    }
  });

  it.each(['', '?_envelope', '?%5Fenvelope=1', '?_envelope&_jsonp=show', '?_jsonp=show'])(
    'does not store refusals that depend on the caller, with the parameters "%s"',
    async (query) => {
      const request = { headers: { 'idempotency-key': newKey() }, body: { title: 'x' } };
      const send = () => app.rest('POST', `/rest/core/v2/posts${query}`, request);
      const replies = [await send(), await send()];
      for (const { payload, headers } of replies)
        expect([payload, headers['idempotent-replayed']]).toEqual([expect.stringContaining('401'), undefined]);
    },
  );

  it('returns 422 if the body or URL differs, and ignores keys of reads', async () => {
    const key = newKey();
    await restCreate(key, 'A');
    for (const response of [await restCreate(key, 'B'), await restCreate(key, 'A', admin, '/rest/core/v2/posts?x=1')]) {
      expect([response.statusCode, response.json()]).toEqual([
        422,
        { code: 'idempotency_key_reused', message: expect.any(String), data: { status: 422 } },
      ]);
    }
    const reply = await app.rest('GET', '/rest/core/v2/posts', { headers: { 'idempotency-key': key } });
    expect([reply.statusCode, reply.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('treats forms with files as equal if only the boundary differs', async () => {
    const headers = { 'idempotency-key': newKey(), authorization: admin };
    const send = (boundary: string, title: string) =>
      app.http.inject({
        method: 'POST',
        url: '/rest/core/v2/posts',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--${boundary}--\r\n`,
      });
    const first = await send('aaa', 'Form');
    expect(first.statusCode).toBe(201);
    expect((await send('bbb', 'Form')).payload).toBe(first.payload);
    expect((await send('bbb', 'Other form')).statusCode).toBe(422);
  });
});

describe('Stored responses', () => {
  it('expire after a day', async () => {
    const key = newKey();
    const first = await create(key, 'Daily');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 23 * 3600_000 });
    try {
      expect((await create(key, 'Daily')).text).toBe(first.text);
      vi.setSystemTime(Date.now() + 2 * 3600_000);
      const second = await create(key, 'Daily');
      expect(second.data.createPost.post.databaseId).not.toBe(first.data.createPost.post.databaseId);
      vi.setSystemTime(Date.now() + 25 * 3600_000);
      expect(await purgeIdempotencyKeys(app.site)).toBeGreaterThan(5);
      expect(await app.site.db.sql('SELECT 1 FROM idempotency_key')).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a request that never ended stop blocking the key after some minutes', async () => {
    const key = newKey();
    await create(key, 'Lost');
    await app.site.db.sql(`UPDATE idempotency_key SET answer = NULL`);
    expect((await create(key, 'Lost')).status).toBe(409);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    try {
      const afterTimeout = await create(key, 'Lost');
      expect([afterTimeout.status, afterTimeout.headers['idempotent-replayed']]).toEqual([200, undefined]);
    } finally {
      vi.useRealTimers();
    }
  });
});
