import { foldForSearch } from '#app/core/text/fold.ts';
import { seenStatus } from '../content/due.ts';
import { containing, isOpenOrTitled } from '../content/search.rules.ts';
import { nowUntil } from '#app/core/time/clock.ts';
import type { Add } from '#app/core/db/keyset.ts';
import { organizerColumns, venueColumns } from './linked.record.ts';

/** Which venues or organizers a list holds (events.md 2.10). */
export interface LinkedConditions {
  /** Real statuses; `all` = every one but `trash`. */
  statuses: readonly string[] | 'all';
  /** Statuses in which only this author's belong to the list, in addition. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
  /** One field must hold all words. */
  search?: string | undefined;
  /** Whether what a password hides is looked into too, and not only its title. */
  searchesProtected?: boolean | undefined;
  /** Linked by this event. */
  eventId?: number | undefined;
  /** Linked by an event that is neither draft nor pending, or by none such. */
  hasEvents?: boolean | undefined;
  /** Linked by an event of these statuses that has not started. */
  upcomingIn?: readonly string[] | 'all' | undefined;
}

/** The tables of one kind: its details under an alias, links with the column that names it. */
export interface LinkedTables {
  kind: string;
  details: string;
  alias: string;
  columns: { list: string };
  links: string;
  key: string;
}

export const venueTables: LinkedTables = {
  kind: 'venue',
  details: 'venue',
  alias: 'v',
  columns: venueColumns,
  links: 'event_venue',
  key: 'venue_id',
};
export const organizerTables: LinkedTables = {
  kind: 'organizer',
  details: 'organizer',
  alias: 'o',
  columns: organizerColumns,
  links: 'event_organizer',
  key: 'organizer_id',
};

function wordsOf(search: string | undefined): string[] {
  return [
    ...new Set(
      foldForSearch(search ?? '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
    ),
  ];
}

function searchConditions({ search, searchesProtected }: LinkedConditions, alias: string, add: Add): string[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const patterns = words.map((word) => add(containing(word)));
  const everywhere = `c.search_text || chr(1) || ${alias}.search_text`;
  // The first two conditions are what the indexes know; the last one says that a single field holds all the words.
  return [
    ...patterns.map((pattern) => `(c.search_text LIKE ${pattern} OR ${alias}.search_text LIKE ${pattern})`),
    ...(words.length > 1
      ? [
          `EXISTS (SELECT 1 FROM unnest(string_to_array(${everywhere}, chr(1))) AS field WHERE ${patterns.map((pattern) => `field LIKE ${pattern}`).join(' AND ')})`,
        ]
      : []),
    ...(searchesProtected ? [] : [isOpenOrTitled(patterns)]),
  ];
}

function statusCondition(column: string, statuses: readonly string[] | 'all', add: Add): string {
  return statuses === 'all'
    ? `${column} <> 'trash'`
    : statuses.length === 1
      ? `${column} = ${add(statuses[0])}`
      : `${column} = ANY(${add(statuses)}::text[])`;
}

function ownOr({ statuses, ownStatuses }: LinkedConditions, add: Add, status: string): string {
  const anybodys = statusCondition(status, statuses, add);
  if (!ownStatuses) return anybodys;
  return `(${anybodys} OR (c.author_id = ${add(ownStatuses.authorId)} AND ${statusCondition(status, ownStatuses.statuses, add)}))`;
}

/** Venues that maps may show to everybody, because their place is known and they want one: the rows `c` and, under the alias, that of the venue. */
export const onMaps = (alias: string): string =>
  `c.password = '' AND ${alias}.show_map AND ${alias}.latitude IS NOT NULL AND ${alias}.longitude IS NOT NULL`;

/** The conditions on the row `c`, joined by AND; `status` is the expression of its status. */
export function conditionsOf(query: LinkedConditions, { kind, links, key, alias }: LinkedTables, add: Add, status = 'c.status'): string {
  const linked = (condition: string) =>
    `EXISTS (SELECT 1 FROM ${links} link JOIN content of ON of.id = link.event_id JOIN event e ON e.content_id = of.id WHERE link.${key} = c.id AND ${condition})`;
  const all = [`c.kind = ${add(kind)}`, ownOr(query, add, status), ...searchConditions(query, alias, add)];
  if (query.eventId !== undefined)
    all.push(`EXISTS (SELECT 1 FROM ${links} link WHERE link.${key} = c.id AND link.event_id = ${add(query.eventId)})`);
  if (query.hasEvents !== undefined)
    all.push(`${query.hasEvents ? '' : 'NOT '}${linked(`of.status NOT IN ('draft', 'pending', 'trash')`)}`);
  if (query.upcomingIn !== undefined)
    all.push(
      linked(`e.start_utc >= ${add(nowUntil('events'))}::timestamptz AND ${statusCondition(seenStatus('of', add), query.upcomingIn, add)}`),
    );
  return all.join(' AND ');
}

/** Where the rows of a kind are read. */
export const linkedFrom = ({ details, alias }: LinkedTables) => `content c JOIN ${details} ${alias} ON ${alias}.content_id = c.id`;
