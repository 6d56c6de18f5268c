import type { ContentQuery, TermCondition } from './list.query.ts';
import { containing, type SearchTerms, splitSearch } from './search.rules.ts';

/** Collects the parameters of a statement: `add` answers the placeholder to write. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

const columnNumber = { title: 1, excerpt: 2, content: 3 } as const;
const part = (column: keyof typeof columnNumber) => `split_part(c.search_text, chr(1), ${columnNumber[column]})`;

function searchConditions(query: ContentQuery, terms: SearchTerms, p: Parameters): string[] {
  const columns = query.searchColumns?.length ? query.searchColumns : null;
  const occurs = (term: string): string => {
    if (query.isExactSearch) {
      const value = p.add(term);
      return `(${(columns ?? (['title', 'excerpt', 'content'] as const)).map((column) => `${part(column)} = ${value}`).join(' OR ')})`;
    }
    const pattern = p.add(containing(term));
    return columns ? `(${columns.map((column) => `${part(column)} LIKE ${pattern}`).join(' OR ')})` : `c.search_text LIKE ${pattern}`;
  };
  return [
    ...terms.wanted.map(occurs),
    ...terms.excluded.map((term) => `NOT ${occurs(term)}`),
    ...(query.searchesProtected ? [] : [`c.password = ''`]),
  ];
}

/** Ids of the terms a condition names, with their descendants where these count. */
function termIds({ taxonomy, includeChildren }: TermCondition, ids: readonly number[], p: Parameters): string {
  const named = `SELECT id FROM term WHERE taxonomy = ${p.add(taxonomy)} AND id = ANY(${p.add(ids)}::int[])`;
  return includeChildren
    ? `WITH RECURSIVE named AS (${named} UNION SELECT below.id FROM term below JOIN named ON below.parent_id = named.id) SELECT id FROM named`
    : named;
}

function termCondition(condition: TermCondition, p: Parameters): string {
  const carries = (ids: readonly number[]) => `c.id IN (SELECT content_id FROM content_term WHERE term_id IN (${termIds(condition, ids, p)}))`;
  if (condition.isExcluding) return `NOT ${carries(condition.ids)}`;
  return condition.operator === 'and' ? condition.ids.map((id) => carries([id])).join(' AND ') : carries(condition.ids);
}

function termConditions({ terms = [], termRelation }: ContentQuery, p: Parameters): string[] {
  const conditions = terms.filter((one) => one.ids.length > 0).map((one) => `(${termCondition(one, p)})`);
  return termRelation === 'or' && conditions.length > 1 ? [`(${conditions.join(' OR ')})`] : conditions;
}

/** The conditions of a list on the row `c`, joined by AND. */
export function conditionsOf(query: ContentQuery, terms: SearchTerms | null, p: Parameters): string {
  const [only, ...further] = query.statuses;
  const all = [
    `c.kind = ${p.add(query.kind)}`,
    // A single status by equality: the order of the index then is the order of the list.
    further.length === 0 ? `c.status = ${p.add(only ?? '')}` : `c.status = ANY(${p.add(query.statuses)}::text[])`,
    ...(terms ? searchConditions(query, terms, p) : []),
    ...termConditions(query, p),
  ];
  const anyOf = (column: string, values: readonly unknown[] | undefined, type: string) => {
    if (values?.length) all.push(`${column} = ANY(${p.add(values)}::${type}[])`);
  };
  anyOf('c.id', query.include, 'int');
  anyOf('c.slug', query.slugs, 'text');
  anyOf('c.author_id', query.authors, 'int');
  anyOf('c.parent_id', query.parents, 'int');
  anyOf('c.format', query.formats, 'text');
  if (query.exclude?.length) all.push(`c.id <> ALL(${p.add(query.exclude)}::int[])`);
  if (query.excludedAuthors?.length) all.push(`(c.author_id IS NULL OR c.author_id <> ALL(${p.add(query.excludedAuthors)}::int[]))`);
  if (query.after !== undefined) all.push(`c.date_local > ${p.add(query.after)}::timestamp`);
  if (query.before !== undefined) all.push(`c.date_local < ${p.add(query.before)}::timestamp`);
  if (query.modifiedAfter !== undefined) all.push(`c.modified_local > ${p.add(query.modifiedAfter)}::timestamp`);
  if (query.modifiedBefore !== undefined) all.push(`c.modified_local < ${p.add(query.modifiedBefore)}::timestamp`);
  if (query.sticky !== undefined) all.push(query.sticky ? 'c.sticky' : 'NOT c.sticky');
  return all.join(' AND ');
}

/** Rank of a row for `relevance`, best first: matches in the title before those in the excerpt, these before the text. */
function relevance(terms: SearchTerms, p: Parameters): string {
  const inTitle = (pattern: string) => `${part('title')} LIKE ${pattern}`;
  const patterns = terms.wanted.map((term) => p.add(containing(term)));
  if (patterns.length <= 1) return `CASE WHEN ${inTitle(patterns[0] ?? p.add(containing(terms.sentence)))} THEN 0 ELSE 1 END`;
  const sentence = p.add(containing(terms.sentence));
  return `CASE WHEN ${inTitle(sentence)} THEN 1 WHEN ${patterns.map(inTitle).join(' AND ')} THEN 2 WHEN ${patterns.map(inTitle).join(' OR ')} THEN 3
    WHEN ${part('excerpt')} LIKE ${sentence} THEN 4 WHEN ${part('content')} LIKE ${sentence} THEN 5 ELSE 6 END`;
}

const columns = {
  author: 'c.author_id', date: 'c.date_local', modified: 'c.modified_local', title: 'c.sort_title', slug: 'c.slug', parent: 'c.parent_id', menu_order: 'c.menu_order',
} as const;

/** The ORDER BY list of a query; equal rows follow their ids in the same direction. */
export function orderOf(query: ContentQuery, terms: SearchTerms | null, p: Parameters): string {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const { orderBy } = query;
  if (orderBy === 'id') return `c.id ${direction}`;
  if (orderBy === 'include') return `array_position(${p.add(query.include ?? [])}::int[], c.id), c.id`;
  if (orderBy === 'include_slugs') return `array_position(${p.add(query.slugs ?? [])}::text[], c.slug), c.id`;
  if (orderBy === 'relevance') return `${terms ? relevance(terms, p) : '1'}, c.date_local ${direction}, c.id ${direction}`;
  return `${columns[orderBy]} ${direction}, c.id ${direction}`;
}

/** The search of a query, split; null when it asks for none. */
export function searchOf(query: ContentQuery): SearchTerms | null {
  return query.search !== undefined && query.search.trim() !== '' ? splitSearch(query.search) : null;
}
