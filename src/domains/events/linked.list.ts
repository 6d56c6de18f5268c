import { now } from '#app/core/time/clock.ts';
import type { Answer } from '#app/core/db/columns.ts';
import { filter } from '#app/core/db/lists/filters.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import { byColumn, defineList, type QueryOf } from '#app/core/db/lists/list.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import { noticeDueContent, seenContent, seenStatus } from '../content/due.ts';
import { containing, isOpenOrTitled } from '../content/search.rules.ts';
import { organizerColumns, venueColumns } from './linked.record.ts';
import { type ListedStatuses, statusCondition } from './list.statuses.ts';

/** What lists of venues or organizers say beside their filters (events.md 2.10). */
interface Scope extends ListedStatuses {
  /** One field must hold all words. */
  search?: string | null | undefined;
  /** Whether what a password hides is looked into too, and not only its title. */
  searchesProtected?: boolean | undefined;
  /** Linked by an event of these statuses that has not started. */
  upcomingIn?: ListedStatuses['statuses'] | undefined;
}

function wordsOf(search: string | null | undefined): string[] {
  const words = foldForSearch(search ?? '').split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== ''))];
}

function searchConditions({ search, searchesProtected }: Scope, alias: string, add: Add): string[] {
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

/** Venues that maps may show to everybody, because their place is known and they want one: the rows `c` and, under the alias, that of the venue. */
export const onMaps = (alias: string): string =>
  `c.password = '' AND ${alias}.show_map AND ${alias}.latitude IS NOT NULL AND ${alias}.longitude IS NOT NULL`;

/** The list of one kind: its details in the table of its name, links to events in a table with the column that names it. */
function linkedList<Row>(kind: 'venue' | 'organizer', answer: Answer<Row> & { list: string }) {
  const alias = kind.slice(0, 1);
  const [links, key] = [`event_${kind}`, `${kind}_id`];
  const linked = (condition: string) =>
    `EXISTS (SELECT 1 FROM ${links} link JOIN content of ON of.id = link.event_id JOIN event e ON e.content_id = of.id WHERE link.${key} = c.id AND ${condition})`;
  return defineList({
    name: kind,
    from: `content c JOIN ${kind} ${alias} ON ${alias}.content_id = c.id`,
    alias: 'c',
    answer,
    filters: {
      eventId: filter(
        'number',
        1,
        'Only those of this event.',
        (id, add) => `EXISTS (SELECT 1 FROM ${links} link WHERE link.${key} = c.id AND link.event_id = ${add(id)})`,
      ),
      hasEvents: filter(
        'flag',
        false,
        undefined,
        (has) => `${has ? '' : 'NOT '}${linked(`of.status NOT IN ('draft', 'pending', 'trash')`)}`,
      ),
    },
    scope: (query: Scope, add: Add, status: string) => [
      `c.kind = ${add(kind)}`,
      statusCondition(status, query, add),
      ...searchConditions(query, alias, add),
      ...(query.upcomingIn
        ? [
            linked(
              `e.start_utc >= ${add(now({ expiresWith: ['events'] }))}::timestamptz AND ${statusCondition(seenStatus('of', add), { statuses: query.upcomingIn }, add)}`,
            ),
          ]
        : []),
    ],
    orders: {
      date: byColumn('c.date_local', 'timestamp', 'Date of publication.'),
      modified: byColumn('c.modified_local', 'timestamp', 'Date of the last change.'),
      title: byColumn('c.sort_title', 'text', 'Name, without regard to case and accents.'),
    },
    usually: ['date', 'desc'],
    due: { notice: noticeDueContent, ways: seenContent },
    examples: [
      { statuses: ['publish', 'private'], ownStatuses: { authorId: 1, statuses: ['draft'] }, search: 'a b', upcomingIn: ['publish'] },
      { statuses: 'all', upcomingIn: 'all', hasEvents: true, search: 'a', searchesProtected: true },
    ],
  });
}

/** Venues, latest first by default, for any caller. */
export const venueList = linkedList('venue', venueColumns);

/** Organizers, declared as venues are. */
export const organizerList = linkedList('organizer', organizerColumns);

/** What a list of venues or organizers is asked by. */
export type LinkedQuery = QueryOf<typeof venueList>;
