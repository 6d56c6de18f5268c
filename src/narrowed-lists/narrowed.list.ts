import type { Viewer } from '../auth/viewer.ts';
import type { ContentPage } from '../content/content.list.ts';
import type { ContentQuery } from '../content/list.query.ts';
import { checkOrder } from '../content/list.service.ts';
import { conditionsOf, orderOf, Parameters, searchOf } from '../content/list.sql.ts';
import { foundRows, recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import { invalid } from '../core/failure.ts';
import type { Site } from '../site.ts';

/** Conditions of a kind's own on the content row `c`; `p.add` answers the placeholder of a value. */
export type Narrowing = (p: Pick<Parameters, 'add'>) => string[];

/** Content by what it stands below; 0 = nothing. */
export interface ParentConditions {
  parents?: readonly number[] | undefined;
  excludedParents?: readonly number[] | undefined;
}

/** The conditions on the parent; the list's own knows no 0. */
export function parentConditions({ parents, excludedParents }: ParentConditions, p: Pick<Parameters, 'add'>): string[] {
  const below = (ids: readonly number[]) => `COALESCE(c.parent_id, 0) = ANY(${p.add(ids)}::int[])`;
  return [
    ...(parents?.length ? [parents.includes(0) ? below(parents) : `c.parent_id = ANY(${p.add(parents)}::int[])`] : []),
    ...(excludedParents?.length ? [`NOT ${below(excludedParents)}`] : []),
  ];
}

const names = new StatementNames('narrowed_page');

/** Ids and total by an index first, then these few rows; an empty page still answers one row, which holds the total. */
function statementOf(query: ContentQuery, narrow: Narrowing, skip: number): { text: string; values: unknown[] } {
  const p = new Parameters();
  const terms = searchOf(query);
  const where = [conditionsOf(query, terms, p), ...narrow(p)].join(' AND ');
  const order = orderOf(query, terms, p);
  const text = `WITH found AS (SELECT c.id FROM content c WHERE ${where} ORDER BY ${order} LIMIT ${p.add(query.perPage)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM content c WHERE ${where})
    SELECT counted.total, ${recordColumns} FROM counted LEFT JOIN (${foundRows}) ON true ORDER BY ${order}`;
  return { text, values: p.values };
}

/**
 * One page of a kind of content with conditions of its own, whoever asks: callers drop what they may not show. Pages, totals and refusals are
 * those of the list of posts (core-rest.md 4.8, 7.8); one statement.
 */
export async function loadNarrowedPage(site: Site, viewer: Viewer, query: ContentQuery, narrow: Narrowing): Promise<ContentPage> {
  checkOrder(query);
  await settleDueContent(site);
  const { page, perPage, offset } = query;
  const hasOffset = offset !== undefined && offset !== null;
  if (hasOffset && offset < 0) return { total: 0, totalPages: 0, nodes: [] };
  const skip = Math.min(hasOffset ? offset : (page - 1) * perPage, 2_147_483_647);
  const { text, values } = statementOf({ ...query, searchesProtected: viewer.signedIn }, narrow, skip);
  const rows = await site.db.sql<RecordRow & { total?: number }>(text, values, names.of(text));
  const found = rows[0]?.total ?? 0;
  const now = utcNow();
  const nodes = rows.filter((row) => row.id !== null).map(({ total: _total, ...row }) => recordOf(row, now));
  const total = hasOffset && nodes.length === 0 ? 0 : found;
  const totalPages = Math.ceil(total / perPage);
  if (total > 0 && page > totalPages)
    throw invalid('rest_post_invalid_page_number', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes };
}
