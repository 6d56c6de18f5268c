import type { Page } from '../core/page.ts';
import { invalid } from '../core/failure.ts';
import type { Site } from '../site.ts';
import type { ContentQuery } from './list.query.ts';
import { conditionsOf, orderOf, Parameters, searchOf } from './list.sql.ts';
import { type ContentRecord, foundRows, recordColumns, recordOf, type RecordRow } from './record.ts';
import { settleDueContent } from './schedule.service.ts';
import { utcNow } from './site-time.ts';
import { StatementNames } from './statement-names.ts';

/** One page of a list of content. */
export type ContentPage = Page<ContentRecord>;

type PageRow = RecordRow & { total: number };

const names = new StatementNames('content_page');

/**
 * The statement of a page: the page's ids and the total by an index first, then the details of these few rows. An empty page still
 * answers one row, which holds the total and no content.
 */
export function pageStatement(query: ContentQuery, limit: number, skip: number): { text: string; values: unknown[] } {
  const p = new Parameters();
  const terms = searchOf(query);
  const where = conditionsOf(query, terms, p);
  const order = orderOf(query, terms, p);
  const text = `WITH found AS (SELECT c.id FROM content c WHERE ${where} ORDER BY ${order} LIMIT ${p.add(limit)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM content c WHERE ${where})
    SELECT counted.total, ${recordColumns} FROM counted LEFT JOIN (${foundRows}) ON true ORDER BY ${order}`;
  return { text, values: p.values };
}

async function runPage(site: Site, query: ContentQuery, limit: number, skip: number): Promise<{ total: number; nodes: ContentRecord[] }> {
  const { text, values } = pageStatement(query, limit, skip);
  const rows = await site.db.sql<PageRow>(text, values, names.of(text));
  const now = utcNow();
  const total = rows[0]?.total ?? 0;
  return { total, nodes: rows.flatMap((row) => (row.id === null ? [] : [recordOf(withoutTotal(row), now)])) };
}

function withoutTotal(row: PageRow): RecordRow {
  (row as { total?: number }).total = undefined as never;
  return row;
}

const pinned = `SELECT ${recordColumns} FROM content c WHERE c.kind = $1 AND c.status = 'publish' AND c.sticky AND c.id <> ALL($2::int[])
  ORDER BY c.date_local DESC, c.id DESC`;

async function withStickyOnTop(site: Site, query: ContentQuery, nodes: ContentRecord[]): Promise<ContentRecord[]> {
  const excluded = new Set(query.exclude ?? []);
  const isPinned = (node: ContentRecord) => node.sticky && !excluded.has(node.id);
  const skip = [...excluded, ...nodes.filter(isPinned).map((node) => node.id)];
  const rows = await site.db.sql<RecordRow>(pinned, [query.kind, skip], 'sticky_contents');
  const now = utcNow();
  const added = rows.map((row) => recordOf(row, now));
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
 * One page of content, every row of the query whoever asks; callers drop what they may not show (core-rest.md 4.8, 7.8). One statement, a
 * second one only for sticky content on top. Throws `rest_post_invalid_page_number` beyond the last page; an offset beyond the end
 * answers nothing with total 0.
 */
export async function loadContentPage(site: Site, query: ContentQuery): Promise<ContentPage> {
  await settleDueContent(site);
  const hasOffset = query.offset !== undefined && query.offset !== null;
  if (hasOffset && (query.offset as number) < 0) return { total: 0, totalPages: 0, nodes: [] };
  const skip = hasOffset ? (query.offset as number) : (query.page - 1) * query.perPage;
  const found = await runPage(site, query, query.perPage, Math.min(skip, 2_147_483_647));
  const total = hasOffset && found.nodes.length === 0 ? 0 : found.total;
  const totalPages = Math.ceil(total / query.perPage);
  if (total > 0 && query.page > totalPages) {
    throw invalid('rest_post_invalid_page_number', 'The page number requested is larger than the number of pages available.');
  }
  return { total, totalPages, nodes: putsStickyOnTop(query) ? await withStickyOnTop(site, query, found.nodes) : found.nodes };
}
