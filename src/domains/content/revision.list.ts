import { withTotal } from '#app/core/db/columns.ts';
import { type AddParameter, type OrderKey, createOrderByList } from '#app/core/db/lists/keyset.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { type Page, getPageOffset } from '#app/core/db/page.ts';
import type { Site } from '#app/site.ts';
import { revisionColumns, type RevisionRecord } from './revisions.service.ts';
import { toLikePattern, splitSearch } from './search.rules.ts';

const orders = ['date', 'id', 'include', 'include_slugs', 'relevance', 'slug', 'title'] as const;
/** Sort orders of revisions. */
export type RevisionOrder = (typeof orders)[number];

/** Filters and sort order of a list of revisions. */
export interface RevisionQuery {
  contentId: number;
  orderBy: RevisionOrder;
  order: 'asc' | 'desc';
  page: number;
  /** Null for all revisions on one page. */
  perPage: number | null;
  /** Number of revisions to skip. Replaces `page`. */
  offset?: number | null | undefined;
  /** True if an offset without `perPage` is validated but not applied. */
  offsetNeedsPages?: boolean | null | undefined;
  /** Words that title, text or excerpt must contain. */
  search?: string | null | undefined;
  include?: readonly number[] | null | undefined;
  exclude?: readonly number[] | null | undefined;
}

const texts = `lower(concat_ws(' ', r.title, r.content, r.excerpt))`;

function buildRevisionConditions({ contentId, search, include, exclude }: RevisionQuery, add: AddParameter): string {
  const where = [`r.content_id = ${add(contentId)}`];
  const { required, excluded } = splitSearch(search ?? '');
  if (search) {
    for (const term of required) where.push(`${texts} LIKE ${add(toLikePattern(term))}`);
    for (const term of excluded) where.push(`${texts} NOT LIKE ${add(toLikePattern(term))}`);
  }
  if (include?.length) where.push(`r.id = ANY(${add(include)}::int[])`);
  else if (exclude?.length) where.push(`r.id <> ALL(${add(exclude)}::int[])`);
  return where.join(' AND ');
}

/**
 * Returns the sort keys. All orders except `include` and `title` sort by ID: later revisions have greater IDs, and their slugs differ only by a
 * number.
 */
function buildOrderKeys({ orderBy, order, include }: RevisionQuery, add: AddParameter): OrderKey[] {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const id: OrderKey = { sql: 'r.id', type: 'int', direction };
  if (orderBy === 'include') return [{ sql: `array_position(${add(include ?? [])}::int[], r.id)`, type: 'int', direction: 'ASC' }];
  return orderBy === 'title' ? [{ sql: 'lower(r.title)', type: 'text', direction }, id] : [id];
}

const getOffset = (query: RevisionQuery): number =>
  query.perPage === null && query.offsetNeedsPages ? 0 : getPageOffset({ ...query, perPage: query.perPage ?? 0 });

function buildStatement(query: RevisionQuery): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = buildRevisionConditions(query, add);
  const keys = createOrderByList(buildOrderKeys(query, add));
  const page = `SELECT ${revisionColumns.list} FROM revision r WHERE ${where} ORDER BY ${keys}
    LIMIT ${add(query.perPage)}::int OFFSET ${add(getOffset(query))}::int`;
  const text = `WITH found AS (${page}), counted AS (SELECT count(*)::int AS total FROM revision r WHERE ${where})
    SELECT counted.total, found.* FROM counted LEFT JOIN found ON true`;
  return { text, values };
}

const exampleQuery: RevisionQuery = { contentId: 1, orderBy: 'date', order: 'desc', page: 1, perPage: 10 };
const pageStatements = new StatementFamily('revision_page', withTotal(revisionColumns), () => [
  ...orders.map((orderBy) => buildStatement({ ...exampleQuery, orderBy, order: 'asc', include: [1], search: 'a -b' }).text),
  buildStatement({ ...exampleQuery, exclude: [1] }).text,
]);

/**
 * Returns one page of the revisions of a content item, without checking permissions. Throws `search_term_missing`, `order_needs_ids`,
 * `revision_page_out_of_range` and `revision_offset_out_of_range` (400).
 */
export async function listRevisionPage(site: Site, query: RevisionQuery): Promise<Page<RevisionRecord>> {
  if (query.orderBy === 'relevance' && !query.search)
    throw invalid('search_term_missing', 'You need to define a search term to order by relevance.');
  if (query.orderBy === 'include' && !query.include?.length)
    throw invalid('order_needs_ids', 'You need to define an include parameter to order by include.');
  if (query.offset && query.offset < 0) throw invalidArguments({ offset: 'The offset must be greater than or equal to 0.' });
  const { text, values } = buildStatement(query);
  const rows = await site.db.rows(pageStatements.createStatement(text), values);
  const total = rows[0]?.total ?? 0;
  const totalPages = query.perPage === null ? Math.min(total, 1) : Math.ceil(total / query.perPage);
  if (total > 0 && (query.offset ?? 0) >= total)
    throw invalid('revision_offset_out_of_range', 'The offset is larger than the number of revisions.');
  if (total > 0 && !query.offset && query.page > totalPages)
    throw invalid('revision_page_out_of_range', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes: rows.flatMap(({ node }) => node ?? []) };
}
