import { now } from '#app/core/time/clock.ts';
import type { RowShape } from '#app/core/db/columns.ts';
import { filter } from '#app/core/db/lists/filters.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { orderByColumn, defineList, type QueryOf } from '#app/core/db/lists/list.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { refreshDueContent, withDueContent, buildEffectiveStatus } from '../content/due-content.ts';
import { toLikePattern, buildTitleMatch } from '../content/search.rules.ts';
import { organizerColumns, venueColumns } from './linked.record.ts';
import { type ListedStatuses, buildStatusCondition } from './list.statuses.ts';

/** Conditions on lists of venues or organizers in addition to the filters (docs/behaviour/events.md 2.10). */
interface Scope extends ListedStatuses {
  /** Words that must all occur in a single field. */
  search?: string | null | undefined;
  /** True if the search includes password-protected texts, not only their titles. */
  searchesProtected?: boolean | undefined;
  /** Only venues or organizers of an upcoming event with one of these statuses. */
  upcomingIn?: ListedStatuses['statuses'] | undefined;
}

function splitSearchWords(search: string | null | undefined): string[] {
  const words = foldForSearch(search ?? '').split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== ''))];
}

function buildSearchConditions({ search, searchesProtected }: Scope, alias: string, add: AddParameter): string[] {
  const words = splitSearchWords(search);
  if (words.length === 0) return [];
  const patterns = words.map((word) => add(toLikePattern(word)));
  const allTexts = `c.search_text || chr(1) || ${alias}.search_text`;
  // The first conditions use the indexes. The last one requires all words in a single field.
  return [
    ...patterns.map((pattern) => `(c.search_text LIKE ${pattern} OR ${alias}.search_text LIKE ${pattern})`),
    ...(words.length > 1
      ? [
          `EXISTS (SELECT 1 FROM unnest(string_to_array(${allTexts}, chr(1))) AS field WHERE ${patterns.map((pattern) => `field LIKE ${pattern}`).join(' AND ')})`,
        ]
      : []),
    ...(searchesProtected ? [] : [buildTitleMatch(patterns)]),
  ];
}

/**
 * Returns the SQL condition for venues on public maps: coordinates, no password and `show_map`. `c` is the content row, `alias` the
 * alias of the venue row.
 */
export const buildMapCondition = (alias: string): string =>
  `c.password = '' AND ${alias}.show_map AND ${alias}.latitude IS NOT NULL AND ${alias}.longitude IS NOT NULL`;

/** Declares the list of venues or of organizers. */
function defineLinkedList<Row>(kind: 'venue' | 'organizer', shape: RowShape<Row> & { list: string }) {
  const alias = kind.slice(0, 1);
  const [links, key] = [`event_${kind}`, `${kind}_id`];
  const buildEventCondition = (condition: string) =>
    `EXISTS (SELECT 1 FROM ${links} link JOIN content of ON of.id = link.event_id JOIN event e ON e.content_id = of.id WHERE link.${key} = c.id AND ${condition})`;
  return defineList({
    name: kind,
    from: `content c JOIN ${kind} ${alias} ON ${alias}.content_id = c.id`,
    alias: 'c',
    shape,
    filters: {
      eventId: filter(
        'number',
        1,
        'Only venues or organizers of this event.',
        (id, add) => `EXISTS (SELECT 1 FROM ${links} link WHERE link.${key} = c.id AND link.event_id = ${add(id)})`,
      ),
      hasEvents: filter(
        'flag',
        false,
        undefined,
        (hasEvents) => `${hasEvents ? '' : 'NOT '}${buildEventCondition(`of.status NOT IN ('draft', 'pending', 'trash')`)}`,
      ),
    },
    scope: (query: Scope, add: AddParameter, status: string) => [
      `c.kind = ${add(kind)}`,
      buildStatusCondition(status, query, add),
      ...buildSearchConditions(query, alias, add),
      ...(query.upcomingIn
        ? [
            buildEventCondition(
              `e.start_utc >= ${add(now({ expiresWith: ['events'] }))}::timestamptz AND ${buildStatusCondition(buildEffectiveStatus('of', add), { statuses: query.upcomingIn }, add)}`,
            ),
          ]
        : []),
    ],
    orders: {
      date: orderByColumn('c.date_local', 'timestamp', 'By date of publication.'),
      modified: orderByColumn('c.modified_local', 'timestamp', 'By date of the last change.'),
      title: orderByColumn('c.sort_title', 'text', 'By name, ignoring case and accents.'),
    },
    defaultOrder: ['date', 'desc'],
    due: { notice: refreshDueContent, ways: withDueContent },
    examples: [
      { statuses: ['publish', 'private'], ownStatuses: { authorId: 1, statuses: ['draft'] }, search: 'a b', upcomingIn: ['publish'] },
      { statuses: 'all', upcomingIn: 'all', hasEvents: true, search: 'a', searchesProtected: true },
    ],
  });
}

/** List of venues, latest first by default. Does not check permissions. */
export const venueList = defineLinkedList('venue', venueColumns);

/** List of organizers, latest first by default. Does not check permissions. */
export const organizerList = defineLinkedList('organizer', organizerColumns);

/** Query of a list of venues or organizers. */
export type LinkedQuery = QueryOf<typeof venueList>;
