import type { Tx } from '#app/core/db/database.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import { publishUpload } from '#app/domains/content/unsaved-uploads.ts';
import { chooseImages } from '#app/domains/events/calendar.service.ts';
import { lockEvents, readEvent, loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { updateEventIn, type WriteOptions } from '#app/domains/events/event.writer.ts';
import { checkEventInput } from '#app/domains/events/input.checks.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { hasTimes } from '#app/domains/events/times.rules.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { StockInput } from '#app/domains/tickets/capacity.rules.ts';
import { lockPlaces } from '#app/domains/tickets/lock-order.ts';
import type { Provider } from '#app/domains/tickets/providers.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { addTicket } from '#app/domains/tickets/ticket.service.ts';
import type { Site } from '#app/site.ts';
import { getOrganizedEvent } from '../access.ts';
import { readTicketsOfEvent } from '../event-tickets.ts';
import { checkMayHide } from '../hide-event.ts';
import { updateStoredTicket, checkVersion, type ExpectedVersion } from '../save.service.ts';
import { computeDayDifference, shiftLike } from './recurrence.rules.ts';
import { shiftSaleEnd, longTransaction } from './repeat.service.ts';

/** Scope of a change in a series: one event, this event and all later ones, or all events. */
export const seriesScopes = ['one', 'following', 'all'] as const;
/** One of `seriesScopes`. */
export type SeriesScope = (typeof seriesScopes)[number];

/** Changes of a ticket of the edited event and of the tickets with the same name in the other events. */
export interface SeriesTicketChange {
  /** ID; null for a new ticket. */
  id: number | null;
  /** Provider of a new ticket. */
  provider: Provider;
  /** Changed values. Omitted values stay unchanged. */
  changes: TicketInput;
  /** Returns the new places of a stored ticket, or of a new ticket if `stored` is null. Undefined = unchanged. */
  stock(stored: TicketRecord | null): StockInput | undefined;
}

/** Changes of events in a series. Omitted values stay unchanged. */
export interface SeriesChanges {
  event: EventInput;
  tickets: readonly SeriesTicketChange[];
}

/** Returns the IDs of the events in the scope of a change, sorted by date. Throws `forbidden` unless the viewer may edit all of them. */
export async function listEventsInScope(site: Site, viewer: Viewer, eventId: number, scope: SeriesScope): Promise<number[]> {
  await getOrganizedEvent(site, viewer, eventId);
  const seriesEventIds = scope === 'one' ? [] : await listSeriesEventIds(site, eventId);
  if (seriesEventIds.length === 0) return [eventId];
  const ids = scope === 'all' ? seriesEventIds : seriesEventIds.slice(seriesEventIds.indexOf(eventId));
  if ((await loadEvents(site, ids)).some((event) => !canEdit(viewer, event)))
    throw refused(viewer, 'forbidden', 'You may not edit all events of this series.');
  return ids;
}

/** Input members that are not copied to other events. `lineage` holds the global IDs of the events from which an event was copied. */
const individualMembers = [
  'start',
  'end',
  'startUtc',
  'endUtc',
  'durationSeconds',
  'slug',
  'date',
  'dateUtc',
  'parentId',
  'lineage',
] as const;

/** Returns the input for another event of the series. The other event moves like the edited one, and has the same new venues and organizers. */
function buildOtherEventInput(input: EventInput, before: EventRecord, after: EventRecord, other: EventRecord): EventInput {
  const shared: EventInput = { ...input };
  for (const name of individualMembers) delete shared[name];
  const { startLocal, endLocal } = shiftLike(other, before, after);
  return {
    ...shared,
    ...(input.venues && { venues: after.venues.map(({ id }) => ({ id })) }),
    ...(input.organizers && { organizers: after.organizers.map(({ id }) => ({ id })) }),
    ...(hasTimes(input) && {
      start: startLocal.replace('T', ' '),
      end: endLocal.replace('T', ' '),
      allDay: after.allDay,
      timezone: after.timezone,
    }),
  };
}

async function changeTickets(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { id, days, tickets }: { id: number; days: number; tickets: readonly SeriesTicketChange[] },
  editedTickets: ReadonlyMap<number, TicketRecord>,
): Promise<void> {
  const stored = await readTicketsOfEvent(tx, id);
  for (const ticket of tickets) {
    const changes = shiftSaleEnd(ticket.changes, days);
    if (ticket.id === null) {
      await addTicket(
        site,
        tx,
        viewer,
        { postId: id, provider: ticket.provider },
        { stock: ticket.stock(null), ...changes, menuOrder: stored.length },
      );
      continue;
    }
    const original = editedTickets.get(ticket.id);
    const counterpart =
      original &&
      stored.find((candidate) =>
        original.postId === id
          ? candidate.id === original.id
          : candidate.provider === original.provider && candidate.title === original.title,
      );
    if (counterpart) await updateStoredTicket(site, tx, counterpart, changes, ticket.stock(counterpart));
  }
}

interface SeriesEdit {
  eventId: number;
  ids: readonly number[];
  input: EventInput;
  options: WriteOptions;
  tickets: readonly SeriesTicketChange[];
  expected: ExpectedVersion | null;
}

async function storeChanges(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { eventId, ids, input, options, tickets, expected }: SeriesEdit,
): Promise<void> {
  await lockEvents(tx, ids);
  await checkVersion(tx, eventId, expected);
  await checkMayHide(tx, ids, input.status ?? undefined);
  const before = await readEvent(tx, eventId);
  if (!before) throw refused(viewer, 'forbidden', 'You may not edit this event.');
  const { event: image } = options.images;
  if (image && 'id' in image && image.id !== null) await publishUpload(tx, image.id);
  const after = await updateEventIn(site, tx, viewer, eventId, input, options);
  const stored = [after];
  const images = { event: image && { id: after.image?.contentId ?? null }, drafts: new Map() };
  for (const id of ids.filter((otherId) => otherId !== eventId)) {
    const other = await readEvent(tx, id);
    if (other)
      stored.push(await updateEventIn(site, tx, viewer, id, buildOtherEventInput(input, before, after, other), { ...options, images }));
  }
  if (tickets.length === 0) return;
  const editedTickets = new Map((await readTicketsOfEvent(tx, eventId)).map((ticket) => [ticket.id, ticket]));
  const ticketIds: number[] = [];
  for (const { id } of stored) ticketIds.push(...(await readTicketsOfEvent(tx, id)).map((ticket) => ticket.id));
  await lockPlaces(tx, { postIds: ids, ticketIds });
  for (const event of stored)
    await changeTickets(site, tx, viewer, { id: event.id, days: computeDayDifference(after, event), tickets }, editedTickets);
}

/**
 * Updates an event of a series and the other events of the scope in one transaction. If the event moves, the others move by as many days to the same
 * time of day. Tickets are matched by name. Returns the IDs of the changed events. Throws `forbidden`, `invalid_arguments` with paths below
 * `argument`, `event_changed` if the edited event is not the expected version, or `event_has_valid_tickets` if the new status would hide an event
 * with valid tickets.
 */
export async function updateSeries(
  site: Site,
  viewer: Viewer,
  eventId: number,
  scope: SeriesScope,
  { event: input, tickets }: SeriesChanges,
  { argument = 'event', expected = null }: { argument?: string; expected?: ExpectedVersion | null } = {},
): Promise<number[]> {
  const ids = await listEventsInScope(site, viewer, eventId, scope);
  if ((await loadEvents(site, ids)).some(({ status }) => status === 'trash'))
    throw new Failure('event_is_in_trash', 410, 'The event is in the trash.');
  await checkEventInput(site, viewer, input, { argument });
  const options = { whenReversed: 'refuse', images: await chooseImages(site, input, argument) } as const;
  await runCalendarTransaction(
    site,
    (tx) => storeChanges(site, tx, viewer, { eventId, ids, input, options, tickets, expected }),
    longTransaction,
  );
  return ids;
}
