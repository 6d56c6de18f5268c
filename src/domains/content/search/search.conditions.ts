import { isKind, getKind } from '../kinds.ts';
import { toLikePattern, splitSearch } from '../search.rules.ts';
import type { AddParameter, OrderKey } from '#app/core/db/lists/keyset.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { category, tag } from '../terms/taxonomies.ts';

/** Types of search results. */
export type SearchType = 'post' | 'term' | 'post-format';

/** Filters of a search, without paging. */
export interface SearchOptions {
  type: SearchType;
  /** Names of content types or taxonomies. `any` or an empty list means all searchable ones. */
  subtypes?: readonly string[] | undefined;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  /** True if a search also finds venues, and events by the name or postal address of their venue. */
  searchesVenues?: boolean | undefined;
}

const searchableKinds = ['post', 'page', 'event'];
const searchableTaxonomies = [category.name, tag.name];

/** Maps the published names of the searchable subtypes to their stored names. */
function listSubtypes(type: SearchType): Map<string, string> {
  if (type === 'post') return new Map(searchableKinds.filter(isKind).map((name) => [getKind(name).typeName, name]));
  return new Map(type === 'term' ? searchableTaxonomies.map((name) => [name, name]) : []);
}

/** Returns the stored names of the requested subtypes. Throws `invalid_arguments` for an unknown subtype. */
export function getRequestedSubtypes({ type, subtypes }: SearchOptions): string[] {
  const storedNames = listSubtypes(type);
  const requested = subtypes?.filter((name) => name !== '') ?? [];
  if (requested.length === 0 || requested.includes('any')) return [...storedNames.values()];
  return requested.map((name) => {
    const stored = storedNames.get(name);
    if (stored === undefined)
      throw invalidArguments({
        subtypes: { code: 'not_in_enum', message: `subtype is not one of ${['any', ...storedNames.keys()].join(', ')}.` },
      });
    return stored;
  });
}

function buildIdConditions(alias: string, { include, exclude }: SearchOptions, add: AddParameter): string[] {
  return [
    ...(include?.length ? [`${alias}.id = ANY(${add(include)}::int[])`] : []),
    ...(exclude?.length ? [`${alias}.id <> ALL(${add(exclude)}::int[])`] : []),
  ];
}

/** Returns the SQL condition that the row `c` matches the pattern. Selects venue matches as an array of IDs, so that both parts can use an index. */
function buildMatchCondition(pattern: string, { searchesVenues = false }: SearchOptions): string {
  if (!searchesVenues) return `c.search_text LIKE ${pattern}`;
  return `(c.search_text LIKE ${pattern} OR c.id = ANY(ARRAY(SELECT unnest(ARRAY[v.content_id, ev.event_id]) FROM venue v
    JOIN content vc ON vc.id = v.content_id LEFT JOIN event_venue ev ON ev.venue_id = v.content_id
    WHERE vc.status = 'publish' AND vc.password = '' AND (vc.search_text LIKE ${pattern} OR v.search_text LIKE ${pattern}))))`;
}

/**
 * Returns the SQL conditions for public content `c` of these kinds. `status` is the SQL expression of the status. Searches exclude content with a
 * password.
 */
export function buildContentConditions(options: SearchOptions, kinds: readonly string[], add: AddParameter, status: string): string {
  const conditions = [`c.kind = ANY(${add(kinds)}::text[])`, `${status} = 'publish'`];
  if (options.search?.trim()) {
    const terms = splitSearch(options.search);
    conditions.push(`c.password = ''`);
    for (const term of terms.required) conditions.push(buildMatchCondition(add(toLikePattern(term)), options));
    for (const term of terms.excluded) conditions.push(`c.search_text NOT LIKE ${add(toLikePattern(term))}`);
  }
  return [...conditions, ...buildIdConditions('c', options, add)].join(' AND ');
}

/** Returns the SQL rank: 0 if the title contains the search text, else 1. Returns null without a search text. */
function buildTitleRank({ search }: SearchOptions, add: AddParameter): string | null {
  if (!search?.trim()) return null;
  return `CASE WHEN split_part(c.search_text, chr(1), 1) LIKE ${add(toLikePattern(splitSearch(search).sentence))} THEN 0 ELSE 1 END`;
}

/** Returns the sort order: matches in titles first, then the newest. */
export function buildContentKeys(options: SearchOptions, add: AddParameter): OrderKey[] {
  const rank = buildTitleRank(options, add);
  return [
    ...(rank === null ? [] : [{ sql: `(${rank})`, type: 'int', direction: 'ASC' } as const]),
    { sql: 'c.date_local', type: 'timestamp', direction: 'DESC' },
    { sql: 'c.id', type: 'int', direction: 'DESC' },
  ];
}

/** Returns the SQL conditions on terms `t` of these taxonomies. */
export function buildTermConditions(options: SearchOptions, taxonomies: readonly string[], add: AddParameter): string {
  const conditions = [`t.taxonomy = ANY(${add(taxonomies)}::text[])`];
  if (options.search?.trim()) {
    const pattern = add(toLikePattern(options.search.trim().toLowerCase()));
    conditions.push(`(lower(t.name) LIKE ${pattern} OR t.slug LIKE ${pattern})`);
  }
  return [...conditions, ...buildIdConditions('t', options, add)].join(' AND ');
}

/** Sort order of terms: by name. */
export const termKeys: readonly OrderKey[] = [
  { sql: 't.sort_name', type: 'text', direction: 'ASC' },
  { sql: 't.id', type: 'int', direction: 'ASC' },
];
