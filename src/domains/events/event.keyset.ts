import { noticeDueContent, seenEvents } from '../content/due.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Add } from '#app/core/db/keyset.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { conditionsOf, type EventConditions, type EventOrdering, ofContent, orderKeysOf, statusCondition } from './event.conditions.ts';
import { eventColumns, type EventRecord } from './event.record.ts';

/**
 * One of these ids, which are looked up first. As a plain join the planner would rather go through all events in the order of the list, in the
 * hope of meeting some of the owner's soon: of a hundred venues with few events that took seconds.
 */
const among = (ids: string) => `e.content_id = ANY(ARRAY(${ids}))`;

/** What lists of events hang on, and how a row says so. */
const owned = {
  venue: (owner: string) => among(`SELECT ev.event_id FROM event_venue ev WHERE ev.venue_id = ${owner}`),
  organizer: (owner: string) => among(`SELECT eo.event_id FROM event_organizer eo WHERE eo.organizer_id = ${owner}`),
  term: (owner: string) => among(`SELECT ct.content_id FROM content_term ct WHERE ct.term_id = ${owner}`),
} as const;

const names = new StatementNames('event_slice');

/** Events as a list that is read from a place on; callers have asked for readable statuses only. */
export function eventKeyset(query: EventConditions & EventOrdering, owner?: keyof typeof owned): KeysetList<EventRecord> {
  const ordersContent = orderKeysOf(query, () => '').needsContent;
  // Said of the content too, so that its indexes serve orders by its columns.
  const alsoOfContent = (add: Add, status: string) => [
    ...(ordersContent ? [`c.kind = 'event'`] : []),
    ...(ordersContent && !query.ownStatuses ? [statusCondition(ofContent(status), query.statuses, add)] : []),
  ];
  return {
    // An outer join: where nothing is said of the content, the planner leaves it away.
    table: 'event e LEFT JOIN content c ON c.id = e.content_id',
    alias: 'e',
    id: 'e.content_id',
    columns: () => eventColumns.list,
    before: noticeDueContent,
    where: (add, of, db) =>
      seenEvents(db, add, (status) =>
        [...(owner ? [owned[owner](of)] : []), conditionsOf(query, add, status).where, ...alsoOfContent(add, status)].join(' AND '),
      ),
    keys: (add) => orderKeysOf(query, add).keys,
    read: eventColumns.read,
    nameOf: (text) => names.of(text),
  };
}
