import { createSchema } from '#graphql/schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { page } from '../../src/domains/content/kinds.ts';
import { executeGraphql } from '../support/ask.ts';
import { makeContent, makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const schema = createSchema();
let site: TestSite;
let editor: Viewer;
let author: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  [editor, author] = [await makeUser(site, 'administrator'), await makeUser(site, 'author')];
});
afterAll(() => site.close());

const runAs = (viewer: Viewer, source: string, variables?: Record<string, unknown>) =>
  executeGraphql(schema, site, viewer, source, variables);

interface Page {
  nodes: { databaseId: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount?: number;
}
const POSTS = `query($first: Int, $after: String, $last: Int, $before: String, $filter: PostFilter, $orderBy: PostOrder, $order: SortOrder) {
  posts(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy, order: $order) {
    nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

async function posts(viewer: Viewer, variables: Record<string, unknown>): Promise<Page> {
  const { data, errors } = await runAs(viewer, POSTS, variables);
  expect(errors).toEqual([]);
  return data.posts as Page;
}

/** Returns the IDs of all posts of a list, read page by page, forwards or backwards. */
async function readAllPages(viewer: Viewer, variables: Record<string, unknown>, size: number, isBackward = false): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let pageNumber = 0; pageNumber < 100; pageNumber += 1) {
    const range: Record<string, unknown> = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
    const { nodes, pageInfo } = await posts(viewer, { ...variables, ...range });
    const pageIds = nodes.map((node) => node.databaseId);
    if (isBackward) ids.unshift(...pageIds);
    else ids.push(...pageIds);
    expect(isBackward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(pageNumber > 0);
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return ids;
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
  }
  throw new Error('The list has more than 100 pages.');
}

const dates = ['2026-01-01T00:00:00', '2026-01-02T00:00:00', '2026-01-02T00:00:00', '2026-01-03T00:00:00'];

describe('Connection of posts', () => {
  let ids: number[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 11; n += 1) {
      const post = await makePost(site, n % 3 === 0 ? author : editor, {
        title: `Apple ${n % 4} ${n % 2 === 0 ? 'é' : 'z'}`,
        content: n % 2 === 0 ? 'pear' : 'Apple',
        date: dates[n % 4],
      });
      ids.push(post.id);
    }
    await site.db.sql('UPDATE content SET author_id = NULL WHERE id = ANY($1::int[])', [ids.slice(0, 2)]);
    await site.db.sql('UPDATE content SET parent_id = $2::int WHERE id = ANY($1::int[])', [ids.slice(4, 8), ids[0]]);
  });

  const orders = ['AUTHOR', 'DATE', 'ID', 'MODIFIED', 'PARENT', 'SLUG', 'TITLE', 'RELEVANCE', 'INCLUDE', 'INCLUDE_SLUGS'];
  it.each(orders.flatMap((orderBy) => ['ASC', 'DESC'].map((order) => [orderBy, order])))(
    'sorted by %s %s returns the same posts in cursor pages, forwards and backwards, as in offset pages',
    async (orderBy, order) => {
      const include = [...ids].reverse();
      const slugs = (await site.db.sql<{ slug: string }>('SELECT slug FROM content WHERE id = ANY($1::int[]) ORDER BY title', [ids])).map(
        (row) => row.slug,
      );
      const filter = { include, ...(orderBy === 'RELEVANCE' && { search: 'apple' }), ...(orderBy === 'INCLUDE_SLUGS' && { slugs }) };
      const variables = { filter, orderBy, order };
      const { data, errors } = await runAs(
        anonymous,
        `query($filter: PostFilter, $orderBy: PostOrder, $order: SortOrder) {
      postPage(perPage: 100, filter: $filter, orderBy: $orderBy, order: $order) { nodes { databaseId } } }`,
        variables,
      );
      expect(errors).toEqual([]);
      const expected = data.postPage.nodes.map((node: { databaseId: number }) => node.databaseId);
      expect(expected).toHaveLength(11);
      for (const size of [1, 3, 11, 100]) {
        expect(await readAllPages(anonymous, variables, size)).toEqual(expected);
        expect(await readAllPages(anonymous, variables, size, true)).toEqual(expected);
      }
    },
  );

  it('returns each post once and skips none while other posts are created and trashed', async () => {
    const created = [];
    for (let n = 0; n < 6; n += 1) created.push((await makePost(site, author, { title: 'Moving', date: '2025-05-05T00:00:00' })).id);
    const received: number[] = [];
    let after: string | null = null;
    for (;;) {
      const nextPage: Page = await posts(anonymous, { first: 2, after, filter: { search: 'moving' } });
      received.push(...nextPage.nodes.map((node) => node.databaseId));
      if (!nextPage.pageInfo.hasNextPage) break;
      after = nextPage.pageInfo.endCursor;
      await makePost(site, author, { title: 'Moving', date: '2025-06-06T00:00:00' });
      await site.db.sql(`UPDATE content SET status = 'trash' WHERE id = $1::int`, [received.at(-1)]);
    }
    expect(received).toEqual([...created].reverse());
  });

  it('rejects a count over the maximum, a negative one, and first together with last', async () => {
    for (const invalid of [{ first: 101 }, { last: 101 }, { first: -1 }, { first: 1, last: 1 }, { first: 2_147_483_647 }]) {
      const { errors } = await runAs(anonymous, POSTS, invalid);
      expect(errors[0]).toMatchObject({ code: 'invalid_arguments', status: 400 });
    }
    expect((await posts(anonymous, { first: 0 })).nodes).toEqual([]);
    expect((await posts(anonymous, {})).nodes).toHaveLength(10);
  });

  it('rejects text that is not a cursor of a list with the same sort order', async () => {
    const { pageInfo } = await posts(anonymous, { first: 1 });
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const cursors = [
      '',
      'x',
      encode('post date desc:'),
      encode('post date desc:[1]'),
      encode('post date desc:["2026-01-01T00:00:00","1"]'),
      encode('post date desc:[null,1]'),
      encode('post date desc:["2026-13-01T00:00:00",1]'),
      encode('post date desc:["2026-01-01T00:00:00",99999999999]'),
    ];
    for (const after of cursors) {
      const { errors } = await runAs(anonymous, POSTS, { after });
      expect(errors[0]?.extensions['details']).toMatchObject({ after: { code: 'invalid_cursor' } });
    }
    for (const sorting of [{ order: 'ASC' }, { orderBy: 'TITLE' }]) {
      const { errors } = await runAs(anonymous, POSTS, { after: pageInfo.endCursor, ...sorting });
      expect(errors[0]?.code).toBe('invalid_arguments');
    }
  });

  it('responds to any text as cursor with a client error, never with a server error', async () => {
    const cursors = fc.oneof(
      fc.string(),
      fc.string().map((text) => Buffer.from(`post title asc:${text}`).toString('base64url')),
      fc.json().map((text) => Buffer.from(`post title asc:${text}`).toString('base64url')),
      fc
        .tuple(fc.string({ unit: 'binary' }), fc.integer())
        .map((position) => Buffer.from(`post title asc:${JSON.stringify(position)}`).toString('base64url')),
    );
    await fc.assert(
      fc.asyncProperty(cursors, async (after) => {
        const { errors } = await runAs(anonymous, POSTS, { after, orderBy: 'TITLE', order: 'ASC' });
        expect(errors.every((error) => error.code === 'invalid_arguments')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('counts only if totalCount is selected, and reads no posts if only totalCount is selected', async () => {
    const runList = async (selection: string) => {
      await runAs(anonymous, '{ posts { totalCount } }');
      site.statements.length = 0;
      const { data } = await runAs(anonymous, `{ posts(first: 2) { ${selection} } }`);
      return { total: data.posts.totalCount, statements: [...site.statements] };
    };
    expect((await runList('nodes { databaseId } pageInfo { hasNextPage hasPreviousPage }')).statements).toHaveLength(1);
    const totalOnly = await runList('totalCount');
    expect(totalOnly.statements).toHaveLength(1);
    expect(totalOnly.statements[0]).toContain('count(*)');
    const [row] = await site.db.sql<{ n: number }>(`SELECT count(*)::int AS n FROM content WHERE kind = 'post' AND status = 'publish'`);
    expect(totalOnly.total).toBe(row?.n);
    expect(
      (await runList('a: totalCount b: totalCount nodes { databaseId } edges { cursor } pageInfo { endCursor }')).statements,
    ).toHaveLength(1);
  });

  it('returns posts with other statuses only if the viewer may read them, in full pages', async () => {
    const drafts = [];
    for (let n = 0; n < 6; n += 1)
      drafts.push((await makePost(site, n % 2 ? author : editor, { status: 'draft', title: `Draft ${n}` })).id);
    expect(await readAllPages(author, { filter: { statuses: ['draft'] }, orderBy: 'ID', order: 'ASC' }, 2)).toEqual(
      drafts.filter((_id, n) => n % 2),
    );
    expect(await readAllPages(editor, { filter: { statuses: ['draft'] }, orderBy: 'ID', order: 'ASC' }, 2)).toEqual(drafts);
    const { errors } = await runAs(anonymous, POSTS, { filter: { statuses: ['draft'] } });
    expect(errors[0]).toMatchObject({ code: 'invalid_arguments' });
    const both = await readAllPages(author, { filter: { statuses: ['draft', 'publish'] }, orderBy: 'ID', order: 'ASC' }, 5);
    expect(both).toEqual(expect.arrayContaining(drafts.filter((_id, n) => n % 2)));
    expect(both).not.toContain(drafts[0]);
  });
});

describe('SQL statements', () => {
  async function countStatements(viewer: Viewer, source: string): Promise<number> {
    expect((await runAs(viewer, source)).errors).toEqual([]);
    site.statements.length = 0;
    await runAs(viewer, source);
    return site.statements.length;
  }

  beforeAll(async () => {
    for (let n = 0; n < 4; n += 1) {
      const term = await makeTerm(site, 'category', { name: `Parent ${n}` });
      await makeTerm(site, 'category', { parentId: term.id });
      for (let m = 0; m < 3; m += 1) {
        const parent = await makeContent(site, editor, page, { title: `Page ${n} ${m}` });
        await makeContent(site, editor, page, { title: `Below ${n} ${m}`, parentId: parent.id } as never);
        await site.db.sql('UPDATE content SET parent_id = $2::int WHERE title = $1', [`Below ${n} ${m}`, parent.id]);
        await makePost(site, m === 0 ? author : editor, { terms: { category: [term.id] } });
      }
    }
  });

  it.each([
    ['posts', 'posts(first: %) { nodes { databaseId } totalCount pageInfo { hasNextPage } }', 1],
    [
      'posts with author, terms and media',
      'posts(first: %) { nodes { title { rendered } author { displayName } categories { name } tags { name } featuredMedia { sourceUrl } } }',
      2,
    ],
    [
      'pages with their children',
      'pages(first: %) { nodes { children(first: 2) { nodes { databaseId } totalCount pageInfo { hasNextPage hasPreviousPage } } } }',
      3,
    ],
    [
      'aliased lists below a list',
      'pages(first: %) { nodes { a: children(first: 1) { nodes { databaseId } } b: children(first: 2) { nodes { databaseId } } c: children(first: 2) { edges { cursor } } } }',
      3,
    ],
    [
      'aliased roots',
      'a: posts(first: %) { nodes { author { slug } } } b: posts(first: %, orderBy: TITLE) { nodes { author { slug } } }',
      4,
    ],
    [
      'terms with posts and children',
      'terms(taxonomy: CATEGORY, first: %) { nodes { posts(first: 2) { nodes { databaseId author { displayName } } } children { nodes { name } } } }',
      4,
    ],
    [
      'authors of posts with their posts',
      'posts(first: %) { nodes { author { posts(first: 3) { nodes { databaseId categories { posts(first: 1) { nodes { databaseId } } } } } } } }',
      5,
    ],
    ['users', 'users(first: %) { nodes { displayName posts(first: 1) { totalCount } } totalCount }', 3],
    ['revisions', 'posts(first: %) { nodes { revisions(first: 2) { nodes { databaseId } } } }', 2],
    ['offset pages', 'postPage(perPage: %) { totalCount nodes { author { displayName } categories { name } } }', 3],
  ])('of %s do not grow with the length of the list', async (_name, field, maximum) => {
    const forShortList = await countStatements(editor, `{ ${field.replaceAll('%', '2')} }`);
    const forLongList = await countStatements(editor, `{ ${field.replaceAll('%', '12')} }`);
    // two root fields that load at nearly the same time sometimes share a batch: one statement more or less
    expect(Math.abs(forLongList - forShortList)).toBeLessThanOrEqual(1);
    expect(forLongList).toBeLessThanOrEqual(maximum);
  });

  it('of nodes by global ID are one for each type of record', async () => {
    const { data } = await runAs(
      editor,
      '{ posts(first: 3) { nodes { id author { id } categories { id } } } pages(first: 3) { nodes { id } } }',
    );
    const ids = [
      ...data.posts.nodes.flatMap((node: { id: string; author: { id: string }; categories: { id: string }[] }) => [
        node.id,
        node.author.id,
        ...node.categories.map((category) => category.id),
      ]),
      ...data.pages.nodes.map((node: { id: string }) => node.id),
    ];
    site.statements.length = 0;
    const { data: reloaded } = await runAs(editor, 'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }', { ids });
    expect(reloaded.nodes.map((node: { id: string }) => node.id)).toEqual(ids);
    expect(site.statements.length).toBeLessThanOrEqual(3);
  });
});

describe('Global IDs', () => {
  const encodeId = (text: string) => Buffer.from(text).toString('base64');
  const NODE = 'query($id: ID!) { node(id: $id) { id __typename ... on Content { databaseId } } }';

  it('load the object they come from, for posts, users, terms and pages', async () => {
    const { data } = await runAs(
      editor,
      '{ posts(first: 1) { nodes { id author { id } categories { id } } } pages(first: 1) { nodes { id } } viewer { id } }',
    );
    const [post] = data.posts.nodes;
    for (const [nodeId, type] of [
      [post.id, 'Post'],
      [post.author.id, 'User'],
      [post.categories[0].id, 'Term'],
      [data.pages.nodes[0].id, 'Page'],
      [data.viewer.id, 'User'],
    ]) {
      const { data: reloaded, errors } = await runAs(editor, NODE, { id: nodeId });
      expect([errors, reloaded.node.id, reloaded.node.__typename]).toEqual([[], nodeId, type]);
    }
  });

  it('load null for objects that the viewer may not read or that do not exist', async () => {
    const draft = await makePost(site, editor, { status: 'draft' });
    const privatePost = await makePost(site, editor, { status: 'private' });
    const withoutPosts = await makeUser(site, 'subscriber');
    for (const text of [
      `Post:${draft.id}`,
      `Post:${privatePost.id}`,
      `Page:${draft.id}`,
      `User:${withoutPosts.id}`,
      'Post:2147483647',
      'Term:2147483647',
      'User:2147483647',
      'MediaItem:1',
    ]) {
      const { data, errors } = await runAs(anonymous, NODE, { id: encodeId(text) });
      expect([text, errors, data.node]).toEqual([text, [], null]);
    }
    expect((await runAs(editor, NODE, { id: encodeId(`Post:${draft.id}`) })).data.node.databaseId).toBe(draft.id);
  });

  it('are rejected when malformed', async () => {
    for (const text of [
      '',
      '!',
      'Post',
      encodeId('Post'),
      encodeId(':1'),
      encodeId('Nothing:1'),
      encodeId('Query:1'),
      encodeId('Revision:1'),
      encodeId('__proto__:1'),
      encodeId('Content:1'),
      encodeId('Post:0'),
      encodeId('Post:-1'),
      encodeId('Post:1.5'),
      encodeId('Post:abc'),
      encodeId('Term:99999999999'),
      encodeId('MediaItem:'),
    ]) {
      const { data, errors } = await runAs(anonymous, NODE, { id: text });
      expect([text, data.node, errors.map((error) => `${error.status} ${error.code}`)]).toEqual([text, null, ['400 invalid_global_id']]);
    }
  });
});
