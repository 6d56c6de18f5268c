import { type Page, getPageOffset } from '#app/core/db/page.ts';
import { refreshDueContent, withDueContent } from '../due-content.ts';
import { buildPermalink } from '../permalinks.ts';
import { getKind } from '../kinds.ts';
import { type ContentRecord, recordColumns } from '../record.ts';
import { renderContentTitle } from '../rendering.ts';
import { withTotal } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { OrderKey } from '#app/core/db/lists/keyset.ts';
import { createCountExpression, createIdSelect, type UnionBranches } from '#app/core/db/lists/union-branches.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { escapeOutsideTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { type ContentFormat, findFormats, getFormatName, buildFormatPath } from './formats.ts';
import {
  buildContentConditions,
  buildContentKeys,
  type SearchType,
  type SearchOptions,
  buildTermConditions,
  termKeys,
  getRequestedSubtypes,
} from './search.conditions.ts';
import { termColumns, buildTermLink, type TermRecord } from '../terms/term.record.ts';

/** Filters and page of a search. */
export interface SearchQuery extends SearchOptions {
  page: number;
  perPage: number;
}

/** One search result. */
export interface SearchResult {
  /** 0 for a format, which `subtype` identifies. */
  id: number;
  title: string;
  url: string;
  type: SearchType;
  subtype: string;
}

const buildExamples = (type: SearchType): SearchQuery[] => [
  { type, page: 1, perPage: 10 },
  { type, page: 1, perPage: 10, search: 'a -b', include: [1], exclude: [2] },
  { type, page: 1, perPage: 10, search: 'a', searchesVenues: true },
];
const contentPages = new StatementFamily('search_contents', withTotal(recordColumns), ({ db }: Site) =>
  buildExamples('post').map((query) => buildContentStatement(db, query, ['post']).text),
);
const termPages = new StatementFamily('search_terms', withTotal(termColumns), () =>
  buildExamples('term').map((query) => buildTermStatement(query, ['category']).text),
);

interface Statement {
  text: string;
  values: unknown[];
}

/** Builds a statement for one page of rows with the total. The statement first finds the IDs with an index. */
function buildPageStatement(
  query: SearchQuery,
  {
    source,
    alias,
    columns,
    where,
    keys,
  }: { source: string; alias: string; columns: string; where: UnionBranches; keys: readonly OrderKey[] },
  values: unknown[],
): Statement {
  const add = (value: unknown) => `$${values.push(value)}`;
  const skipped = getPageOffset(query);
  const [limit, offset] = [`${add(query.perPage)}::int`, `${add(skipped)}::int`];
  const ids = createIdSelect({ table: source, id: `${alias}.id`, as: 'found_id', where, keys, limit, offset, isPlaced: true });
  const text = `WITH found AS (${ids}),
    counted AS (SELECT ${createCountExpression({ table: source, where })} AS total)
    SELECT counted.total, ${columns} FROM counted LEFT JOIN (found JOIN ${source} ON ${alias}.id = found.found_id) ON true ORDER BY found.place`;
  return { text, values };
}

function buildContentStatement(db: Site['db'], query: SearchQuery, kinds: readonly string[]): Statement {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = withDueContent(db, add, (status) => buildContentConditions(query, kinds, add, status));
  return buildPageStatement(
    query,
    { source: 'content c', alias: 'c', columns: recordColumns.list, where, keys: buildContentKeys(query, add) },
    values,
  );
}

function buildTermStatement(query: SearchQuery, taxonomies: readonly string[]): Statement {
  const values: unknown[] = [];
  const where = buildTermConditions(query, taxonomies, (value) => `$${values.push(value)}`);
  return buildPageStatement(query, { source: 'term t', alias: 't', columns: termColumns.list, where, keys: termKeys }, values);
}

/** Returns the page with the totals. Throws `page_out_of_range` beyond the last page. */
function toPage(query: SearchQuery, total: number, nodes: SearchResult[]): Page<SearchResult> {
  const totalPages = Math.ceil(total / query.perPage);
  if (total > 0 && query.page > totalPages)
    throw invalid('page_out_of_range', 'The page number requested is larger than the number of pages available.');
  return { total, totalPages, nodes };
}

/** Converts content to a search result. */
export function toContentResult(site: Site, content: ContentRecord): SearchResult {
  return {
    id: content.id,
    title: renderContentTitle(content),
    url: buildPermalink(site, content),
    type: 'post',
    subtype: getKind(content.kind).typeName,
  };
}

/** Converts a term to a search result. */
export function toTermResult(site: Site, term: TermRecord): SearchResult {
  return { id: term.id, title: escapeOutsideTags(term.name), url: buildTermLink(site, term), type: 'term', subtype: term.taxonomy };
}

/** Converts a post format to a search result. */
export function toFormatResult(site: Site, format: ContentFormat): SearchResult {
  return {
    id: 0,
    title: getFormatName(site, format),
    url: site.config.siteUrl + buildFormatPath(format),
    type: 'post-format',
    subtype: format,
  };
}

/**
 * Searches public content, terms, or post formats. Splits the search into words like lists of posts, and returns matches in titles first. Does not
 * find content with a password. Uses one statement. Throws `invalid_arguments` for an unknown subtype, and `page_out_of_range` beyond the last page.
 */
export async function searchSite(site: Site, query: SearchQuery): Promise<Page<SearchResult>> {
  const subtypes = getRequestedSubtypes(query);
  if (query.type === 'post-format') {
    const formats = await findFormats(site, query.search);
    const nodes = formats.slice(getPageOffset(query), getPageOffset(query) + query.perPage);
    return toPage(
      query,
      formats.length,
      nodes.map((format) => toFormatResult(site, format)),
    );
  }
  if (query.type === 'term') {
    const { text, values } = buildTermStatement(query, subtypes);
    const rows = await site.db.rows(termPages.createStatement(text), values);
    return toPage(
      query,
      rows[0]?.total ?? 0,
      rows.flatMap(({ node }) => (node ? [toTermResult(site, node)] : [])),
    );
  }
  const { total, nodes } = await searchContent(site, query, subtypes);
  return toPage(
    query,
    total,
    nodes.map((content) => toContentResult(site, content)),
  );
}

/** Returns one page of public content of these kinds, best matches first. Uses one statement. */
export async function searchContent(
  site: Site,
  query: SearchQuery,
  kinds: readonly string[],
): Promise<Pick<Page<ContentRecord>, 'total' | 'nodes'>> {
  await refreshDueContent(site.db);
  const { text, values } = buildContentStatement(site.db, query, kinds);
  const rows = await site.db.rows(contentPages.createStatement(text), values);
  return { total: rows[0]?.total ?? 0, nodes: rows.flatMap(({ node }) => node ?? []) };
}
