import { noticeDueContent, seenContent } from '../content/due.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { OrderKey } from '#app/core/db/keyset.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { conditionsOf, type LinkedConditions, linkedFrom, type LinkedTables, organizerTables, venueTables } from './linked.conditions.ts';
import { organizerColumns, type OrganizerRecord, venueColumns, type VenueRecord } from './linked.record.ts';

/** What venues and organizers are ordered by. */
export interface LinkedOrdering {
  orderBy: 'date' | 'title' | 'modified';
  order: 'asc' | 'desc';
}

const keys = {
  date: { sql: 'c.date_local', type: 'timestamp' },
  title: { sql: 'c.sort_title', type: 'text' },
  modified: { sql: 'c.modified_local', type: 'timestamp' },
} as const satisfies Record<LinkedOrdering['orderBy'], Omit<OrderKey, 'direction'>>;

const names = new StatementNames('linked_slice');

function keysetOf(query: LinkedConditions & LinkedOrdering, tables: LinkedTables): Omit<KeysetList<never>, 'read'> {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  return {
    table: linkedFrom(tables),
    alias: 'c',
    columns: () => tables.columns.list,
    before: noticeDueContent,
    where: (add, _owner, db) => seenContent(db, add, (status) => conditionsOf(query, tables, add, status)),
    keys: () => [
      { ...keys[query.orderBy], direction },
      { sql: 'c.id', type: 'int', direction },
    ],
    nameOf: (text) => names.of(text),
  };
}

/** Venues as a list that is read from a place on; callers have asked for readable statuses only. */
export function venueKeyset(query: LinkedConditions & LinkedOrdering): KeysetList<VenueRecord> {
  return { ...keysetOf(query, venueTables), read: venueColumns.read };
}

/** Organizers as a list that is read from a place on; see `venueKeyset`. */
export function organizerKeyset(query: LinkedConditions & LinkedOrdering): KeysetList<OrganizerRecord> {
  return { ...keysetOf(query, organizerTables), read: organizerColumns.read };
}
