import { linkOf } from '../content/permalinks.ts';
import { isKind, kindOf } from '../content/kinds.ts';
import { type ContentRecord, recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import { renderedTitle } from '../content/rendering.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { containing, splitSearch } from '../content/search.rules.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import { invalidArguments } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { category, tag } from '../terms/taxonomies.ts';
import { termColumns, termLink, type TermRecord } from '../terms/term.record.ts';

export type SearchType = 'post' | 'term' | 'post-format';

/** What a search asks for. */
export interface SearchQuery {
  type: SearchType;
  /** Names of content types or taxonomies; `any` or none = all that can be found. */
  subtypes?: readonly string[] | undefined;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
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

export interface SearchPage {
  total: number;
  totalPages: number;
  nodes: SearchResult[];
}

const searchableKinds = ['post', 'page', 'event'];
const searchableTaxonomies = [category.name, tag.name];
const contentNames = new StatementNames('search_contents');
const termNames = new StatementNames('search_terms');

/** Stored names by published ones. */
function subtypesOf(type: SearchType): Map<string, string> {
  if (type === 'post') return new Map(searchableKinds.filter(isKind).map((name) => [kindOf(name).typeName, name]));
  return new Map(type === 'term' ? searchableTaxonomies.map((name) => [name, name]) : []);
}

/** The stored names asked for. Throws `rest_invalid_param` for one that the type does not have. */
function wantedSubtypes({ type, subtypes }: SearchQuery): string[] {
  const known = subtypesOf(type);
  const asked = subtypes?.filter((name) => name !== '') ?? [];
  if (asked.length === 0 || asked.includes('any')) return [...known.values()];
  return asked.map((name) => {
    const stored = known.get(name);
    if (stored === undefined)
      throw invalidArguments({
        subtypes: { code: 'rest_not_in_enum', message: `subtype is not one of ${['any', ...known.keys()].join(', ')}.` },
      });
    return stored;
  });
}

interface Statement {
  text: string;
  values: unknown[];
}

/** One page of rows with the total, by an index first. */
function paged(query: SearchQuery, from: { table: string; columns: string; where: string[]; order: string }, values: unknown[]): Statement {
  const add = (value: unknown) => `$${values.push(value)}`;
  const { table, columns, where, order } = from;
  if (query.include?.length) where.push(`${table[0]}.id = ANY(${add(query.include)}::int[])`);
  if (query.exclude?.length) where.push(`${table[0]}.id <> ALL(${add(query.exclude)}::int[])`);
  const conditions = where.join(' AND ');
  const source = `${table} ${table[0]}`;
  const skip = Math.min((query.page - 1) * query.perPage, 2_147_483_647);
  const text = `WITH found AS (SELECT ${table[0]}.id AS found_id, row_number() OVER (ORDER BY ${order}) AS place FROM ${source} WHERE ${conditions}
      ORDER BY ${order} LIMIT ${add(query.perPage)}::int OFFSET ${add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${source} WHERE ${conditions})
    SELECT counted.total, ${columns} FROM counted LEFT JOIN (found JOIN ${source} ON ${table[0]}.id = found.found_id) ON true ORDER BY found.place`;
  return { text, values };
}

function contentStatement(query: SearchQuery, kinds: readonly string[]): Statement {
  const values: unknown[] = [kinds];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = [`c.kind = ANY($1::text[])`, `c.status = 'publish'`];
  let rank = '';
  if (query.search?.trim()) {
    const terms = splitSearch(query.search);
    where.push(`c.password = ''`);
    for (const term of terms.wanted) where.push(`c.search_text LIKE ${add(containing(term))}`);
    for (const term of terms.excluded) where.push(`c.search_text NOT LIKE ${add(containing(term))}`);
    rank = `(split_part(c.search_text, chr(1), 1) LIKE ${add(containing(terms.sentence))}) DESC, `;
  }
  return paged(query, { table: 'content', columns: recordColumns, where, order: `${rank}c.date_local DESC, c.id DESC` }, values);
}

function termStatement(query: SearchQuery, taxonomies: readonly string[]): Statement {
  const values: unknown[] = [taxonomies];
  const where = ['t.taxonomy = ANY($1::text[])'];
  if (query.search?.trim()) {
    values.push(containing(query.search.trim().toLowerCase()));
    where.push(`(lower(t.name) LIKE $${values.length} OR t.slug LIKE $${values.length})`);
  }
  return paged(query, { table: 'term', columns: termColumns, where, order: 't.sort_name, t.id' }, values);
}

const inPages = (query: SearchQuery, total: number, nodes: SearchResult[]): SearchPage => ({
  total,
  totalPages: Math.ceil(total / query.perPage),
  nodes,
});

function contentResult(site: Site, content: ContentRecord): SearchResult {
  const title = renderedTitle({ ...content, title: content.title || '(no title)' });
  return { id: content.id, title, url: linkOf(site, content), type: 'post', subtype: kindOf(content.kind).typeName };
}

/**
 * What everybody may find: published content, or terms. Words are searched as in lists of posts; titles that hold the text come first. Content
 * behind a password is not found by its text. One statement. Throws `rest_invalid_param` for a subtype that the type does not have.
 */
export async function searchSite(site: Site, query: SearchQuery): Promise<SearchPage> {
  const wanted = wantedSubtypes(query);
  if (wanted.length === 0) return inPages(query, 0, []);
  if (query.type === 'term') {
    const { text, values } = termStatement(query, wanted);
    const rows = await site.db.sql<TermRecord & { total: number }>(text, values, termNames.of(text));
    const found = rows.filter((row) => row.id !== null);
    return inPages(
      query,
      rows[0]?.total ?? 0,
      found.map((term) => ({ id: term.id, title: term.name, url: termLink(site, term), type: 'term', subtype: term.taxonomy })),
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
