import { createSchema } from '#graphql/schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { page } from '../../src/domains/content/kinds.ts';
import { ask } from '../support/ask.ts';
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

const askAs = (viewer: Viewer, source: string, variables?: Record<string, unknown>) => ask(schema, site, viewer, source, variables);

interface Page {
  nodes: { databaseId: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount?: number;
}
const POSTS = `query($first: Int, $after: String, $last: Int, $before: String, $filter: PostFilter, $orderBy: PostOrder, $order: SortOrder) {
  posts(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy, order: $order) {
    nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

async function posts(viewer: Viewer, variables: Record<string, unknown>): Promise<Page> {
  const { data, errors } = await askAs(viewer, POSTS, variables);
  expect(errors).toEqual([]);
  return data.posts as Page;
}

/** Returns the IDs of all posts of a list, read page by page, forwards or backwards. */
async function walk(viewer: Viewer, variables: Record<string, unknown>, size: number, isBackward = false): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  for (let part = 0; part < 100; part += 1) {
    const bound: Record<string, unknown> = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
    const { nodes, pageInfo } = await posts(viewer, { ...variables, ...bound });
    const ids = nodes.map((node) => node.databaseId);
    if (isBackward) found.unshift(...ids);
    else found.push(...ids);
    expect(isBackward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(part > 0);
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return found;
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
  }
  throw new Error('the list does not end');
}

const dates = ['2026-01-01T00:00:00', '2026-01-02T00:00:00', '2026-01-02T00:00:00', '2026-01-03T00:00:00'];

describe('Connection of posts', () => {
  let ids: number[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 11; n += 1) {
      const made = await makePost(site, n % 3 === 0 ? author : editor, {
        title: `Apple ${n % 4} ${n % 2 === 0 ? 'é' : 'z'}`,
        content: n % 2 === 0 ? 'pear' : 'Apple',
        date: dates[n % 4],
      });
      ids.push(made.id);
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
      const { data, errors } = await askAs(
        anonymous,
        `query($filter: PostFilter, $orderBy: PostOrder, $order: SortOrder) {
      postPage(perPage: 100, filter: $filter, orderBy: $orderBy, order: $order) { nodes { databaseId } } }`,
        variables,
      );
      expect(errors).toEqual([]);
      const expected = data.postPage.nodes.map((node: { databaseId: number }) => node.databaseId);
      expect(expected).toHaveLength(11);
      for (const size of [1, 3, 11, 100]) {
        expect(await walk(anonymous, variables, size)).toEqual(expected);
        expect(await walk(anonymous, variables, size, true)).toEqual(expected);
      }
    },
  );

  it('returns each post once and skips none while others write', async () => {
    const own = [];
    for (let n = 0; n < 6; n += 1) own.push((await makePost(site, author, { title: 'Moving', date: '2025-05-05T00:00:00' })).id);
    const seen: number[] = [];
    let after: string | null = null;
    for (;;) {
      const part: Page = await posts(anonymous, { first: 2, after, filter: { search: 'moving' } });
      seen.push(...part.nodes.map((node) => node.databaseId));
      if (!part.pageInfo.hasNextPage) break;
      after = part.pageInfo.endCursor;
      await makePost(site, author, { title: 'Moving', date: '2025-06-06T00:00:00' });
      await site.db.sql(`UPDATE content SET status = 'trash' WHERE id = $1::int`, [seen.at(-1)]);
    }
    expect(seen).toEqual([...own].reverse());
  });

  it('rejects a count over the maximum, a negative one, and first together with last', async () => {
    for (const wrong of [{ first: 101 }, { last: 101 }, { first: -1 }, { first: 1, last: 1 }, { first: 2_147_483_647 }]) {
      const { errors } = await askAs(anonymous, POSTS, wrong);
      expect(errors[0]).toMatchObject({ code: 'invalid_arguments', status: 400 });
    }
    expect((await posts(anonymous, { first: 0 })).nodes).toEqual([]);
    expect((await posts(anonymous, {})).nodes).toHaveLength(10);
  });

  it('rejects text that is not a cursor of a list with the same sort order', async () => {
    const { pageInfo } = await posts(anonymous, { first: 1 });
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [
      '',
      'x',
      encoded('post date desc:'),
      encoded('post date desc:[1]'),
      encoded('post date desc:["2026-01-01T00:00:00","1"]'),
      encoded('post date desc:[null,1]'),
      encoded('post date desc:["2026-13-01T00:00:00",1]'),
      encoded('post date desc:["2026-01-01T00:00:00",99999999999]'),
    ];
    for (const after of wrong) {
      const { errors } = await askAs(anonymous, POSTS, { after });
      expect(errors[0]?.extensions['details']).toMatchObject({ after: { code: 'invalid_cursor' } });
    }
    for (const other of [{ order: 'ASC' }, { orderBy: 'TITLE' }]) {
      const { errors } = await askAs(anonymous, POSTS, { after: pageInfo.endCursor, ...other });
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
        .map((place) => Buffer.from(`post title asc:${JSON.stringify(place)}`).toString('base64url')),
    );
    await fc.assert(
      fc.asyncProperty(cursors, async (after) => {
        const { errors } = await askAs(anonymous, POSTS, { after, orderBy: 'TITLE', order: 'ASC' });
        expect(errors.every((error) => error.code === 'invalid_arguments')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('counts only if totalCount is selected, and reads no posts if only totalCount is selected', async () => {
    const count = async (selection: string) => {
      await askAs(anonymous, '{ posts { totalCount } }');
      site.statements.length = 0;
      const { data } = await askAs(anonymous, `{ posts(first: 2) { ${selection} } }`);
      return { total: data.posts.totalCount, statements: [...site.statements] };
    };
    expect((await count('nodes { databaseId } pageInfo { hasNextPage hasPreviousPage }')).statements).toHaveLength(1);
    const counted = await count('totalCount');
    expect(counted.statements).toHaveLength(1);
    expect(counted.statements[0]).toContain('count(*)');
    const [row] = await site.db.sql<{ n: number }>(`SELECT count(*)::int AS n FROM content WHERE kind = 'post' AND status = 'publish'`);
    expect(counted.total).toBe(row?.n);
    expect(
      (await count('a: totalCount b: totalCount nodes { databaseId } edges { cursor } pageInfo { endCursor }')).statements,
    ).toHaveLength(1);
  });

  it('returns posts with other statuses only if the viewer may read them, in full pages', async () => {
    const drafts = [];
    for (let n = 0; n < 6; n += 1)
      drafts.push((await makePost(site, n % 2 ? author : editor, { status: 'draft', title: `Draft ${n}` })).id);
    expect(await walk(author, { filter: { statuses: ['draft'] }, orderBy: 'ID', order: 'ASC' }, 2)).toEqual(
      drafts.filter((_id, n) => n % 2),
    );
    expect(await walk(editor, { filter: { statuses: ['draft'] }, orderBy: 'ID', order: 'ASC' }, 2)).toEqual(drafts);
    const { errors } = await askAs(anonymous, POSTS, { filter: { statuses: ['draft'] } });
    expect(errors[0]).toMatchObject({ code: 'invalid_arguments' });
    const both = await walk(author, { filter: { statuses: ['draft', 'publish'] }, orderBy: 'ID', order: 'ASC' }, 5);
    expect(both).toEqual(expect.arrayContaining(drafts.filter((_id, n) => n % 2)));
    expect(both).not.toContain(drafts[0]);
  });
});

describe('SQL statements', () => {
  async function statementsOf(viewer: Viewer, source: string): Promise<number> {
    const warm = await askAs(viewer, source);
    expect(warm.errors).toEqual([]);
    site.statements.length = 0;
    await askAs(viewer, source);
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
    ['an offset page with the same', 'postPage(perPage: %) { totalCount nodes { author { displayName } categories { name } } }', 3],
  ])('of %s do not grow with the length of the list', async (_name, field, most) => {
    const few = await statementsOf(editor, `{ ${field.replaceAll('%', '2')} }`);
    const many = await statementsOf(editor, `{ ${field.replaceAll('%', '12')} }`);
    // two root fields that load at nearly the same time sometimes share a batch: one statement more or less
    expect(Math.abs(many - few)).toBeLessThanOrEqual(1);
    expect(many).toBeLessThanOrEqual(most);
  });

  it('of nodes by global ID are one for each type of record', async () => {
    const { data } = await askAs(
      editor,
      '{ posts(first: 3) { nodes { id author { id } categories { id } } } pages(first: 3) { nodes { id } } }',
    );
    const ids = [
      ...data.posts.nodes.flatMap((node: { id: string; author: { id: string }; categories: { id: string }[] }) => [
        node.id,
        node.author.id,
        ...node.categories.map((one) => one.id),
      ]),
      ...data.pages.nodes.map((node: { id: string }) => node.id),
    ];
    site.statements.length = 0;
    const answer = await askAs(editor, 'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }', { ids });
    expect(answer.data.nodes.map((node: { id: string }) => node.id)).toEqual(ids);
    expect(site.statements.length).toBeLessThanOrEqual(3);
  });
});

describe('Global IDs', () => {
  const id = (text: string) => Buffer.from(text).toString('base64');
  const NODE = 'query($id: ID!) { node(id: $id) { id __typename ... on Content { databaseId } } }';

  it('load the same object again, for every type that implements Node', async () => {
    const { data } = await askAs(
      editor,
      '{ posts(first: 1) { nodes { id author { id } categories { id } } } pages(first: 1) { nodes { id } } viewer { id } }',
    );
    const [post] = data.posts.nodes;
    for (const [given, type] of [
      [post.id, 'Post'],
      [post.author.id, 'User'],
      [post.categories[0].id, 'Term'],
      [data.pages.nodes[0].id, 'Page'],
      [data.viewer.id, 'User'],
    ]) {
      const { data: found, errors } = await askAs(editor, NODE, { id: given });
      expect([errors, found.node.id, found.node.__typename]).toEqual([[], given, type]);
    }
  });

  it('load null for objects that the viewer may not read or that do not exist', async () => {
    const draft = await makePost(site, editor, { status: 'draft' });
    const trashed = await makePost(site, editor, { status: 'private' });
    const silent = await makeUser(site, 'subscriber');
    for (const text of [
      `Post:${draft.id}`,
      `Post:${trashed.id}`,
      `Page:${draft.id}`,
      `User:${silent.id}`,
      'Post:2147483647',
      'Term:2147483647',
      'User:2147483647',
      'MediaItem:1',
    ]) {
      const { data, errors } = await askAs(anonymous, NODE, { id: id(text) });
      expect([text, errors, data.node]).toEqual([text, [], null]);
    }
    expect((await askAs(editor, NODE, { id: id(`Post:${draft.id}`) })).data.node.databaseId).toBe(draft.id);
  });

  it('are rejected when malformed', async () => {
    for (const text of [
      '',
      '!',
      'Post',
      id('Post'),
      id(':1'),
      id('Nothing:1'),
      id('Query:1'),
      id('Revision:1'),
      id('__proto__:1'),
      id('Content:1'),
      id('Post:0'),
      id('Post:-1'),
      id('Post:1.5'),
      id('Post:abc'),
      id('Term:99999999999'),
      id('MediaItem:'),
    ]) {
      const { data, errors } = await askAs(anonymous, NODE, { id: text });
      expect([text, data.node, errors.map((error) => `${error.status} ${error.code}`)]).toEqual([text, null, ['400 invalid_global_id']]);
    }
  });
});
