import type { Readable } from 'node:stream';
import { getSiteZone } from '../../content/site-time.ts';
import { loadSlices, type SliceOptions } from '#app/core/db/lists/keyset-list.ts';
import { type OrderKey, type KeysetPosition, parseKeysetPosition } from '#app/core/db/lists/keyset.ts';
import { createCsvStream } from '#app/core/text/csv.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { buildAttendeeKeyset } from '../attendee.keyset.ts';
import type { AttendeeFilter } from '../attendee.filter.ts';
import type { AttendeeRow } from '../attendee.record.ts';
import { getTicketTitle } from '../attendee.view.ts';
import type { Audience } from '../audience.ts';
import { formatDecimal } from '../money.rules.ts';
import { currencyCode } from '../tickets.settings.ts';
import { loadTickets } from '../ticket.reader.ts';
import type { TicketRecord } from '../ticket.record.ts';

/** Number of attendees per statement, so that the memory of an export does not depend on its size. */
const BATCH_SIZE = 500;

const columns = [
  'id',
  'name',
  'email',
  'ticket_id',
  'ticket',
  'post_id',
  'provider',
  'order_id',
  'order_status',
  'opted_out',
  'checked_in',
  'checked_in_at',
  'checked_in_by',
  'price_paid',
  'currency',
  'registered_at',
  'answers',
] as const;

type Row = Record<(typeof columns)[number], string | number>;

const formatBoolean = (value: boolean) => (value ? 'yes' : 'no');

function toRow(site: Site, attendee: AttendeeRow, tickets: ReadonlyMap<number, TicketRecord>): Row {
  const zone = getSiteZone(site);
  const formatTime = (at: Date | null) => (at ? toWallTime(at, zone).replace('T', ' ') : '');
  return {
    id: attendee.id,
    name: attendee.fullName,
    email: attendee.email,
    ticket_id: attendee.ticketId,
    ticket: getTicketTitle(attendee, tickets.get(attendee.ticketId) ?? null),
    post_id: attendee.postId ?? '',
    provider: attendee.provider,
    order_id: attendee.orderId ?? '',
    order_status: attendee.orderStatus,
    opted_out: formatBoolean(attendee.optout),
    checked_in: formatBoolean(attendee.checkedIn),
    checked_in_at: formatTime(attendee.checkinAt),
    checked_in_by: attendee.checkinSource,
    price_paid:
      attendee.pricePaidMinor === null ? '' : formatDecimal(attendee.pricePaidMinor, attendee.currency || site.settings.get(currencyCode)),
    currency: attendee.currency,
    registered_at: formatTime(attendee.createdUtc),
    answers: Object.keys(attendee.extra).length === 0 ? '' : JSON.stringify(attendee.extra),
  };
}

const parsePosition = (keys: readonly OrderKey[], place: string | undefined): KeysetPosition | null =>
  place === undefined ? null : parseKeysetPosition(keys, JSON.parse(place) as unknown[]);

async function* readRows(site: Site, audience: Audience, filter: AttendeeFilter): AsyncGenerator<Row> {
  const list = buildAttendeeKeyset(audience, { orderBy: 'id', order: 'asc', filter });
  const keys = list.keys(() => '$0');
  const tickets = new Map<number, TicketRecord>();
  const options: SliceOptions = { limit: BATCH_SIZE, isBackward: false, after: null, before: null };
  for (;;) {
    const [slice] = await loadSlices(site.db, list, null, options);
    const entries = slice?.rows ?? [];
    const missingIds = [...new Set(entries.map(({ node }) => node.ticketId))].filter((id) => !tickets.has(id));
    for (const ticket of await loadTickets(site, missingIds)) tickets.set(ticket.id, ticket);
    for (const { node } of entries) yield toRow(site, node, tickets);
    if (!slice?.hasMore) return;
    options.after = parsePosition(keys, entries.at(-1)?.place);
  }
}

/**
 * Streams the attendees as CSV, sorted by ID, and reads them while sending. May include attendees who register meanwhile; contains no attendee twice.
 */
export function streamAttendeeCsv(site: Site, audience: Audience, filter: AttendeeFilter): Readable {
  return createCsvStream(columns, readRows(site, audience, filter));
}
