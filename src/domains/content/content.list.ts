import type { Page } from '#app/core/db/page.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { anyNumber, anyText, filter, flag, timeBound } from '#app/core/db/lists/filters.ts';
import { Parameters } from '#app/core/db/lists/keyset.ts';
import { orderByColumn, orderByPosition, defineList, type PageOptions, type QueryOf } from '#app/core/db/lists/list.ts';
import { createAnyBranchCondition } from '#app/core/db/lists/union-branches.ts';
import { getPageOffset } from '#app/core/db/page.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { refreshDueContent, withDueContent } from './due-content.ts';
import { orderByRelevance, buildContentScope, parseSearch } from './list.scope.ts';
import { type ContentRecord, recordColumns } from './record.ts';

/** One page of a list of content. */
export type ContentPage = Page<ContentRecord>;

/** Filters of all kinds of content. */
export const contentFilters = {
  include: anyNumber('c.id', 'Only the objects with these IDs.'),
  // `include` disables `exclude` (docs/behaviour/core-rest.md 7.8)
  exclude: filter('numbers', [2], 'Excludes the objects with these IDs.', (ids, add, { include }) =>
    ids.length === 0 || (include as readonly number[] | null | undefined)?.length ? null : `c.id <> ALL(${add(ids)}::int[])`,
  ),
  slugs: anyText('c.slug', 'Only objects with these slugs.'),
  authorIds: anyNumber('c.author_id', 'Only objects by these authors.'),
  excludeAuthorIds: filter('numbers', [2], 'Excludes objects by these authors.', (ids, add) =>
    ids.length > 0 ? `(c.author_id IS NULL OR c.author_id <> ALL(${add(ids)}::int[]))` : null,
  ),
  after: timeBound('c.date_local >', "Only objects published after this time. A time without a zone is in the site's time zone."),
  before: timeBound('c.date_local <', "Only objects published before this time. A time without a zone is in the site's time zone."),
  modifiedAfter: timeBound('c.modified_local >', "Only objects changed after this time. A time without a zone is in the site's time zone."),
  modifiedBefore: timeBound(
    'c.modified_local <',
    "Only objects changed before this time. A time without a zone is in the site's time zone.",
  ),
};

/** Common declaration of the lists of posts, pages and media, which add filters of their own. */
export const contentDeclaration = {
  from: 'content c',
  alias: 'c',
  // the planner does not know the number of IDs of a prepared statement, and would read the whole table for a plain join
  details: 'found JOIN LATERAL (SELECT * FROM content WHERE id = found.found_id LIMIT 1) c ON true',
  shape: recordColumns,
  scope: buildContentScope,
  orders: {
    author: orderByColumn('c.author_id', 'int', 'By the ID of the author.', true),
    date: orderByColumn('c.date_local', 'timestamp', 'By date of publication.'),
    id: { description: 'By numeric ID.' },
    include: orderByPosition('include', 'c.id', 'int', 'The order of `filter.include`; the direction does not matter.'),
    modified: orderByColumn('c.modified_local', 'timestamp', 'By date of the last change.'),
    parent: orderByColumn('c.parent_id', 'int', 'By the ID of the parent.', true),
    relevance: { description: 'By relevance for the search; requires `filter.search`.', keys: orderByRelevance },
    slug: orderByColumn('c.slug', 'text', 'By the slug.'),
    include_slugs: orderByPosition('slugs', 'c.slug', 'text', 'The order of `filter.slugs`; the direction does not matter.'),
    title: orderByColumn('c.sort_title', 'text', 'By title, ignoring case and accents.'),
    menu_order: orderByColumn('c.menu_order', 'int', 'By manual order.'),
  },
  defaultOrder: ['date', 'desc'],
  due: { notice: refreshDueContent, ways: withDueContent },
} as const;

/** Content of one kind, newest first by default. A test prepares the statements of the `examples`. */
export const contentList = defineList({
  ...contentDeclaration,
  name: 'content',
  totals: { tables: ['content', 'content_term', 'term'], searched: ['searched_text'], filters: [], unless: ['occursElsewhere'] },
  filters: {
    ...contentFilters,
    parentIds: anyNumber('c.parent_id', 'Only child pages of these pages.'),
    isSticky: flag('c.sticky', 'Only posts that are (true) or are not (false) sticky.'),
    formats: anyText('c.format'),
  },
  owners: {
    parent: (owner) => `c.parent_id = ${owner}`,
    author: (owner) => `c.author_id = ${owner}`,
    // uses an array, because a plan that scans all content in sort order takes seconds for rare terms
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

/** Filters and sort order of a list of content. */
export type ContentQuery = QueryOf<typeof contentList>;

/** Options of a page of content in addition to those of any list. */
export interface ContentPageOptions extends PageOptions {
  /** True if totals include content that the viewer may not read. The nodes never include it (docs/behaviour/core-rest.md 4.8). */
  countsUnreadable?: boolean | undefined;
}

const stickyStatements = new StatementFamily('pinned_content', recordColumns, ({ db }: Site) => [
  buildStickyStatement(db, 'post', [1]).text,
]);

function buildStickyStatement(db: Site['db'], kind: string, skip: readonly number[]): { text: string; values: unknown[] } {
  const { values, add } = new Parameters();
  const [kindParameter, skipParameter] = [add(kind), add(skip)];
  const where = withDueContent(
    db,
    add,
    (status) => `c.kind = ${kindParameter} AND ${status} = 'publish' AND c.sticky AND c.id <> ALL(${skipParameter}::int[])`,
  );
  return {
    text: `SELECT ${recordColumns.list} FROM content c WHERE ${createAnyBranchCondition(where)} ORDER BY c.date_local DESC, c.id DESC`,
    values,
  };
}

async function withStickyOnTop(site: Site, query: ContentQuery, nodes: ContentRecord[]): Promise<ContentRecord[]> {
  const excluded = new Set(query.exclude ?? []);
  const isShownSticky = (node: ContentRecord) => node.sticky && !excluded.has(node.id);
  const skip = [...excluded, ...nodes.filter(isShownSticky).map((node) => node.id)];
  const { text, values } = buildStickyStatement(site.db, query.kind, skip);
  const added = await site.db.rows(stickyStatements.createStatement(text), values);
  const addedIds = new Set(added.map(({ id }) => id));
  return [...nodes.filter(isShownSticky), ...added, ...nodes.filter((node) => !isShownSticky(node) && !addedIds.has(node.id))];
}

function hasStickyOnTop(query: ContentQuery & PageOptions): boolean {
  return (
    query.isSticky !== false &&
    query.page === 1 &&
    !parseSearch(query) &&
    !query.include?.length &&
    !query.formats?.length &&
    !query.terms?.some(({ ids }) => ids.length > 0)
  );
}

/**
 * Returns one page of a list of content without checking permissions. Callers remove the items that the viewer may not read
 * (docs/behaviour/core-rest.md 4.8, 7.8). Throws `page_out_of_range` beyond the last page. An offset beyond the end returns no nodes and total 0.
 */
export async function loadPage<Query>(
  list: { loadPart(site: Site, query: Query, limit: number, skip: number): Promise<{ total: number; nodes: ContentRecord[] }> },
  site: Site,
  query: Query & PageOptions,
): Promise<ContentPage> {
  const { page, perPage, offset } = query;
  const hasOffset = offset !== undefined && offset !== null;
  if (hasOffset && offset < 0) return { total: 0, totalPages: 0, nodes: [] };
  const part = await list.loadPart(site, query, perPage, getPageOffset(query));
  const total = hasOffset && part.nodes.length === 0 ? 0 : part.total;
  const totalPages = Math.ceil(total / perPage);
  if (total > 0 && page > totalPages)
    throw invalid('page_out_of_range', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes: part.nodes };
}

/** Returns a page of `contentList`. With `stickyFirst`, page 1 starts with all sticky content (docs/behaviour/core-rest.md 7.8). */
export async function loadContentPage(
  site: Site,
  query: ContentQuery & ContentPageOptions & { stickyFirst?: boolean | undefined },
): Promise<ContentPage> {
  const page = await loadPage(contentList, site, query);
  return query.stickyFirst && hasStickyOnTop(query) ? { ...page, nodes: await withStickyOnTop(site, query, page.nodes) } : page;
}
