import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, waitUntilSubscribed } from './open-app.ts';

let app: TestApp;
let url: string;
let admin: string;
let author: string;
beforeAll(async () => {
  app = await openTestApp({ SUBSCRIPTIONS_PER_ADDRESS: '25' });
  url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  [admin, author] = [await app.user('administrator'), await app.user('author')];
});
afterAll(() => app.close());

const CHANGES =
  'subscription($kinds: [ContentKind!], $ids: [Int!]) { contentChanged(kinds: $kinds, ids: $ids) { act databaseId kind content { title { rendered } status } } }';
interface Change {
  act: string;
  databaseId: number;
  kind: string;
  content: { title: { rendered: string }; status: string } | null;
}

/** Subscribes as a caller, runs `work`, and returns the first `count` changes. Adds each to `received` as soon as it arrives. */
async function collectChanges(
  as: string | null,
  count: number,
  work: () => Promise<void>,
  variables: Record<string, unknown> = {},
  received: Change[] = [],
): Promise<Change[]> {
  const client = createClient({ url, ...(as && { headers: { authorization: as } }), retryAttempts: 0 });
  const events = client.iterate<{ contentChanged: Change }>({ query: CHANGES, variables });
  const listening = (async () => {
    for await (const { data, errors } of events) {
      if (errors) throw new Error(errors[0]?.message);
      if (data) received.push(data.contentChanged);
      if (received.length === count) break;
    }
  })();
  // the stream may end with an error while the work still runs
  listening.catch(() => undefined);
  await waitUntilSubscribed(app, (open) => open > 0);
  await work();
  await listening;
  client.dispose();
  return received;
}

const write = async (as: string, source: string, variables?: Record<string, unknown>): Promise<number> => {
  const { data, errors } = await app.graphql(source, variables, { as });
  expect(errors).toEqual([]);
  const [payload] = Object.values(data as Record<string, Record<string, { databaseId?: number }>>);
  return Object.values(payload ?? {})[0]?.databaseId ?? 0;
};
const create = (as: string, title: string, status: string) =>
  write(as, 'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }', { draft: { title, status } });
const update = (as: string, id: number, changes: Record<string, unknown>) =>
  write(as, 'mutation($id: Int!, $changes: PostChanges!) { updatePost(id: $id, changes: $changes) { post { databaseId } } }', {
    id,
    changes,
  });

describe('contentChanged', () => {
  beforeEach(() => waitUntilSubscribed(app, (open) => open === 0));

  it('sends published content to every subscriber in commit order, and drafts only to users who may read them', async () => {
    let id = 0;
    const byVisitor: Change[] = [];
    const byAdmin: Change[] = [];
    // changes are read after the commit, so the next write must wait
    const waitForChanges = async (visitorCount: number, adminCount: number) => {
      for (let tries = 0; tries < 1000 && (byVisitor.length < visitorCount || byAdmin.length < adminCount); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const work = async () => {
      id = await create(admin, 'Secret plan', 'DRAFT');
      await waitForChanges(0, 1);
      await update(admin, id, { status: 'PUBLISH' });
      await waitForChanges(1, 2);
      await update(admin, id, { title: 'Public plan' });
      await waitForChanges(2, 3);
      await update(admin, id, { status: 'PRIVATE' });
      await waitForChanges(3, 4);
      await update(admin, id, { status: 'PUBLISH' });
      await waitForChanges(4, 5);
      await write(admin, 'mutation($id: Int!) { deletePost(id: $id) { isDeleted } }', { id });
    };
    await Promise.all([
      collectChanges(null, 5, async () => {}, {}, byVisitor),
      collectChanges(
        admin,
        6,
        async () => {
          await waitUntilSubscribed(app, (open) => open === 2);
          await work();
        },
        {},
        byAdmin,
      ),
    ]);
    expect(byVisitor.map((change) => [change.act, change.databaseId, change.content === null])).toEqual([
      ['APPEARED', id, false],
      ['CHANGED', id, false],
      ['DISAPPEARED', id, true],
      ['APPEARED', id, false],
      ['DISAPPEARED', id, true],
    ]);
    expect(byAdmin.map((change) => change.act)).toEqual(['APPEARED', 'CHANGED', 'CHANGED', 'CHANGED', 'CHANGED', 'DISAPPEARED']);
    expect(byAdmin[0]?.content).toEqual({ title: { rendered: 'Secret plan' }, status: 'DRAFT' });
  });

  it('filters by kinds and IDs, and sends authors their own drafts', async () => {
    let [ownId, foreignId] = [0, 0];
    const received = await collectChanges(author, 2, async () => {
      foreignId = await create(admin, 'Not yours', 'DRAFT');
      ownId = await create(author, 'Mine', 'DRAFT');
      await create(admin, 'For all', 'PUBLISH');
    });
    expect(received.map((change) => change.databaseId)).toContain(ownId);
    expect(received.map((change) => change.databaseId)).not.toContain(foreignId);
    await waitUntilSubscribed(app, (open) => open === 0);
    const changes = await collectChanges(
      null,
      1,
      async () => {
        await create(admin, 'Another', 'PUBLISH');
        await update(author, ownId, { status: 'PUBLISH' });
      },
      { ids: [ownId], kinds: ['POST', 'PAGE'] },
    );
    expect(changes.map((change) => change.databaseId)).toEqual([ownId]);
  });

  it('has a variant for events that sends the whole event', async () => {
    const client = createClient({ url, retryAttempts: 0 });
    const received: unknown[] = [];
    const changes = client.iterate({ query: 'subscription { eventChanged { act databaseId event { name start venues { name } } } }' });
    const listening = (async () => {
      for await (const { data } of changes) if (received.push(data?.['eventChanged']) === 3) break;
    })();
    await waitUntilSubscribed(app, (open) => open > 0);
    const waitForChanges = async (count: number) => {
      // changes are read after the commit, so the next write must wait
      while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await create(admin, 'A post', 'PUBLISH');
    const draft = { title: 'Concert', start: '2031-05-01 09:00', end: '2031-05-01 10:00', venues: [{ draft: { title: 'Hall' } }] };
    const id = await write(admin, 'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }', { draft });
    await waitForChanges(1);
    await write(admin, 'mutation($id: Int!) { trashEvent(id: $id) { event { databaseId } } }', { id });
    await waitForChanges(2);
    await write(admin, 'mutation($id: Int!) { restoreEvent(id: $id) { event { databaseId } } }', { id });
    await listening;
    client.dispose();
    const event = { name: 'Concert', start: '2031-05-01T09:00:00', venues: [{ name: 'Hall' }] };
    expect(received).toEqual([
      { act: 'APPEARED', databaseId: id, event },
      { act: 'DISAPPEARED', databaseId: id, event: null },
      { act: 'APPEARED', databaseId: id, event },
    ]);
    await waitUntilSubscribed(app, (open) => open === 0);
  });

  it('checks the caller again for each change: revoking the application password ends the stream', async () => {
    const editor = await app.user('editor');
    const login = Buffer.from(editor.slice(6), 'base64').toString().split(':')[0];
    const listening = collectChanges(editor, 5, async () => {
      await create(admin, 'Before revocation', 'DRAFT');
      const { data } = await app.graphql('{ viewer { databaseId } }', {}, { as: editor });
      const [row] = await app.site.db.sql<{ uuid: string }>(
        'SELECT uuid FROM application_password WHERE user_id = (SELECT id FROM user_account WHERE login = $1)',
        [login],
      );
      const { errors } = await app.graphql(
        'mutation($input: RevokeApplicationPasswordInput!) { revokeApplicationPassword(input: $input) { __typename } }',
        { input: { userId: data.viewer.databaseId, uuid: row?.uuid } },
        { as: editor },
      );
      expect(errors).toEqual([]);
      await create(admin, 'After revocation', 'DRAFT');
    });
    await expect(listening).rejects.toThrow('The application password is not right.');
  });

  it('stops reading changes from the database when the last client disconnects', async () => {
    const controller = new AbortController();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { contentChanged { databaseId } }' }),
      signal: controller.signal,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await waitUntilSubscribed(app, (open) => open === 1);
    controller.abort();
    await waitUntilSubscribed(app, (open) => open === 0);
    app.site.statements.length = 0;
    await create(admin, 'Without subscribers', 'PUBLISH');
    expect(app.site.statements.filter((text) => text.includes('WHERE c.id = ANY($1::int[])'))).toEqual([]);
  });

  it('limits the open streams of visitors per address', async () => {
    const controller = new AbortController();
    const openStream = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: 'subscription { contentChanged { databaseId } }' }),
        signal: controller.signal,
      });
    for (let n = 0; n < 25; n += 1) expect((await openStream()).status).toBe(200);
    expect(await (await openStream()).text()).toContain('too_many_subscriptions');
    controller.abort();
    await waitUntilSubscribed(app, (open) => open === 0);
  });

  it('ends open streams when the service stops', async () => {
    const other = await openTestApp();
    const address = await other.http.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { contentChanged { databaseId } }' }),
    });
    await waitUntilSubscribed(other, (open) => open === 1);
    const closed = other.close();
    expect(await response.text()).toContain('event: complete');
    await closed;
  });
});
