import type { Page } from '../core/page.ts';
import { linkOf } from '../content/permalinks.ts';
import { kindOf } from '../content/kinds.ts';
import { type ContentRecord, recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import { renderedTitle } from '../content/rendering.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Site } from '../site.ts';
import { contentConditions, type SearchType, type SearchWish, termConditions, titleRank, wantedSubtypes } from './search.conditions.ts';
import { termColumns, termLink, type TermRecord } from '../terms/term.record.ts';

/** What a search asks for. */
export interface SearchQuery extends SearchWish {
  page: number;
  perPage: number;
}

/** Something found, as links to it are made. */
export interface SearchResult {
  id: number;
  title: string;
  url: string;
  type: SearchType;
  subtype: string;
}

const contentNames = new StatementNames('search_contents');
const termNames = new StatementNames('search_terms');

interface Statement {
  text: string;
  values: unknown[];
}

/** One page of rows with the total, by an index first. */
function paged(
  query: SearchQuery,
  { source, alias, columns, where, order }: { source: string; alias: string; columns: string; where: string; order: string },
  values: unknown[],
): Statement {
  const add = (value: unknown) => `$${values.push(value)}`;
  const skip = Math.min((query.page - 1) * query.perPage, 2_147_483_647);
  const text = `WITH found AS (SELECT ${alias}.id AS found_id, row_number() OVER (ORDER BY ${order}) AS place FROM ${source} WHERE ${where}
      ORDER BY ${order} LIMIT ${add(query.perPage)}::int OFFSET ${add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${source} WHERE ${where})
    SELECT counted.total, ${columns} FROM counted LEFT JOIN (found JOIN ${source} ON ${alias}.id = found.found_id) ON true ORDER BY found.place`;
  return { text, values };
}

function contentStatement(query: SearchQuery, kinds: readonly string[]): Statement {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = contentConditions(query, kinds, add);
  const rank = titleRank(query, add);
  const order = `${rank === null ? '' : `${rank}, `}c.date_local DESC, c.id DESC`;
  return paged(query, { source: 'content c', alias: 'c', columns: recordColumns, where, order }, values);
}

function termStatement(query: SearchQuery, taxonomies: readonly string[]): Statement {
  const values: unknown[] = [];
  const where = termConditions(query, taxonomies, (value) => `$${values.push(value)}`);
  return paged(query, { source: 'term t', alias: 't', columns: termColumns, where, order: 't.sort_name, t.id' }, values);
}

const inPages = (query: SearchQuery, total: number, nodes: SearchResult[]): Page<SearchResult> => ({
  total,
  totalPages: Math.ceil(total / query.perPage),
  nodes,
});

/** Content as a link to it is made. */
export function contentResult(site: Site, content: ContentRecord): SearchResult {
  const title = renderedTitle({ ...content, title: content.title || '(no title)' });
  return { id: content.id, title, url: linkOf(site, content), type: 'post', subtype: kindOf(content.kind).typeName };
}

/** A term as a link to it is made. */
export function termResult(site: Site, term: TermRecord): SearchResult {
  return { id: term.id, title: term.name, url: termLink(site, term), type: 'term', subtype: term.taxonomy };
}

/**
 * What everybody may find: published content, or terms. Words are searched as in lists of posts; titles that hold the text come first. Content
 * behind a password is not found by its text. One statement. Throws `rest_invalid_param` for a subtype that the type does not have.
 */
export async function searchSite(site: Site, query: SearchQuery): Promise<Page<SearchResult>> {
  const wanted = wantedSubtypes(query);
  if (wanted.length === 0) return inPages(query, 0, []);
  if (query.type === 'term') {
    const { text, values } = termStatement(query, wanted);
    const rows = await site.db.sql<TermRecord & { total: number }>(text, values, termNames.of(text));
    const found = rows.filter((row) => row.id !== null);
    return inPages(
      query,
      rows[0]?.total ?? 0,
      found.map((term) => termResult(site, term)),
    );
  }
  await settleDueContent(site);
  const { text, values } = contentStatement(query, wanted);
  const rows = await site.db.sql<RecordRow & { total: number }>(text, values, contentNames.of(text));
  const now = utcNow();
  const found = rows.filter((row) => row.id !== null).map(({ total: _total, ...row }) => recordOf(row, now));
  return inPages(
    query,
    rows[0]?.total ?? 0,
    found.map((content) => contentResult(site, content)),
  );
}
