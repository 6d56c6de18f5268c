import type { Page } from '#app/core/db/page.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { anyNumber, anyText, filter, flag, timeBound } from '#app/core/db/lists/filters.ts';
import { Parameters } from '#app/core/db/lists/keyset.ts';
import { byColumn, byPosition, defineList, type PageOptions, type QueryOf } from '#app/core/db/lists/list.ts';
import { anyWay } from '#app/core/db/lists/union-branches.ts';
import { offsetOf } from '#app/core/db/page.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { noticeDueContent, seenContent } from './due.ts';
import { byRelevance, contentScope, searchOf } from './list.scope.ts';
import { type ContentRecord, recordColumns } from './record.ts';

/** One page of a list of content. */
export type ContentPage = Page<ContentRecord>;

/** Filters of all kinds of content. */
export const contentFilters = {
  include: anyNumber('c.id', 'Only the objects with these numbers.'),
  // who names the ids that may come has named those that may not (core-rest.md 7.8)
  exclude: filter('numbers', [2], 'Excludes the objects with these numbers.', (ids, add, { include }) =>
    ids.length === 0 || (include as readonly number[] | null | undefined)?.length ? null : `c.id <> ALL(${add(ids)}::int[])`,
  ),
  slugs: anyText('c.slug', 'Only with one of these slugs.'),
  authorIds: anyNumber('c.author_id', 'Only pages of these authors.'),
  excludeAuthorIds: filter('numbers', [2], 'Excludes content of these authors.', (ids, add) =>
    ids.length > 0 ? `(c.author_id IS NULL OR c.author_id <> ALL(${add(ids)}::int[]))` : null,
  ),
  after: timeBound('c.date_local >', "Published after this time on the site's clock (or with a zone)."),
  before: timeBound('c.date_local <', 'Published before this time.'),
  modifiedAfter: timeBound('c.modified_local >', 'Changed after this time.'),
  modifiedBefore: timeBound('c.modified_local <', 'Changed before this time.'),
};

/** What lists of all kinds of content have in common; kinds with filters of their own add them. */
export const contentDeclaration = {
  from: 'content c',
  alias: 'c',
  // a prepared statement does not know how many ids there will be; for a plain join it would plan on reading the whole table
  details: 'found JOIN LATERAL (SELECT * FROM content WHERE id = found.found_id LIMIT 1) c ON true',
  answer: recordColumns,
  scope: contentScope,
  orders: {
    author: byColumn('c.author_id', 'int', 'Number of the author.', true),
    date: byColumn('c.date_local', 'timestamp', 'Date of publication.'),
    id: { description: 'Number in the database.' },
    include: byPosition('include', 'c.id', 'int', 'The order of `filter.include`; the direction does not matter.'),
    modified: byColumn('c.modified_local', 'timestamp', 'Date of the last change.'),
    parent: byColumn('c.parent_id', 'int', 'Number of the parent.', true),
    relevance: { description: 'Relevance for the search; requires `filter.search`.', keys: byRelevance },
    slug: byColumn('c.slug', 'text', 'Slug in addresses.'),
    include_slugs: byPosition('slugs', 'c.slug', 'text', 'The order of `filter.slugs`; the direction does not matter.'),
    title: byColumn('c.sort_title', 'text', 'Title, without regard to case and accents.'),
    menu_order: byColumn('c.menu_order', 'int', 'The manual order.'),
  },
  usually: ['date', 'desc'],
  due: { notice: noticeDueContent, ways: seenContent },
} as const;

/** Content of one kind, the latest first by default. */
export const contentList = defineList({
  ...contentDeclaration,
  name: 'content',
  totals: { tables: ['content', 'content_term', 'term'], searched: ['searched_text'], filters: [], unless: ['occursElsewhere'] },
  filters: {
    ...contentFilters,
    parentIds: anyNumber('c.parent_id', 'Only child pages of these pages.'),
    isSticky: flag('c.sticky', 'Whether the post is sticky.'),
    formats: anyText('c.format'),
  },
  owners: {
    parent: (owner) => `c.parent_id = ${owner}`,
    author: (owner) => `c.author_id = ${owner}`,
    // looked up first: a plan that goes through all content in its order, hoping to meet the term's, takes seconds for rare terms
    term: (owner) => `c.id = ANY(ARRAY(SELECT ct.content_id FROM content_term ct WHERE ct.term_id = ${owner}))`,
  },
  examples: [
    {
      kind: 'post',
      statuses: ['publish', 'private'],
      ownStatuses: { authorId: 1, statuses: ['draft'] },
      search: 'a b -c',
      searchColumns: ['title', 'excerpt'],
      searchesProtected: { titlesUnlessBy: 1 },
      terms: [
        { taxonomy: 'category', ids: [1], includeChildren: true },
        { taxonomy: 'post_tag', ids: [2, 3], operator: 'and' },
        { taxonomy: 'post_tag', ids: [4], isExcluding: true },
      ],
      termRelation: 'or',
    },
    { kind: 'post', statuses: [], ownStatuses: { authorId: 1, statuses: ['draft'] }, isSticky: false, exclude: [1] },
    { kind: 'post', statuses: ['publish'], search: 'a', isExactSearch: true },
  ],
});

/** What a list of content is asked by. */
export type ContentQuery = QueryOf<typeof contentList>;

/** What a page of content says beside what any list does. */
export interface ContentPageOptions extends PageOptions {
  /** Whether totals count content that the viewer may not read; it is left out of the nodes (core-rest.md 4.8). */
  countsUnreadable?: boolean | undefined;
}

const pinned = new StatementFamily('pinned_content', recordColumns, ({ db }: Site) => [pinnedStatement(db, 'post', [1]).text]);

function pinnedStatement(db: Site['db'], kind: string, skip: readonly number[]): { text: string; values: unknown[] } {
  const { values, add } = new Parameters();
  const [of, without] = [add(kind), add(skip)];
  const where = seenContent(
    db,
    add,
    (status) => `c.kind = ${of} AND ${status} = 'publish' AND c.sticky AND c.id <> ALL(${without}::int[])`,
  );
  return {
    text: `SELECT ${recordColumns.list} FROM content c WHERE ${anyWay(where)} ORDER BY c.date_local DESC, c.id DESC`,
    values,
  };
}

async function withStickyOnTop(site: Site, query: ContentQuery, nodes: ContentRecord[]): Promise<ContentRecord[]> {
  const excluded = new Set(query.exclude ?? []);
  const isPinned = (node: ContentRecord) => node.sticky && !excluded.has(node.id);
  const skip = [...excluded, ...nodes.filter(isPinned).map((node) => node.id)];
  const { text, values } = pinnedStatement(site.db, query.kind, skip);
  const added = await site.db.rows(pinned.of(text), values);
  const known = new Set(added.map((one) => one.id));
  return [...nodes.filter(isPinned), ...added, ...nodes.filter((node) => !isPinned(node) && !known.has(node.id))];
}

function putsStickyOnTop(query: ContentQuery & PageOptions): boolean {
  return (
    query.isSticky !== false &&
    query.page === 1 &&
    !searchOf(query) &&
    !query.include?.length &&
    !query.formats?.length &&
    !query.terms?.some((one) => one.ids.length > 0)
  );
}

/**
 * One page of a list of content, every row, for any caller; callers drop what they may not show (core-rest.md 4.8, 7.8). Throws `page_out_of_range`
 * beyond the last page; an offset beyond the end returns nothing with total 0.
 */
export async function loadPageOf<Query>(
  list: { part(site: Site, query: Query, limit: number, skip: number): Promise<{ total: number; nodes: ContentRecord[] }> },
  site: Site,
  query: Query & PageOptions,
): Promise<ContentPage> {
  const { page, perPage, offset } = query;
  const hasOffset = offset !== undefined && offset !== null;
  if (hasOffset && offset < 0) return { total: 0, totalPages: 0, nodes: [] };
  const found = await list.part(site, query, perPage, offsetOf(query));
  const total = hasOffset && found.nodes.length === 0 ? 0 : found.total;
  const totalPages = Math.ceil(total / perPage);
  if (total > 0 && page > totalPages)
    throw invalid('page_out_of_range', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes: found.nodes };
}

/** A page of `contentList`. With `stickyFirst` sticky content moves to the top of page 1, wherever it would stand (core-rest.md 7.8). */
export async function loadContentPage(
  site: Site,
  query: ContentQuery & ContentPageOptions & { stickyFirst?: boolean | undefined },
): Promise<ContentPage> {
  const found = await loadPageOf(contentList, site, query);
  return query.stickyFirst && putsStickyOnTop(query) ? { ...found, nodes: await withStickyOnTop(site, query, found.nodes) } : found;
}
