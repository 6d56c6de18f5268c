import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSubscriptions } from '../../src/core/feed/feed.ts';
import type { TestUserName } from '../support/site.ts';
import { type ImportSite, createImportItem, createLastBatchStatus, openImports } from './import-site.ts';

let site: ImportSite;
let url: string;
beforeAll(async () => {
  site = await openImports();
  url = `${await site.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});
afterAll(() => site.close());

const codes = (reply: Awaited<ReturnType<ImportSite['graphql']>>) => reply.errors.map(({ extensions }) => extensions['code']);

describe('Imports in GraphQL', () => {
  it('are created, listed and read by users who publish events; authors see their own', async () => {
    const createImport = (as?: TestUserName) =>
      site.graphql('mutation { createEventImport(origin: "ical") { id importId status nextBatchHash } }', {}, as);
    expect(codes(await createImport())).toEqual(['forbidden']);
    expect(codes(await createImport('contributor'))).toEqual(['forbidden']);
    const { data } = await createImport('author');
    const ownImport = data.createEventImport;
    expect(ownImport).toMatchObject({ status: 'PENDING', importId: expect.stringMatching(/^\w+$/) });
    const other = await site.start({ importId: 'of_editor', origin: 'url' }, 'editor');
    const list = async (as: TestUserName, args = '') =>
      (await site.graphql(`{ eventImports(first: 5${args}) { totalCount nodes { importId nextBatchHash } } }`, {}, as)).data.eventImports;
    expect(await list('author')).toEqual({ totalCount: 1, nodes: [{ importId: ownImport.importId, nextBatchHash: null }] });
    expect((await list('editor')).nodes.map(({ importId }: { importId: string }) => importId)).toEqual([
      other.importId,
      ownImport.importId,
    ]);
    expect((await list('editor', ', origin: "url", status: PENDING')).totalCount).toBe(1);
    const read = async (as: TestUserName, importId: string) =>
      (await site.graphql('query($importId: String!) { eventImport(importId: $importId) { importId } }', { importId }, as)).data
        .eventImport;
    expect(await read('author', other.importId)).toBeNull();
    expect(await read('author', ownImport.importId)).toEqual({ importId: ownImport.importId });
    const node = async (as: TestUserName) =>
      (await site.graphql('query($id: ID!) { node(id: $id) { id } }', { id: ownImport.id }, as)).data.node;
    expect([await node('editor'), await node('contributor')]).toEqual([{ id: ownImport.id }, null]);
  });

  it('refuse existing and invalid IDs, and unknown statuses', async () => {
    await site.start({ importId: 'taken' });
    const refusals = async (args: string) => {
      const { errors } = await site.graphql(`mutation { createEventImport(${args}) { importId } }`, {}, 'administrator');
      return Object.keys((errors[0]?.extensions['params'] ?? {}) as object);
    };
    expect(await refusals('origin: "ical", importId: "taken"')).toEqual(['importId']);
    expect(await refusals('origin: "ical", importId: "not a word"')).toEqual(['importId']);
    expect(await refusals('origin: "", postStatus: "trash"')).toEqual(['origin', 'postStatus']);
    expect(codes(await site.graphql('{ eventImports(status: ODD) { totalCount } }', {}, 'editor'))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  it('load the errors of a page of imports in one statement', async () => {
    for (let i = 0; i < 3; i += 1) await site.start();
    const countStatements = async (first: number) => {
      site.statements.length = 0;
      await site.graphql(
        `{ eventImports(first: ${first}) { nodes { importId errors { code } author { databaseId } } } }`,
        {},
        'administrator',
      );
      return site.statements.length;
    };
    await countStatements(1);
    expect(await countStatements(5)).toBe(await countStatements(1));
  });

  it('send changes to subscribers', async () => {
    const watched = await site.start({ importId: 'watched' });
    const { authorization } = await site.user('administrator');
    const client = createClient({ url, headers: { authorization }, retryAttempts: 0 });
    const received: unknown[] = [];
    const query =
      'subscription { eventImportChanged(importId: "watched") { status percentageComplete nextBatchHash activity { events { created } } } }';
    const listening = (async () => {
      for await (const { data, errors } of client.iterate({ query })) {
        if (errors) throw new Error(errors[0]?.message);
        if (data && received.push(data['eventImportChanged']) === 2) break;
      }
    })();
    while (countSubscriptions(site.site) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await site.importEvents([createImportItem({ title: 'Not watched' })]);
    const firstOfTwo = { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } };
    const first = await site.sendBatch('watched', {
      batch_hash: watched.nextBatchHash,
      status: firstOfTwo,
      percentage_complete: 50,
      events: [createImportItem()],
    });
    await site.sendBatch('watched', {
      batch_hash: first.body.next_batch_hash,
      status: createLastBatchStatus(2),
      percentage_complete: 100,
      events: [],
    });
    await listening;
    client.dispose();
    const activity = { events: { created: first.body.activity.tribe_events.created } };
    expect(received).toEqual([
      { status: 'PENDING', percentageComplete: 50, nextBatchHash: null, activity },
      { status: 'SUCCESS', percentageComplete: 100, nextBatchHash: null, activity },
    ]);
  });

  it('refuse subscriptions of users without access', async () => {
    const client = createClient({ url, headers: { authorization: (await site.user('author')).authorization }, retryAttempts: 0 });
    const stream = client.iterate({ query: 'subscription { eventImportChanged(importId: "watched") { status } }' });
    const { value } = await stream.next();
    expect(value.errors[0].extensions.code).toBe('event_import_not_found');
    client.dispose();
  });
});
