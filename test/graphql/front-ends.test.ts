import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { generate, loadCodegenConfig } from '@graphql-codegen/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, waitUntilSubscribed } from './open-app.ts';
import '../../examples/front-end/relay/resolve-artifacts.ts';

const run = promisify(execFile);
const folder = new URL('../../examples/front-end/', import.meta.url).pathname;

let app: TestApp;
let endpoint: string;
let admin: string;
const ids: number[] = [];
beforeAll(async () => {
  app = await openTestApp({ GRAPHQL_DOCUMENTS: `${folder}persisted-documents.json` });
  endpoint = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  admin = await app.user('administrator');
  for (let n = 1; n <= 5; n += 1) {
    const { data } = await app.graphql(
      'mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }',
      { draft: { title: `Post ${n}`, status: 'PUBLISH', date: `2026-01-0${n}T10:00:00` } },
      { as: admin },
    );
    ids.push(data.createPost.post.databaseId);
  }
});
afterAll(() => app.close());

const waitUntil = async (isTrue: () => boolean) => {
  for (let tries = 0; !isTrue() && tries < 100; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isTrue()).toBe(true);
};

describe('A Relay front end', () => {
  it('compiles against the printed schema to the committed artifacts', async () => {
    const compiler = createRequire(import.meta.url)('relay-compiler') as string;
    await expect(run(compiler, ['--validate', 'relay.config.json'], { cwd: folder })).resolves.toMatchObject({
      stderr: expect.not.stringContaining('ERROR'),
    });
  });

  it('reads, pages, refetches, renames and subscribes to posts with registered documents', async () => {
    const { connect } = await import('../../examples/front-end/relay/environment.ts');
    const list = await import('../../examples/front-end/relay/PostList.ts');
    const { environment, close } = connect(endpoint, admin);
    const titles = () => list.shownPosts(environment, 2).cards.map((card) => card.title.rendered);

    await list.readPosts(environment, 2);
    expect(titles()).toEqual(['Post 5', 'Post 4']);
    for (let page = list.shownPosts(environment, 2); page.hasNextPage; page = list.shownPosts(environment, 2))
      await list.readMorePosts(environment, 2, page.endCursor as string);
    expect(titles()).toEqual(['Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1']);
    expect(list.shownPosts(environment, 2).total).toBe(5);

    expect(await list.renamePost(environment, ids[2] as number, 'Renamed')).toBe('Renamed');
    expect(titles()).toEqual(['Post 5', 'Post 4', 'Renamed', 'Post 2', 'Post 1']);
    expect(await list.refetchCard(environment, list.shownPosts(environment, 2).cards[0]!)).toBe('Post 5');

    const received: [string, number][] = [];
    const stop = list.followPosts(environment, (act, id) => received.push([act, id]));
    await waitUntilSubscribed(app, (open) => open > 0);
    await app.graphql(
      'mutation($id: Int!) { updatePost(id: $id, changes: { title: "From elsewhere" }) { post { id } } }',
      { id: ids[4] },
      { as: admin },
    );
    await waitUntil(() => received.length > 0);
    expect(received).toEqual([['CHANGED', ids[4]]]);
    expect(titles()[0]).toBe('From elsewhere');
    stop();
    close();
    await waitUntilSubscribed(app, (open) => open === 0);
  });
});

describe('An Apollo front end', () => {
  it('compiles against the printed schema to the committed documents', async () => {
    const root = new URL('../../', import.meta.url).pathname;
    const { config } = await loadCodegenConfig({ configFilePath: `${root}codegen.yml` });
    const files: { filename: string; content: string }[] = await generate({ ...config, cwd: root, silent: true }, false);
    expect(files.map(({ filename }) => filename).sort()).toEqual(['examples/front-end/apollo/documents.ts']);
    const apollo = files.find(({ filename }) => filename.startsWith('examples'));
    expect(await readFile(`${root}${apollo?.filename}`, 'utf8')).toBe(apollo?.content);
  });

  it('reads, pages, renames and subscribes to posts', async () => {
    const { connect } = await import('../../examples/front-end/apollo/client.ts');
    const { ApolloChangesDocument, ApolloPostsDocument, ApolloRenameDocument } = await import(
      '../../examples/front-end/apollo/documents.ts'
    );
    const client = connect(endpoint, admin);
    const list = client.watchQuery({ query: ApolloPostsDocument, variables: { first: 2 } });
    const listSubscription = list.subscribe(() => {});
    const edges = () => list.getCurrentResult().data?.posts?.edges ?? [];
    await waitUntil(() => edges().length === 2);
    let after = list.getCurrentResult().data?.posts?.pageInfo?.endCursor;
    for (let hasMore = true; hasMore; ) {
      const { data } = await list.fetchMore({ variables: { after: after ?? null } });
      after = data?.posts?.pageInfo.endCursor;
      hasMore = data?.posts?.pageInfo.hasNextPage === true;
    }
    await waitUntil(() => edges().length === 5);
    expect(edges().map((edge) => edge?.node?.databaseId)).toEqual([...ids].reverse());

    const { data } = await client.mutate({
      mutation: ApolloRenameDocument,
      variables: { id: ids[0] as number, changes: { title: 'By Apollo' } },
    });
    expect(data?.updatePost?.post?.title.rendered).toBe('By Apollo');
    await waitUntil(() => edges().at(-1)?.node?.title?.rendered === 'By Apollo');

    const received: unknown[] = [];
    const changesSubscription = client
      .subscribe({ query: ApolloChangesDocument })
      .subscribe(({ data: change }) => received.push(change?.contentChanged.act));
    await waitUntilSubscribed(app, (open) => open > 0);
    await app.graphql(
      'mutation($id: Int!) { updatePost(id: $id, changes: { title: "Live" }) { post { id } } }',
      { id: ids[1] },
      { as: admin },
    );
    await waitUntil(() => received.length > 0);
    expect(received).toEqual(['CHANGED']);
    await waitUntil(() => edges().at(-2)?.node?.title?.rendered === 'Live');
    changesSubscription.unsubscribe();
    listSubscription.unsubscribe();
    client.stop();
  });
});
