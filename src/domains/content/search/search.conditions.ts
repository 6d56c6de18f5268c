import { isKind, kindOf } from '../kinds.ts';
import { containing, splitSearch } from '../search.rules.ts';
import type { Add, OrderKey } from '#app/core/db/lists/keyset.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { category, tag } from '../terms/taxonomies.ts';

/** What a search may find. */
export type SearchType = 'post' | 'term' | 'post-format';

/** What is searched for, whichever part of it is wanted. */
export interface SearchOptions {
  type: SearchType;
  /** Names of content types or taxonomies; `any` or none = all that can be found. */
  subtypes?: readonly string[] | undefined;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  /** Whether a word in the name or address of a venue finds the venue and its events, too. */
  readsVenues?: boolean | undefined;
}

const searchableKinds = ['post', 'page', 'event'];
const searchableTaxonomies = [category.name, tag.name];

/** Stored names by published ones. */
function subtypesOf(type: SearchType): Map<string, string> {
  if (type === 'post') return new Map(searchableKinds.filter(isKind).map((name) => [kindOf(name).typeName, name]));
  return new Map(type === 'term' ? searchableTaxonomies.map((name) => [name, name]) : []);
}

/** The stored names asked for. Throws `invalid_arguments` for one that the type does not have. */
export function wantedSubtypes({ type, subtypes }: SearchOptions): string[] {
  const known = subtypesOf(type);
  const asked = subtypes?.filter((name) => name !== '') ?? [];
  if (asked.length === 0 || asked.includes('any')) return [...known.values()];
  return asked.map((name) => {
    const stored = known.get(name);
    if (stored === undefined)
      throw invalidArguments({
        subtypes: { code: 'not_in_enum', message: `subtype is not one of ${['any', ...known.keys()].join(', ')}.` },
      });
    return stored;
  });
}

function numbered(alias: string, { include, exclude }: SearchOptions, add: Add): string[] {
  return [
    ...(include?.length ? [`${alias}.id = ANY(${add(include)}::int[])`] : []),
    ...(exclude?.length ? [`${alias}.id <> ALL(${add(exclude)}::int[])`] : []),
  ];
}

/** The row `c` holds the pattern. Numbers found by venue are one list, so that both parts use an index. */
function holding(pattern: string, { readsVenues = false }: SearchOptions): string {
  if (!readsVenues) return `c.search_text LIKE ${pattern}`;
  return `(c.search_text LIKE ${pattern} OR c.id = ANY(ARRAY(SELECT unnest(ARRAY[v.content_id, ev.event_id]) FROM venue v
    JOIN content vc ON vc.id = v.content_id LEFT JOIN event_venue ev ON ev.venue_id = v.content_id
    WHERE vc.status = 'publish' AND vc.password = '' AND (vc.search_text LIKE ${pattern} OR v.search_text LIKE ${pattern}))))`;
}

/**
 * The conditions on published content `c` of these kinds, as everybody may find it; what is behind a password is not found by its text.
 * `status` is the expression of its status.
 */
export function contentConditions(wish: SearchOptions, kinds: readonly string[], add: Add, status: string): string {
  const where = [`c.kind = ANY(${add(kinds)}::text[])`, `${status} = 'publish'`];
  if (wish.search?.trim()) {
    const terms = splitSearch(wish.search);
    where.push(`c.password = ''`);
    for (const term of terms.wanted) where.push(holding(add(containing(term)), wish));
    for (const term of terms.excluded) where.push(`c.search_text NOT LIKE ${add(containing(term))}`);
  }
  return [...where, ...numbered('c', wish, add)].join(' AND ');
}

/** 0 for content whose title holds the text, 1 for other content; null without a text. */
function titleRank({ search }: SearchOptions, add: Add): string | null {
  if (!search?.trim()) return null;
  return `CASE WHEN split_part(c.search_text, chr(1), 1) LIKE ${add(containing(splitSearch(search).sentence))} THEN 0 ELSE 1 END`;
}

/** What is found is ordered by: titles that hold the text first, then the newest. */
export function contentKeys(wish: SearchOptions, add: Add): OrderKey[] {
  const rank = titleRank(wish, add);
  return [
    ...(rank === null ? [] : [{ sql: `(${rank})`, type: 'int', direction: 'ASC' } as const]),
    { sql: 'c.date_local', type: 'timestamp', direction: 'DESC' },
    { sql: 'c.id', type: 'int', direction: 'DESC' },
  ];
}

/** The conditions on terms `t` of these taxonomies. */
export function termConditions(wish: SearchOptions, taxonomies: readonly string[], add: Add): string {
  const where = [`t.taxonomy = ANY(${add(taxonomies)}::text[])`];
  if (wish.search?.trim()) {
    const pattern = add(containing(wish.search.trim().toLowerCase()));
    where.push(`(lower(t.name) LIKE ${pattern} OR t.slug LIKE ${pattern})`);
  }
  return [...where, ...numbered('t', wish, add)].join(' AND ');
}

/** Terms are ordered by name. */
export const termKeys: readonly OrderKey[] = [
  { sql: 't.sort_name', type: 'text', direction: 'ASC' },
  { sql: 't.id', type: 'int', direction: 'ASC' },
];
