import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, waitUntilSubscribed } from '../graphql/open-app.ts';

let app: TestApp;
let url: string;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT: '1000' });
  url = `${(await app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/graphql`;
  admin = await app.user('administrator');
});
afterAll(() => app.close());
beforeEach(() => waitUntilSubscribed(app, (open) => open === 0));

const connect = (authorization?: string) =>
  createClient({ url, retryAttempts: 0, ...(authorization !== undefined && { connectionParams: { authorization } }) });
type Client = ReturnType<typeof connect>;

async function runOperation(client: Client, query: string, variables: Record<string, unknown> = {}) {
  try {
    for await (const result of client.iterate<Record<string, never>>({ query, variables })) return result;
  } catch (errors) {
    // an operation refused before execution returns only errors
    return { data: null, errors: errors as { extensions?: Record<string, unknown> }[], extensions: {} };
  }
  throw new Error('The operation returned no result.');
}
const codeOf = (result: { errors?: readonly { extensions?: Record<string, unknown> }[] }) => result.errors?.[0]?.extensions?.['code'];

const create = (title: string, status = 'PUBLISH') =>
  app.graphql(
    'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }',
    { draft: { title, status } },
    { as: admin },
  );

describe('graphql-ws over a WebSocket', () => {
  it('reads, writes and subscribes as the user of its connection parameters', async () => {
    const client = connect(admin);
    expect((await runOperation(client, '{ viewer { login } }')).data).toMatchObject({
      viewer: { login: expect.stringContaining('administrator') },
    });
    const received: unknown[] = [];
    const listening = (async () => {
      for await (const { data } of client.iterate({ query: 'subscription { contentChanged { act content { title { rendered } } } }' })) {
        received.push(data?.['contentChanged']);
        break;
      }
    })();
    await waitUntilSubscribed(app, (open) => open === 1);
    const created = await runOperation(
      client,
      'mutation { createPost(draft: { title: "Over a socket", status: DRAFT }) { post { databaseId } } }',
    );
    expect(created.errors).toBeUndefined();
    await listening;
    expect(received).toEqual([{ act: 'APPEARED', content: { title: { rendered: 'Over a socket' } } }]);
    await client.dispose();
  });

  it('has the same permissions, limits and credential errors as HTTP', async () => {
    const client = connect();
    expect((await runOperation(client, '{ viewer { login } }')).data?.['viewer'] ?? null).toBeNull();
    expect(codeOf(await runOperation(client, 'mutation { createPost(draft: { title: "x" }) { post { id } } }'))).toBe('cannot_create');
    const expensive = Array.from({ length: 40 }, (_, n) => `a${n}: posts(first: 100) { nodes { id link slug kind } }`).join(' ');
    expect(codeOf(await runOperation(client, `{ ${expensive} }`))).toBe('graphql_limit_exceeded');
    expect(codeOf(await runOperation(client, `{ __typename } # ${'x'.repeat(100_001)}`))).toBe('graphql_limit_exceeded');
    expect(codeOf(await runOperation(client, '{ nothing }'))).toBeDefined();
    await client.dispose();
    const unauthenticated = connect(`Basic ${Buffer.from('nobody:nothing').toString('base64')}`);
    expect(codeOf(await runOperation(unauthenticated, '{ __typename }'))).toBeDefined();
    await unauthenticated.dispose();
  });

  it('charges the budget of its caller for each operation', async () => {
    const client = connect(await app.user('author'));
    const first = await runOperation(client, '{ site { name } }');
    const second = await runOperation(client, '{ a: site { name } b: site { name } }');
    expect([first.extensions, second.extensions]).toMatchObject([{ cost: { remaining: 999 } }, { cost: { remaining: 997 } }]);
    await client.dispose();
  });

  it('has the same limit of subscriptions as server-sent events', async () => {
    const client = connect(await app.user('author'));
    const open = () => client.iterate({ query: 'subscription { contentChanged { act } }' });
    const streams = Array.from({ length: 20 }, open);
    const waiting = streams.map((stream) => stream.next());
    await waitUntilSubscribed(app, (count) => count === 20);
    expect(codeOf((await open().next()).value)).toBe('too_many_subscriptions');
    await client.dispose();
    await Promise.allSettled(waiting);
  });

  it('closes a stream when its application password is revoked', async () => {
    const authorization = await app.user('editor');
    const login = Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0];
    const client = connect(authorization);
    const stream = client.iterate({ query: 'subscription { contentChanged { act } }' });
    const next = stream.next();
    await waitUntilSubscribed(app, (open) => open === 1);
    await app.site.db.sql(
      'DELETE FROM application_password WHERE user_id = (SELECT id FROM user_account WHERE login = $1) RETURNING 1 AS one',
      [login],
    );
    await create('Unseen', 'DRAFT');
    const { value } = await next;
    expect(value?.errors?.[0]?.message ?? 'ended').toMatch(/password|ended/);
    await client.dispose();
  });
});

it('Open sockets do not delay a shutdown', async () => {
  const other = await openTestApp();
  const address = `${(await other.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/graphql`;
  const client = createClient({ url: address, retryAttempts: 0 });
  const stream = client.iterate({ query: 'subscription { contentChanged { act } }' });
  const next = stream.next();
  await waitUntilSubscribed(other, (open) => open === 1);
  const startedAt = performance.now();
  await other.close();
  expect(performance.now() - startedAt).toBeLessThan(8000);
  await next.catch(() => undefined);
});
