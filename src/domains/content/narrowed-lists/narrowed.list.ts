import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentPage, type Narrowing, pageStatement } from '../content.list.ts';
import { noticeDueContent } from '../due.ts';
import { contentExamples } from '../list.examples.ts';
import type { ContentQuery } from '../list.query.ts';
import { checkOrder } from '../list.service.ts';
import { searchedBy } from '../searched-by.ts';
import type { Adding } from '../list.sql.ts';
import { type ContentRecord, recordColumns } from '../record.ts';
import { type Counted, counted } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { rowsBefore } from '#app/core/db/page.ts';
import type { Site } from '#app/site.ts';

/** Content by what it stands below; 0 = nothing. */
export interface ParentConditions {
  parents?: readonly number[] | undefined;
  excludedParents?: readonly number[] | undefined;
}

/** The conditions on the parent; the list's own knows no 0. */
export function parentConditions({ parents, excludedParents }: ParentConditions, p: Adding): string[] {
  const below = (ids: readonly number[]) => `COALESCE(c.parent_id, 0) = ANY(${p.add(ids)}::int[])`;
  return [
    ...(parents?.length ? [parents.includes(0) ? below(parents) : `c.parent_id = ANY(${p.add(parents)}::int[])`] : []),
    ...(excludedParents?.length ? [`NOT ${below(excludedParents)}`] : []),
  ];
}

/** Reads one page of a list that narrows by wishes of its own. */
export type LoadNarrowedPage<Wish> = (site: Site, viewer: Viewer, query: ContentQuery, wish: Wish) => Promise<ContentPage>;

/**
 * A list of a kind of content with conditions of its own; the examples hold all of them. It returns one page, regardless of the caller: callers drop what
 * they may not show. Pages, totals and refusals are those of the list of posts (core-rest.md 4.8, 7.8); one statement.
 */
export function narrowedList<Wish extends object>(
  name: string,
  conditions: (wish: Wish, p: Adding) => string[],
  examples: readonly NoInfer<Wish>[],
): LoadNarrowedPage<Wish> {
  const pages = new StatementFamily(name, counted(recordColumns), ({ db }) =>
    examples.map((wish) => {
      const query = contentExamples[0] as ContentQuery;
      return pageStatement(db, query, { limit: 10, skip: 0, narrow: (p) => conditions(wish, p) }).text;
    }),
  );
  return (site, viewer, query, wish) => pageOf(site, viewer, query, { pages, narrow: (p) => conditions(wish, p) });
}

async function pageOf(
  site: Site,
  viewer: Viewer,
  query: ContentQuery,
  { pages, narrow }: { pages: StatementFamily<Counted<ContentRecord>>; narrow: Narrowing },
): Promise<ContentPage> {
  checkOrder(query);
  await noticeDueContent(site.db);
  const { page, perPage, offset } = query;
  const hasOffset = offset !== undefined && offset !== null;
  if (hasOffset && offset < 0) return { total: 0, totalPages: 0, nodes: [] };
  const skip = rowsBefore(query);
  const { text, values } = pageStatement(site.db, searchedBy(viewer, query), { limit: perPage, skip, narrow });
  const rows = await site.db.rows(pages.of(text), values);
  const found = rows[0]?.total ?? 0;
  const nodes = rows.flatMap(({ node }) => node ?? []);
  const total = hasOffset && nodes.length === 0 ? 0 : found;
  const totalPages = Math.ceil(total / perPage);
  if (total > 0 && page > totalPages)
    throw invalid('page_out_of_range', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes };
}
