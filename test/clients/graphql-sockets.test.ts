import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, untilSubscribed } from '../graphql/open-app.ts';

let app: TestApp;
let url: string;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT: '1000' });
  url = `${(await app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/graphql`;
  admin = await app.user('administrator');
});
afterAll(() => app.close());
beforeEach(() => untilSubscribed(app, (open) => open === 0));

const connect = (authorization?: string) =>
  createClient({ url, retryAttempts: 0, ...(authorization !== undefined && { connectionParams: { authorization } }) });
type Client = ReturnType<typeof connect>;

async function ask(client: Client, query: string, variables: Record<string, unknown> = {}) {
  try {
    for await (const answer of client.iterate<Record<string, never>>({ query, variables })) return answer;
  } catch (errors) {
    // an operation refused before execution returns only errors
    return { data: null, errors: errors as { extensions?: Record<string, unknown> }[], extensions: {} };
  }
  throw new Error('There was no answer.');
}
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) => answer.errors?.[0]?.extensions?.['code'];

const create = (title: string, status = 'PUBLISH') =>
  app.graphql(
    'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }',
    { draft: { title, status } },
    { as: admin },
  );

describe('graphql-ws over a WebSocket', () => {
  it('reads, writes and subscribes as the user of its connection parameters', async () => {
    const client = connect(admin);
    expect((await ask(client, '{ viewer { login } }')).data).toMatchObject({ viewer: { login: expect.stringContaining('administrator') } });
    const heard: unknown[] = [];
    const listening = (async () => {
      for await (const { data } of client.iterate({ query: 'subscription { contentChanged { act content { title { rendered } } } }' })) {
        heard.push(data?.['contentChanged']);
        break;
      }
    })();
    await untilSubscribed(app, (open) => open === 1);
    const made = await ask(client, 'mutation { createPost(draft: { title: "Over a socket", status: DRAFT }) { post { databaseId } } }');
    expect(made.errors).toBeUndefined();
    await listening;
    expect(heard).toEqual([{ act: 'APPEARED', content: { title: { rendered: 'Over a socket' } } }]);
    await client.dispose();
  });

  it('has the same permissions, limits and credential errors as HTTP', async () => {
    const client = connect();
    expect((await ask(client, '{ viewer { login } }')).data?.['viewer'] ?? null).toBeNull();
    expect(codeOf(await ask(client, 'mutation { createPost(draft: { title: "x" }) { post { id } } }'))).toBe('cannot_create');
    const expensive = Array.from({ length: 40 }, (_, n) => `a${n}: posts(first: 100) { nodes { id link slug kind } }`).join(' ');
    expect(codeOf(await ask(client, `{ ${expensive} }`))).toBe('graphql_limit_exceeded');
    expect(codeOf(await ask(client, `{ __typename } # ${'x'.repeat(100_001)}`))).toBe('graphql_limit_exceeded');
    expect(codeOf(await ask(client, '{ nothing }'))).toBeDefined();
    await client.dispose();
    const wrong = connect(`Basic ${Buffer.from('nobody:nothing').toString('base64')}`);
    expect(codeOf(await ask(wrong, '{ __typename }'))).toBeDefined();
    await wrong.dispose();
  });

  it('charges the budget of its caller for each operation', async () => {
    const client = connect(await app.user('author'));
    const first = await ask(client, '{ site { name } }');
    const second = await ask(client, '{ a: site { name } b: site { name } }');
    expect([first.extensions, second.extensions]).toMatchObject([{ cost: { remaining: 999 } }, { cost: { remaining: 997 } }]);
    await client.dispose();
  });

  it('has the same limit of subscriptions as server-sent events', async () => {
    const client = connect(await app.user('author'));
    const open = () => client.iterate({ query: 'subscription { contentChanged { act } }' });
    const streams = Array.from({ length: 20 }, open);
    const waiting = streams.map((stream) => stream.next());
    await untilSubscribed(app, (count) => count === 20);
    expect(codeOf((await open().next()).value)).toBe('too_many_subscriptions');
    await client.dispose();
    await Promise.allSettled(waiting);
  });

  it('closes a stream when its application password is revoked', async () => {
    const leaving = await app.user('editor');
    const login = Buffer.from(leaving.slice(6), 'base64').toString().split(':')[0];
    const client = connect(leaving);
    const stream = client.iterate({ query: 'subscription { contentChanged { act } }' });
    const next = stream.next();
    await untilSubscribed(app, (open) => open === 1);
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
  await untilSubscribed(other, (open) => open === 1);
  const begun = performance.now();
  await other.close();
  expect(performance.now() - begun).toBeLessThan(8000);
  await next.catch(() => undefined);
});
