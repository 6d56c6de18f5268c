import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const callers: (TestUserName | undefined)[] = [undefined, 'subscriber', 'contributor', 'author', 'author2', 'editor', 'administrator'];

let site: WholeSite;
const ids = { posts: [] as number[], media: [] as number[], comments: [] as number[] };

/** Runs a statement and returns the ID of its first row, or 0. */
async function sql(text: string, values: unknown[]): Promise<number> {
  const [row] = await site.site.db.sql<{ id: number }>(text, values);
  return row?.id ?? 0;
}

async function createFile(authorId: number, parentId: number | null): Promise<void> {
  const n = ids.media.length;
  const id = await sql(
    `INSERT INTO content (kind, status, title, slug, author_id, parent_id, sort_title, search_text, date_local, date_utc, modified_local, modified_utc)
      VALUES ('attachment', 'publish', $1::text, $2::text, $3::int, $4::int, $5::text, $5::text, $6::timestamp, $6::timestamp AT TIME ZONE 'UTC', $6::timestamp, $6::timestamp AT TIME ZONE 'UTC') RETURNING id`,
    [`File ${n % 5}`, `file-${n}`, authorId, parentId, `file ${n % 5}`, `2026-01-0${1 + (n % 3)}T00:00:00`],
  );
  await sql(`INSERT INTO media (content_id, file, file_name, mime_type) VALUES ($1::int, $2::text, $2::text, $3::text)`, [
    id,
    `2026/01/file-${n}.png`,
    n % 2 ? 'image/png' : 'application/pdf',
  ]);
  ids.media.push(id);
}

async function createComment(contentId: number, userId: number | null, status: string): Promise<void> {
  const n = ids.comments.length;
  ids.comments.push(
    await sql(
      `INSERT INTO comment (content_id, user_id, parent_id, content, status, author_name, created_local, created_utc)
        VALUES ($1::int, $2::int, $3::int, $4::text, $5::text, 'Ann', $6::timestamp, $6::timestamp AT TIME ZONE 'UTC') RETURNING id`,
      [contentId, userId, n % 4 === 1 ? ids.comments.at(-1) : null, `Comment ${n}`, status, `2026-02-0${1 + (n % 4)}T10:00:00`],
    ),
  );
}

beforeAll(async () => {
  site = await openWholeSite();
  const authors = [await site.user('author'), await site.user('author2'), await site.user('editor')].map(({ id }) => id);
  const drafts: [Record<string, unknown>, TestUserName][] = [
    [{ status: 'publish' }, 'author'],
    [{ status: 'publish', password: 'open sesame' }, 'author'],
    [{ status: 'draft' }, 'author'],
    [{ status: 'pending' }, 'contributor'],
    [{ status: 'private' }, 'editor'],
    [{ status: 'future', date: '2030-01-01T00:00:00' }, 'author2'],
  ];
  for (const [draft, as] of drafts) {
    const { body } = await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Something', content: 'Text', ...draft } });
    ids.posts.push(body.id);
  }
  for (const as of ['author', 'contributor'] as const) {
    const { body } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Gone', status: 'publish' } });
    await sql('UPDATE content SET author_id = $2::int WHERE id = $1::int', [body.id, (await site.user(as)).id]);
    await site.rest('DELETE', `/core/v2/posts/${body.id}`, { as: 'editor' });
    ids.posts.push(body.id);
  }
  for (const [title, content] of [
    ['Wanted words', 'None'],
    ['Other', 'Wanted words'],
    ['Words', 'that are wanted'],
  ])
    for (const type of ['posts', 'pages'])
      await site.rest('POST', `/core/v2/${type}`, { as: 'editor', body: { title, content, status: 'publish' } });
  for (const parent of [null, ...ids.posts]) for (const author of authors) await createFile(author, parent);
  for (const content of ids.posts)
    for (const status of ['approved', 'hold', 'spam', 'trash'])
      for (const user of [null, authors[0] as number]) await createComment(content, user, status);
}, 60_000);
afterAll(() => site.close());

interface Part {
  nodes: { databaseId: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  totalCount: number;
}

/** Reads all pages of a connection and returns the IDs. */
async function walk(
  field: 'media' | 'comments',
  args: string,
  as: TestUserName | undefined,
  size = 100,
  isBackward = false,
): Promise<number[]> {
  const nodeIds: number[] = [];
  let bound = isBackward ? `last: ${size}` : `first: ${size}`;
  for (let parts = 0; parts < 100; parts += 1) {
    const { data, errors } = await site.graphql(
      `{ ${field}(${bound} ${args}) { nodes { databaseId } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      {},
      as,
    );
    expect(errors).toEqual([]);
    const { nodes, pageInfo, totalCount } = data[field] as Part;
    const part = nodes.map((node) => node.databaseId);
    nodeIds[isBackward ? 'unshift' : 'push'](...part);
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) {
      expect(totalCount).toBe(nodeIds.length);
      return nodeIds;
    }
    expect(part).toHaveLength(size);
    bound = isBackward ? `last: ${size} before: "${pageInfo.startCursor}"` : `first: ${size} after: "${pageInfo.endCursor}"`;
  }
  throw new Error('the list does not end');
}

/** Returns the IDs that the viewer may read individually. */
async function readableIds(field: 'mediaItem' | 'comment', all: readonly number[], as: TestUserName | undefined): Promise<number[]> {
  const readable: number[] = [];
  for (let n = 0; n < all.length; n += 20) {
    const part = all.slice(n, n + 20);
    const results = await Promise.all(part.map((id) => site.graphql(`{ ${field}(id: ${id}) { databaseId } }`, {}, as)));
    readable.push(...part.filter((_, i) => results[i]?.errors.length === 0));
  }
  return sortNumerically(readable);
}

const sortNumerically = (numbers: number[]) => numbers.sort((a, b) => a - b);

describe('Media connection', () => {
  it.each(callers)('shows %s exactly the files that they may read individually', async (as) => {
    expect(sortNumerically(await walk('media', 'orderBy: ID', as))).toEqual(await readableIds('mediaItem', ids.media, as));
  });

  it.each(['DATE', 'TITLE', 'PARENT', 'AUTHOR', 'SLUG', 'ID', 'MODIFIED'])(
    'sorted by %s is consistent across pages, forwards and backwards',
    async (orderBy) => {
      for (const order of ['ASC', 'DESC']) {
        const args = `orderBy: ${orderBy} order: ${order}`;
        const all = await walk('media', args, 'author2');
        expect(all.length).toBeGreaterThan(5);
        expect(await walk('media', args, 'author2', 4)).toEqual(all);
        expect(await walk('media', args, 'author2', 4, true)).toEqual(all);
      }
    },
  );

  it('has the same filters as the page field', async () => {
    for (const filter of [
      '{ families: [IMAGE] }',
      '{ mimeTypes: ["application/pdf"] }',
      `{ attachedToIds: [0, ${ids.posts[2]}] }`,
      '{ search: "file 3" }',
    ]) {
      const { data } = await site.graphql(
        `{ mediaPage(perPage: 100, orderBy: ID, filter: ${filter}) { nodes { databaseId } } }`,
        {},
        'administrator',
      );
      const expected = data.mediaPage.nodes.map((node: { databaseId: number }) => node.databaseId);
      expect(expected.length).toBeGreaterThan(0);
      expect(await walk('media', `orderBy: ID filter: ${filter}`, 'administrator')).toEqual(expected);
    }
  });
});

describe('Comment connection', () => {
  it.each(callers)('shows %s exactly the comments that they may read individually', async (as) => {
    const seesAll = as !== undefined && as !== 'subscriber';
    const listed = sortNumerically(await walk('comments', seesAll ? 'filter: { statuses: [ALL, SPAM, TRASH] }' : '', as));
    const readable = await readableIds('comment', ids.comments, as);
    const approved = ids.comments.filter((_, n) => n % 8 < 2);
    expect(listed).toEqual(seesAll ? readable : readable.filter((id) => approved.includes(id)));
  });

  it.each(['DATE', 'DATE_GMT', 'ID', 'POST', 'PARENT', 'TYPE'])(
    'sorted by %s is consistent across pages, in both directions, and equals the page field',
    async (orderBy) => {
      for (const order of ['ASC', 'DESC']) {
        const args = `orderBy: ${orderBy} order: ${order} filter: { statuses: [ALL] }`;
        const { data } = await site.graphql(`{ commentPage(perPage: 100 ${args}) { nodes { databaseId } } }`, {}, 'administrator');
        const expected = data.commentPage.nodes.map((node: { databaseId: number }) => node.databaseId);
        expect(await walk('comments', args, 'administrator', 7)).toEqual(expected);
        expect(await walk('comments', args, 'administrator', 7, true)).toEqual(expected);
      }
    },
  );

  it('accepts a password for the listed posts', async () => {
    const locked = ids.posts[1];
    expect(await walk('comments', `filter: { contentIds: [${locked}], password: "open sesame" }`, undefined)).toHaveLength(2);
    for (const filter of [`{ contentIds: [${locked}] }`, `{ contentIds: [${locked}], password: "x" }`]) {
      const { errors } = await site.graphql(`{ comments(filter: ${filter}) { totalCount } }`);
      expect(errors[0]?.extensions['code']).toBe('cannot_read_content');
    }
    const { data } = await site.graphql(`{ comments(first: 100 filter: { password: "open sesame" }) { nodes { contentId } } }`);
    expect(data.comments.nodes).not.toContainEqual({ contentId: locked });
  });

  it('exists on posts and on comments, with approved comments, oldest first', async () => {
    const { data, errors } = await site.graphql(
      `{ posts(orderBy: ID, order: ASC) { nodes { databaseId comments { totalCount nodes { databaseId parentId } } } } comments { nodes { databaseId replies { nodes { parentId } } } } }`,
    );
    expect(errors).toEqual([]);
    const [open, locked] = data.posts.nodes.filter((node: { databaseId: number }) => ids.posts.includes(node.databaseId));
    expect(open.comments).toEqual({
      totalCount: 2,
      nodes: ids.comments.slice(0, 2).map((databaseId, n) => ({ databaseId, parentId: n ? ids.comments[0] : null })),
    });
    expect(locked.comments).toEqual({ totalCount: 0, nodes: [] });
    expect(data.comments.nodes.find((node: { databaseId: number }) => node.databaseId === ids.comments[0]).replies.nodes).toEqual([
      { parentId: ids.comments[0] },
    ]);
  });

  it('refuses the same arguments as the page field', async () => {
    for (const [args, code] of [
      ['filter: { statuses: [SPAM] }', 'argument_forbidden'],
      ['filter: { authorEmail: "a@example.org" }', 'argument_forbidden'],
      ['orderBy: INCLUDE', 'order_needs_ids'],
      ['filter: { after: "never" }', 'invalid_arguments'],
      ['first: 101', 'invalid_arguments'],
    ] as const)
      expect((await site.graphql(`{ comments(${args}) { totalCount } }`)).errors[0]?.extensions['code']).toBe(code);
  });
});

describe('Search connection', () => {
  const walkSearch = async (args: string): Promise<[string, number][]> => {
    const results: [string, number][] = [];
    let after = '';
    for (let parts = 0; parts < 50; parts += 1) {
      const { data, errors } = await site.graphql(
        `{ searchResults(first: 2 ${after} ${args}) { nodes { subtype databaseId title url } totalCount pageInfo { hasNextPage endCursor } } }`,
      );
      expect(errors).toEqual([]);
      const { nodes, totalCount, pageInfo } = data.searchResults;
      results.push(...nodes.map((node: { subtype: string; databaseId: number }) => [node.subtype, node.databaseId]));
      if (!pageInfo.hasNextPage) {
        expect(totalCount).toBe(results.length);
        return results;
      }
      after = `after: "${pageInfo.endCursor}"`;
    }
    throw new Error('the list does not end');
  };

  it.each([
    '',
    'text: "something"',
    'text: "wanted words"',
    'type: TERM',
    'type: TERM text: "uncat"',
    'type: POST_FORMAT',
    'subtypes: [PAGE]',
  ])('with %s returns the same nodes as the page field, in the same order', async (args) => {
    const { data, errors } = await site.graphql(`{ search(perPage: 100 ${args}) { total nodes { subtype databaseId } } }`);
    expect(errors).toEqual([]);
    expect(await walkSearch(args)).toEqual(
      data.search.nodes.map((node: { subtype: string; databaseId: number }) => [node.subtype, node.databaseId]),
    );
  });

  it('refuses subtypes that the type does not have', async () => {
    const { errors } = await site.graphql('{ searchResults(subtypes: [CATEGORY]) { totalCount } }');
    expect(errors[0]?.extensions['code']).toBe('invalid_arguments');
  });
});
