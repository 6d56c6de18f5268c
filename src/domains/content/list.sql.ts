import type { OrderKey } from '#app/core/db/keyset.ts';
import type { ContentConditions, ContentQuery, TermCondition } from './list.query.ts';
import { containing, type SearchTerms, splitSearch } from './search.rules.ts';

/** Where conditions put their parameters: `add` returns the placeholder to write. */
export type Adding = Pick<Parameters, 'add'>;

/** Collects the parameters of a statement: `add` returns the placeholder to write. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

const columnNumber = { title: 1, excerpt: 2, content: 3 } as const;
const part = (column: keyof typeof columnNumber) => `split_part(c.search_text, chr(1), ${columnNumber[column]})`;

function searchConditions(query: ContentConditions, terms: SearchTerms, p: Adding): string[] {
  const columns = query.searchColumns?.length ? query.searchColumns : null;
  const { searchesProtected } = query;
  const author = typeof searchesProtected === 'object' ? p.add(searchesProtected.titlesUnlessBy) : null;
  const occurs = (term: string): string => {
    const pattern = p.add(containing(term));
    const anywhere = `c.search_text LIKE ${pattern}`;
    const fits = query.isExactSearch ? `= ${p.add(term)}` : `LIKE ${pattern}`;
    const inParts = (columns ?? (['title', 'excerpt', 'content'] as const)).map((column) => `${part(column)} ${fits}`).join(' OR ');
    const inTitle = !columns || columns.includes('title') ? `${part('title')} ${fits}` : 'false';
    const all = [
      // what is in a part is in the whole, and only the whole has an index
      anywhere,
      ...(columns || query.isExactSearch ? [`(${inParts})`] : []),
      // a match in a hidden text, or the lack of one, would reveal it
      ...(author === null ? [] : [`(c.password = '' OR c.author_id = ${author}::int OR ${inTitle})`]),
    ];
    return `(${all.join(' AND ')})`;
  };
  return [
    ...terms.wanted.map(occurs),
    ...terms.excluded.map((term) => `NOT ${occurs(term)}`),
    ...(searchesProtected ? [] : [`c.password = ''`]),
  ];
}

/** Ids of the terms a condition names, with their descendants where these count. */
function termIds({ taxonomy, includeChildren }: TermCondition, ids: readonly number[], p: Adding): string {
  const named = `SELECT id FROM term WHERE taxonomy = ${p.add(taxonomy)} AND id = ANY(${p.add(ids)}::int[])`;
  return includeChildren
    ? `WITH RECURSIVE named AS (${named} UNION SELECT below.id FROM term below JOIN named ON below.parent_id = named.id) SELECT id FROM named`
    : named;
}

function termCondition(condition: TermCondition, p: Adding): string {
  const carries = (ids: readonly number[]) =>
    `c.id IN (SELECT content_id FROM content_term WHERE term_id IN (${termIds(condition, ids, p)}))`;
  if (condition.isExcluding) return `NOT ${carries(condition.ids)}`;
  return condition.operator === 'and' ? condition.ids.map((id) => carries([id])).join(' AND ') : carries(condition.ids);
}

function termConditions({ terms = [], termRelation }: ContentConditions, p: Adding): string[] {
  const conditions = terms.filter((one) => one.ids.length > 0).map((one) => `(${termCondition(one, p)})`);
  return termRelation === 'or' && conditions.length > 1 ? [`(${conditions.join(' OR ')})`] : conditions;
}

function statusCondition({ statuses, ownStatuses }: ContentConditions, p: Adding, status: string): string {
  // A single status by equality: the order of the index then is the order of the list.
  const oneOf = (words: readonly string[]) =>
    words.length <= 1 ? `${status} = ${p.add(words[0] ?? '')}` : `${status} = ANY(${p.add(words)}::text[])`;
  if (!ownStatuses?.statuses.length) return oneOf(statuses);
  const own = `c.author_id = ${p.add(ownStatuses.authorId)} AND ${oneOf(ownStatuses.statuses)}`;
  return statuses.length === 0 ? own : `(${oneOf(statuses)} OR (${own}))`;
}

/** The conditions of a list on the row `c`, joined by AND; `status` is the expression of its status. */
export function conditionsOf(query: ContentConditions, terms: SearchTerms | null, p: Adding, status = 'c.status'): string {
  const all = [
    `c.kind = ${p.add(query.kind)}`,
    statusCondition(query, p, status),
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
  // who names the ids that may come has named those that may not (core-rest.md 7.8)
  if (query.exclude?.length && !query.include?.length) all.push(`c.id <> ALL(${p.add(query.exclude)}::int[])`);
  if (query.excludedAuthors?.length) all.push(`(c.author_id IS NULL OR c.author_id <> ALL(${p.add(query.excludedAuthors)}::int[]))`);
  if (query.after !== undefined) all.push(`c.date_local > ${p.add(query.after)}::timestamp`);
  if (query.before !== undefined) all.push(`c.date_local < ${p.add(query.before)}::timestamp`);
  if (query.modifiedAfter !== undefined) all.push(`c.modified_local > ${p.add(query.modifiedAfter)}::timestamp`);
  if (query.modifiedBefore !== undefined) all.push(`c.modified_local < ${p.add(query.modifiedBefore)}::timestamp`);
  if (query.sticky !== undefined) all.push(query.sticky ? 'c.sticky' : 'NOT c.sticky');
  return all.join(' AND ');
}

/** Rank of a row for `relevance`, best first: matches in the title before those in the excerpt, these before the text. */
function relevance(terms: SearchTerms, p: Adding): string {
  const inTitle = (pattern: string) => `${part('title')} LIKE ${pattern}`;
  const patterns = terms.wanted.map((term) => p.add(containing(term)));
  if (patterns.length <= 1) return `CASE WHEN ${inTitle(patterns[0] ?? p.add(containing(terms.sentence)))} THEN 0 ELSE 1 END`;
  const sentence = p.add(containing(terms.sentence));
  return `CASE WHEN ${inTitle(sentence)} THEN 1 WHEN ${patterns.map(inTitle).join(' AND ')} THEN 2 WHEN ${patterns.map(inTitle).join(' OR ')} THEN 3
    WHEN ${part('excerpt')} LIKE ${sentence} THEN 4 WHEN ${part('content')} LIKE ${sentence} THEN 5 ELSE 6 END`;
}

const columns: Readonly<
  Record<Exclude<ContentQuery['orderBy'], 'id' | 'include' | 'include_slugs' | 'relevance'>, Omit<OrderKey, 'direction'>>
> = {
  author: { sql: 'c.author_id', type: 'int', isNullable: true },
  date: { sql: 'c.date_local', type: 'timestamp' },
  modified: { sql: 'c.modified_local', type: 'timestamp' },
  title: { sql: 'c.sort_title', type: 'text' },
  slug: { sql: 'c.slug', type: 'text' },
  parent: { sql: 'c.parent_id', type: 'int', isNullable: true },
  menu_order: { sql: 'c.menu_order', type: 'int' },
};

/** What the rows of a query are ordered by; equal rows follow their ids in the same direction. */
export function orderKeysOf(
  query: Pick<ContentQuery, 'orderBy' | 'order' | 'include' | 'slugs'>,
  terms: SearchTerms | null,
  p: Adding,
): OrderKey[] {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const id: OrderKey = { sql: 'c.id', type: 'int', direction };
  const { orderBy } = query;
  if (orderBy === 'id') return [id];
  if (orderBy === 'include')
    return [
      { sql: `array_position(${p.add(query.include ?? [])}::int[], c.id)`, type: 'int', direction: 'ASC' },
      { ...id, direction: 'ASC' },
    ];
  if (orderBy === 'include_slugs')
    return [
      { sql: `array_position(${p.add(query.slugs ?? [])}::text[], c.slug)`, type: 'int', direction: 'ASC', isNullable: true },
      { ...id, direction: 'ASC' },
    ];
  if (orderBy === 'relevance')
    return [
      ...(terms ? [{ sql: `(${relevance(terms, p)})`, type: 'int', direction: 'ASC' } as const] : []),
      { ...columns.date, direction },
      id,
    ];
  return [{ ...columns[orderBy], direction }, id];
}

/** The search of a query, split; null when it asks for none. */
export function searchOf(query: Pick<ContentQuery, 'search'>): SearchTerms | null {
  return query.search !== undefined && query.search.trim() !== '' ? splitSearch(query.search) : null;
}
