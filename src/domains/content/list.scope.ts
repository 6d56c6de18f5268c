import type { AddParameter, OrderKey } from '#app/core/db/lists/keyset.ts';
import { toLikePattern, type SearchTerms, splitSearch } from './search.rules.ts';

/** Condition on the terms of content. */
export interface TermCondition {
  taxonomy: string;
  ids: readonly number[];
  /** `and` requires all terms, `or` any of them. Default: `or`. */
  operator?: 'and' | 'or';
  /** True if descendants of a term also match. */
  includeChildren?: boolean;
  /** True if the content must have none of the terms. */
  isExcluding?: boolean;
}

/** Conditions of a list of content in addition to its filters. Statuses are those of the database, without `any`. */
export interface ContentScope {
  kind: string;
  statuses: readonly string[];
  /** Statuses in which this author's content is also listed. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
  search?: string | null | undefined;
  /** Columns to search. Default: all. */
  searchColumns?: readonly ('title' | 'excerpt' | 'content')[] | null | undefined;
  isExactSearch?: boolean | undefined;
  /** Returns an SQL condition for matches outside the texts, such as in a venue. An exact search ignores it. */
  occursElsewhere?: ((pattern: string) => string) | undefined;
  /**
   * Searched texts of content with a password: all texts, or only the title unless the content is by this author. If absent, the search does not
   * find such content.
   */
  searchesProtected?: 'texts' | { titlesUnlessBy: number } | undefined;
  terms?: readonly TermCondition[] | undefined;
  /** Combines the term conditions. Default: `and`. */
  termRelation?: 'and' | 'or' | undefined;
}

const partNumbers = { title: 1, excerpt: 2, content: 3 } as const;
const buildPartSql = (column: keyof typeof partNumbers) => `split_part(c.search_text, chr(1), ${partNumbers[column]})`;

function buildSearchConditions(query: ContentScope, terms: SearchTerms, add: AddParameter): string[] {
  const columns = query.searchColumns?.length ? query.searchColumns : null;
  const { searchesProtected } = query;
  const author = typeof searchesProtected === 'object' ? add(searchesProtected.titlesUnlessBy) : null;
  const buildTermMatch = (term: string): string => {
    const pattern = add(toLikePattern(term));
    const anywhere = `c.search_text LIKE ${pattern}`;
    const comparison = query.isExactSearch ? `= ${add(term)}` : `LIKE ${pattern}`;
    const inParts = (columns ?? (['title', 'excerpt', 'content'] as const))
      .map((column) => `${buildPartSql(column)} ${comparison}`)
      .join(' OR ');
    const inTitle = !columns || columns.includes('title') ? `${buildPartSql('title')} ${comparison}` : 'false';
    const conditions = [
      // redundant, but only this column has an index
      anywhere,
      ...(columns || query.isExactSearch ? [`(${inParts})`] : []),
      // a match in a protected text would reveal a part of it
      ...(author === null ? [] : [`(c.password = '' OR c.author_id = ${author}::int OR ${inTitle})`]),
    ];
    const inTexts = conditions.join(' AND ');
    return query.occursElsewhere && !query.isExactSearch ? `((${inTexts}) OR ${query.occursElsewhere(pattern)})` : `(${inTexts})`;
  };
  return [
    ...terms.required.map(buildTermMatch),
    ...terms.excluded.map((term) => `NOT ${buildTermMatch(term)}`),
    ...(searchesProtected ? [] : [`c.password = ''`]),
  ];
}

/** Returns SQL for the IDs of the terms of a condition, including descendants if requested. */
function buildTermIds({ taxonomy, includeChildren }: TermCondition, ids: readonly number[], add: AddParameter): string {
  const named = `SELECT id FROM term WHERE taxonomy = ${add(taxonomy)} AND id = ANY(${add(ids)}::int[])`;
  return includeChildren
    ? `WITH RECURSIVE named AS (${named} UNION SELECT below.id FROM term below JOIN named ON below.parent_id = named.id) SELECT id FROM named`
    : named;
}

function buildTermCondition(condition: TermCondition, add: AddParameter): string {
  const hasTerm = (ids: readonly number[]) =>
    `c.id IN (SELECT content_id FROM content_term WHERE term_id IN (${buildTermIds(condition, ids, add)}))`;
  if (condition.isExcluding) return `NOT ${hasTerm(condition.ids)}`;
  return condition.operator === 'and' ? condition.ids.map((id) => hasTerm([id])).join(' AND ') : hasTerm(condition.ids);
}

function buildTermConditions({ terms = [], termRelation }: ContentScope, add: AddParameter): string[] {
  const conditions = terms.filter((condition) => condition.ids.length > 0).map((condition) => `(${buildTermCondition(condition, add)})`);
  return termRelation === 'or' && conditions.length > 1 ? [`(${conditions.join(' OR ')})`] : conditions;
}

function buildStatusCondition({ statuses, ownStatuses }: ContentScope, add: AddParameter, status: string): string {
  // equality for a single status, so that the index yields the rows in sort order
  const buildStatusMatch = (names: readonly string[]) =>
    names.length <= 1 ? `${status} = ${add(names[0] ?? '')}` : `${status} = ANY(${add(names)}::text[])`;
  if (!ownStatuses?.statuses.length) return buildStatusMatch(statuses);
  const ownCondition = `c.author_id = ${add(ownStatuses.authorId)} AND ${buildStatusMatch(ownStatuses.statuses)}`;
  return statuses.length === 0 ? ownCondition : `(${buildStatusMatch(statuses)} OR (${ownCondition}))`;
}

/** Returns the SQL conditions of the scope on the row `c`. `status` is the SQL expression of the row's status. */
export function buildContentScope(query: ContentScope, add: AddParameter, status: string): string[] {
  const terms = parseSearch(query);
  return [
    `c.kind = ${add(query.kind)}`,
    buildStatusCondition(query, add, status),
    ...(terms ? buildSearchConditions(query, terms, add) : []),
    ...buildTermConditions(query, add),
  ];
}

/** Returns the SQL rank for `relevance`, lowest is best: matches in the title, then in the excerpt, then in the text. */
function buildRelevance(terms: SearchTerms, add: AddParameter): string {
  const inTitle = (pattern: string) => `${buildPartSql('title')} LIKE ${pattern}`;
  const patterns = terms.required.map((term) => add(toLikePattern(term)));
  if (patterns.length <= 1) return `CASE WHEN ${inTitle(patterns[0] ?? add(toLikePattern(terms.sentence)))} THEN 0 ELSE 1 END`;
  const sentence = add(toLikePattern(terms.sentence));
  return `CASE WHEN ${inTitle(sentence)} THEN 1 WHEN ${patterns.map(inTitle).join(' AND ')} THEN 2 WHEN ${patterns.map(inTitle).join(' OR ')} THEN 3
    WHEN ${buildPartSql('excerpt')} LIKE ${sentence} THEN 4 WHEN ${buildPartSql('content')} LIKE ${sentence} THEN 5 ELSE 6 END`;
}

/** Returns the sort order of `relevance`. Equal rows are sorted by date. */
export function orderByRelevance(query: Pick<ContentScope, 'search'>, add: AddParameter, id: OrderKey): OrderKey[] {
  const terms = parseSearch(query);
  return [
    ...(terms ? [{ sql: `(${buildRelevance(terms, add)})`, type: 'int', direction: 'ASC' } as const] : []),
    { sql: 'c.date_local', type: 'timestamp', direction: id.direction },
    id,
  ];
}

/** Returns the search terms of a query, or null if it has no search. */
export function parseSearch(query: Pick<ContentScope, 'search'>): SearchTerms | null {
  return query.search?.trim() ? splitSearch(query.search) : null;
}
