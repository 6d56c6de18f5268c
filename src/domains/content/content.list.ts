import { type Page, rowsBefore } from '#app/core/db/page.ts';
import { counted } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type Add, orderByKeys } from '#app/core/db/keyset.ts';
import { anyWay, countOfWays, idsInOrder } from '#app/core/db/ways.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { contentExamples } from './list.examples.ts';
import type { ContentQuery } from './list.query.ts';
import { noticeDueContent, seenContent } from './due.ts';
import { conditionsOf, orderKeysOf, Parameters, searchOf } from './list.sql.ts';
import { type ContentRecord, foundRows, recordColumns } from './record.ts';

/** One page of a list of content. */
export type ContentPage = Page<ContentRecord>;

/** Conditions of a kind's own on the content row `c`; `p.add` returns the placeholder of a value. */
export type Narrowing = (p: Pick<Parameters, 'add'>) => string[];

const pages = new StatementFamily('content_page', counted(recordColumns), ({ db }) =>
  contentExamples.map((query) => pageStatement(db, query, { limit: 10, skip: 0 }).text),
);
const pinned = new StatementFamily('pinned_content', recordColumns, ({ db }) => [pinnedStatement(db, 'post', [1]).text]);

/**
 * The statement of a page: the page's ids and the total by an index first, then the details of these few rows. An empty page still
 * responses one row, which holds the total and no content. `narrow` adds conditions.
 */
export function pageStatement(
  db: object,
  query: ContentQuery,
  { limit, skip, narrow = () => [] }: { limit: number; skip: number; narrow?: Narrowing },
): { text: string; values: unknown[] } {
  const p = new Parameters();
  const add: Add = (value) => p.add(value);
  const terms = searchOf(query);
  const more = narrow(p);
  const where = seenContent(db, add, (status) => [conditionsOf(query, terms, p, status), ...more].join(' AND '));
  const keys = orderKeysOf(query, terms, p);
  const table = 'content c';
  const ids = idsInOrder({ table, id: 'c.id', as: 'id', where, keys, limit: `${add(limit)}::int`, offset: `${add(skip)}::int` });
  const text = `WITH found AS (${ids}),
    counted AS (SELECT ${countOfWays({ table, where })} AS total)
    SELECT counted.total, ${recordColumns.list} FROM counted LEFT JOIN (${foundRows}) ON true ORDER BY ${orderByKeys(keys)}`;
  return { text, values: p.values };
}

async function runPage(site: Site, query: ContentQuery, limit: number, skip: number): Promise<{ total: number; nodes: ContentRecord[] }> {
  const { text, values } = pageStatement(site.db, query, { limit, skip });
  const rows = await site.db.rows(pages.of(text), values);
  return { total: rows[0]?.total ?? 0, nodes: rows.flatMap(({ node }) => node ?? []) };
}

function pinnedStatement(db: object, kind: string, skip: readonly number[]): { text: string; values: unknown[] } {
  const p = new Parameters();
  const [of, without] = [p.add(kind), p.add(skip)];
  const where = seenContent(
    db,
    (value) => p.add(value),
    (status) => `c.kind = ${of} AND ${status} = 'publish' AND c.sticky AND c.id <> ALL(${without}::int[])`,
  );
  return {
    text: `SELECT ${recordColumns.list} FROM content c WHERE ${anyWay(where)} ORDER BY c.date_local DESC, c.id DESC`,
    values: p.values,
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

function putsStickyOnTop(query: ContentQuery): boolean {
  return (
    query.stickyFirst === true &&
    query.sticky !== false &&
    query.page === 1 &&
    !searchOf(query) &&
    !query.include?.length &&
    !query.formats?.length &&
    !query.terms?.some((one) => one.ids.length > 0)
  );
}

/**
 * One page of content, every row of the query anyone who asks; callers drop what they may not show (core-rest.md 4.8, 7.8). One statement, a
 * second one only for sticky content on top. Throws `page_out_of_range` beyond the last page; an offset beyond the end
 * responses nothing with total 0.
 */
export async function loadContentPage(site: Site, query: ContentQuery): Promise<ContentPage> {
  await noticeDueContent(site.db);
  const hasOffset = query.offset !== undefined && query.offset !== null;
  if (hasOffset && (query.offset as number) < 0) return { total: 0, totalPages: 0, nodes: [] };
  const found = await runPage(site, query, query.perPage, rowsBefore(query));
  const total = hasOffset && found.nodes.length === 0 ? 0 : found.total;
  const totalPages = Math.ceil(total / query.perPage);
  if (total > 0 && query.page > totalPages) {
    throw invalid('page_out_of_range', 'The page number requested is larger than the number of pages available.');
  }
  return { total, totalPages, nodes: putsStickyOnTop(query) ? await withStickyOnTop(site, query, found.nodes) : found.nodes };
}
