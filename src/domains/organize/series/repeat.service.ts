import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { addDays, isDay } from '#app/core/time/days.ts';
import { copyDiscountCodes } from '#app/domains/checkout/discounts/copy-codes.ts';
import { copyCheckoutForm } from '#app/domains/checkout/questions/questions.service.ts';
import { checkCreateCalendarContent } from '#app/domains/events/access.ts';
import { createEventsIn } from '#app/domains/events/bulk.writer.ts';
import { lockEvents, readEvent } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { addTicket } from '#app/domains/tickets/ticket.service.ts';
import type { Site } from '#app/site.ts';
import { getOrganizedEvent, checkEventNotCancelled } from '../access.ts';
import { buildTicketCopy, type CopyOptions, buildEventCopy } from '../duplicate.service.ts';
import { readTicketsOfEvent } from '../event-tickets.ts';
import { computeDayDifference, listOccurrences, computeTimesAt } from './recurrence.rules.ts';

/** Options for the long transaction that writes a series with its tickets. */
export const longTransaction = { timeout: 120_000 } as const;

const alreadyInSeries = () => new Failure('event_in_series', 409, 'This event already belongs to a series.');

/**
 * Throws `forbidden` unless the viewer may create events and edit this event (null = a new event), `event_in_series` if the event already belongs to
 * a series, or `event_is_cancelled`.
 */
export async function checkMayRepeat(site: Site, viewer: Viewer, eventId: number | null): Promise<void> {
  checkCreateCalendarContent(viewer, eventKind);
  if (eventId === null) return;
  const event = await getOrganizedEvent(site, viewer, eventId);
  checkEventNotCancelled(event);
  if ((await listSeriesEventIds(site, eventId)).length > 0) throw alreadyInSeries();
}

/** Returns the input for another date of an event, without start and end. The status, author and password stay the same. */
function toOccurrence(event: EventRecord): EventInput {
  const { title, status, authorId, password, dateLocal } = event;
  return {
    ...buildEventCopy(event, title),
    status,
    ...(status === 'future' && { date: dateLocal.replace('T', ' ') }),
    ...(authorId !== null && { authorId }),
    password,
  };
}

/** Returns the ticket for an event that is a number of days later. The sale ends that number of days later, but begins at the same time. */
export function shiftSaleEnd(ticket: TicketInput, days: number): TicketInput {
  const { endDate } = ticket;
  return endDate && isDay(endDate) ? { ...ticket, endDate: addDays(endDate, days) } : ticket;
}

/** Dates to add to a series. */
export interface SeriesDates {
  seriesId: number;
  /** Start times in the zone of the event, `YYYY-MM-DDTHH:mm:ss`. */
  starts: readonly string[];
}

/** Adds a copy of an event to a series for each date, with copies of its tickets and questions to buyers. Returns the IDs of the copies. */
export async function addDates(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  event: EventRecord,
  { seriesId, starts, copiesCodes = false }: SeriesDates & CopyOptions,
): Promise<number[]> {
  const times = starts.map((start) => computeTimesAt(event, start));
  const input = toOccurrence(event);
  const image = { id: event.image?.contentId ?? null };
  const drafts = times.map(({ startLocal, endLocal }) => ({
    input: { ...input, start: startLocal.replace('T', ' '), end: endLocal.replace('T', ' ') },
    image,
  }));
  const ids = (await createEventsIn(site, tx, viewer, drafts, 'refuse')).map(({ id }) => id);
  await tx.event.updateMany({ where: { contentId: { in: [event.id, ...ids] } }, data: { seriesId } });
  const tickets = await readTicketsOfEvent(tx, event.id);
  for (const [index, postId] of ids.entries()) {
    const days = computeDayDifference(event, times[index] as (typeof times)[number]);
    const copies = new Map<number, number>();
    for (const ticket of tickets) {
      const copy = shiftSaleEnd(buildTicketCopy(ticket, ticket.title), days);
      copies.set(ticket.id, await addTicket(site, tx, viewer, { postId, provider: ticket.provider }, copy));
    }
    if (copiesCodes) await copyDiscountCodes(tx, event.id, { eventId: postId, copiedTicketIds: copies, days });
  }
  await copyCheckoutForm(tx, event.id, ids);
  return ids;
}

/**
 * Makes an event the first of a series in the caller's transaction and adds the dates of the rule. Returns the IDs of the added events; see
 * `addDates`. Throws `invalid_arguments` if the rule gives no date or too many.
 */
export async function addOccurrences(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  eventId: number,
  { rule, ...options }: { rule: string } & CopyOptions,
): Promise<number[]> {
  await lockEvents(tx, [eventId]);
  const event = await readEvent(tx, eventId);
  if (!event) throw notFound('event_not_found', 'There is no such event.');
  // a concurrent call may have repeated the event since the check before the transaction
  if ((await tx.event.count({ where: { contentId: eventId, seriesId: { not: null } } })) > 0) throw alreadyInSeries();
  const starts = listOccurrences(rule, event.startLocal).slice(1);
  const { id: seriesId } = await tx.eventSeries.create({ data: { rule, createdUtc: now() }, select: { id: true } });
  return await addDates(site, tx, viewer, event, { seriesId, starts, ...options });
}

/** Makes an event the first of a series; see `addOccurrences`. Throws `forbidden`, `event_in_series`, `event_is_cancelled` or `invalid_arguments`. */
export async function repeatEvent(site: Site, viewer: Viewer, eventId: number, rule: string, options: CopyOptions = {}): Promise<number[]> {
  await checkMayRepeat(site, viewer, eventId);
  return await runCalendarTransaction(site, (tx) => addOccurrences(site, tx, viewer, eventId, { rule, ...options }), longTransaction);
}
