import { isZone, toUtc, toWallTime, zoneOf } from '#app/core/time/zone.ts';
import { msToWall, wallToMs, type WallTime } from '#app/core/time/wall-time.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { nameWithTags } from '../plain-name.ts';
import type { TableRow } from './read-table.ts';
import { momentOf, splitMoment } from './spoken-clock.ts';
import { type DayOrder, dayOf } from './spoken-days.ts';

/** Reports a value that differs from the row. */
export type Remark = (reason: string, detail: string) => void;

const truths = new Set(['1', 'true', 'yes', 'y', 'on', 'x', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'verdadero']);
const flag = (text: string) => truths.has(text.toLowerCase());

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)) as Partial<T>;
const list = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
const webAddress = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const isOpen = (text: string) => (text === '' ? undefined : flag(text) || text.toLowerCase() === 'open' ? 'open' : 'closed');

/** Returns a message about a cell without a valid time. */
function whyNoTime(what: string, text: string, order: DayOrder): string {
  const isUnclear = order === 'unclear' && dayOf(text, 'month first') !== undefined;
  return isUnclear
    ? `${what} may be read in two ways: the table has dates with the day first and dates with the month first`
    : `${what} is not a time`;
}

const DAY_MS = 86_400_000;
const ownDayOf = ({ cell }: TableRow) => cell('event end date') || cell('event start date');

/** Returns the end of an event, at or after `start`. Undefined if the cells contain no valid time. */
function endOf(row: TableRow, allDay: boolean, start: WallTime, remark: Remark): WallTime | undefined {
  const { cell, order } = row;
  const endClock = cell('event end time');
  const end = momentOf(ownDayOf(row), allDay ? '' : endClock || cell('event start time'), order);
  if (end === undefined || end >= start) return end;
  if (cell('event end date') === '') {
    remark('it has no end date and ends earlier on the clock than it starts: it ends on the next day', endClock);
    return msToWall(wallToMs(end) + DAY_MS);
  }
  remark('its end is before its start: it ends when it starts', `${cell('event end date')} ${endClock}`.trim());
  return start;
}

/** Converts a row of events to an input, or returns the reason why it is not importable. */
export function eventOfRow(row: TableRow, siteZone: string, remark: Remark): EventInput | string {
  const { cell, order, has } = row;
  const title = nameWithTags(cell('event name', 'event title'));
  if (title === '') return 'it has no name';
  const zone = cell('event timezone', 'event time zone', 'timezone');
  if (zone !== '' && !isZone(zone)) return 'there is no such time zone';
  // a table without any times contains all-day events
  const knowsTimes =
    has('event start time', 'event end time', 'all day event', 'event all day') ||
    splitMoment(cell('event start date'), order).clock !== '';
  const allDay = !knowsTimes || flag(cell('all day event', 'event all day'));
  const timezone = zone === '' ? zoneOf(siteZone).name : zone;
  const said = momentOf(cell('event start date'), allDay ? '' : cell('event start time'), order);
  // converted to stored form, so that a later import recognizes it: a time in a skipped hour moves forward
  const start = said === undefined || allDay ? said : toWallTime(toUtc(said, timezone), timezone);
  if (start === undefined) return whyNoTime('its start', cell('event start date'), order);
  const end = endOf(row, allDay, said as WallTime, remark);
  if (end === undefined) return whyNoTime('its end', ownDayOf(row), order);
  return {
    title,
    start,
    end: end < start ? start : end,
    allDay,
    timezone,
    status: 'publish',
    description: cell('event description'),
    excerpt: cell('event excerpt'),
    showMapLink: flag(cell('event show map link')),
    showMap: flag(cell('event show map')),
    isHiddenFromListings: flag(cell('hide', 'hide event from event listings', 'event hide')),
    isSticky: flag(cell('sticky', 'sticky in month view', 'event sticky')),
    isFeatured: flag(cell('feature event', 'featured event', 'event featured')),
    cost: cell('event cost') === '' ? [] : [cell('event cost')],
    categoryNames: list(cell('event category', 'event categories')),
    tagNames: list(cell('event tags')),
    ...given({
      website: webAddress(cell('event website')) ?? '',
      currencySymbol: cell('event currency symbol'),
      currencyPosition: cell('event currency position'),
      currencyCode: cell('event currency code'),
      commentStatus: isOpen(cell('comment status', 'allow comments')),
      pingStatus: isOpen(cell('ping status', 'allow trackbacks and pingbacks')),
    }),
    venues: cell('event venue name') === '' ? [] : [{ draft: { title: nameWithTags(cell('event venue name')) } }],
    organizers:
      cell('event organizer name', 'event organizer name(s) or id(s)') === ''
        ? []
        : [{ draft: { title: nameWithTags(cell('event organizer name', 'event organizer name(s) or id(s)')) } }],
  };
}

/** Converts a row of venues to an input, or returns the reason why it is not importable. */
export function venueOfRow({ cell }: TableRow): VenueInput | string {
  const title = nameWithTags(cell('venue name'));
  if (title === '') return 'it has no name';
  return {
    title,
    status: 'publish',
    ...given({
      address: [cell('venue address'), cell('venue address 2')].filter((part) => part !== '').join(' '),
      city: cell('venue city'),
      country: cell('venue country'),
      stateProvince: cell('venue state/province'),
      zip: cell('venue zip'),
      phone: cell('venue phone'),
      website: webAddress(cell('venue website', 'venue url')) ?? '',
      description: cell('venue description'),
    }),
  };
}

/** Converts a row of organizers to an input, or returns the reason why it is not importable. */
export function organizerOfRow({ cell }: TableRow): OrganizerInput | string {
  const title = nameWithTags(cell('organizer name'));
  if (title === '') return 'it has no name';
  return {
    title,
    status: 'publish',
    ...given({
      email: cell('organizer email'),
      phone: cell('organizer phone'),
      website: webAddress(cell('organizer website')) ?? '',
      description: cell('organizer description', 'description'),
    }),
  };
}

/** A free ticket for the event with the title. */
export interface ReplyTicketInput extends TicketInput {
  title: string;
  eventName: string;
}

/** Converts a row of RSVP tickets to an input, or returns the reason why it is not importable. */
export function replyTicketOfRow({ cell, order }: TableRow): ReplyTicketInput | string {
  const title = nameWithTags(cell('ticket name'));
  if (title === '') return 'it has no name';
  const bound = (day: string, clock: string) => (day === '' ? null : momentOf(day, clock, order));
  const start = bound(cell('ticket start sale date', 'start sale date'), cell('ticket start sale time', 'start sale time'));
  if (start === undefined) return 'the start of its sale is not a time';
  const end = bound(cell('ticket end sale date', 'end sale date'), cell('ticket end sale time', 'end sale time'));
  if (end === undefined) return 'the end of its sale is not a time';
  const stock = cell('ticket stock', 'stock');
  if (!/^\d{0,9}$/.test(stock)) return 'its stock is not a number';
  return {
    eventName: nameWithTags(cell('event name', 'event title')),
    title,
    name: title,
    description: cell('ticket description'),
    ...(start !== null && { startDate: start.slice(0, 10), startTime: start.slice(11) }),
    ...(end !== null && { endDate: end.slice(0, 10), endTime: end.slice(11) }),
    ...(stock !== '' && { stock: { mode: 'own', capacity: Number(stock) } }),
  };
}
