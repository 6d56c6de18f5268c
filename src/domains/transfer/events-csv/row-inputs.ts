import { isZone, toUtc, toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import { msToWall, wallToMs, type WallTime } from '#app/core/time/wall-time.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { escapeName } from '../plain-name.ts';
import type { TableRow } from './read-table.ts';
import { parseMoment, splitMoment } from './parse-moment.ts';
import { type DayOrder, parseDay } from './parse-day.ts';

/** Called with each value that the import changes. */
export type AddRemark = (reason: string, detail: string) => void;

const trueWords = new Set(['1', 'true', 'yes', 'y', 'on', 'x', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'verdadero']);
const isTrue = (text: string) => trueWords.has(text.toLowerCase());

const omitEmpty = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)) as Partial<T>;
const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const parseWebUrl = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const parseOpenOrClosed = (text: string) => (text === '' ? undefined : isTrue(text) || text.toLowerCase() === 'open' ? 'open' : 'closed');

/** Returns a message about a cell without a valid time. */
function describeInvalidTime(what: string, text: string, order: DayOrder): string {
  const isAmbiguous = order === 'unclear' && parseDay(text, 'month first') !== undefined;
  return isAmbiguous
    ? `${what} is ambiguous: the table has dates with the day first and dates with the month first`
    : `${what} is not a time`;
}

const DAY_MS = 86_400_000;
const getEndDate = ({ cell }: TableRow) => cell('event end date') || cell('event start date');

/** Returns the end of an event, at or after `start`; undefined if the cells contain no valid time. */
function parseEnd(row: TableRow, allDay: boolean, start: WallTime, remark: AddRemark): WallTime | undefined {
  const { cell, order } = row;
  const endClock = cell('event end time');
  const end = parseMoment(getEndDate(row), allDay ? '' : endClock || cell('event start time'), order);
  if (end === undefined || end >= start) return end;
  if (cell('event end date') === '') {
    remark('it has no end date and an end time before its start time: it ends on the next day', endClock);
    return msToWall(wallToMs(end) + DAY_MS);
  }
  remark('its end is before its start: it ends when it starts', `${cell('event end date')} ${endClock}`.trim());
  return start;
}

/** Converts a row of events to an input, or returns the reason why it is not importable. */
export function parseEventRow(row: TableRow, siteZone: string, remark: AddRemark): EventInput | string {
  const { cell, order, has } = row;
  const title = escapeName(cell('event name', 'event title'));
  if (title === '') return 'it has no name';
  const zone = cell('event timezone', 'event time zone', 'timezone');
  if (zone !== '' && !isZone(zone)) return 'its time zone is unknown';
  // a table without any times contains all-day events
  const hasTimes =
    has('event start time', 'event end time', 'all day event', 'event all day') ||
    splitMoment(cell('event start date'), order).clock !== '';
  const allDay = !hasTimes || isTrue(cell('all day event', 'event all day'));
  const timezone = zone === '' ? getZoneByName(siteZone).name : zone;
  const startAsWritten = parseMoment(cell('event start date'), allDay ? '' : cell('event start time'), order);
  // converts the start to its stored form, in which a time in a skipped hour moves forward, so that a later import recognizes the event
  const start = startAsWritten === undefined || allDay ? startAsWritten : toWallTime(toUtc(startAsWritten, timezone), timezone);
  if (start === undefined) return describeInvalidTime('its start', cell('event start date'), order);
  const end = parseEnd(row, allDay, startAsWritten as WallTime, remark);
  if (end === undefined) return describeInvalidTime('its end', getEndDate(row), order);
  return {
    title,
    start,
    end: end < start ? start : end,
    allDay,
    timezone,
    status: 'publish',
    description: cell('event description'),
    excerpt: cell('event excerpt'),
    showMapLink: isTrue(cell('event show map link')),
    showMap: isTrue(cell('event show map')),
    isHiddenFromListings: isTrue(cell('hide', 'hide event from event listings', 'event hide')),
    isSticky: isTrue(cell('sticky', 'sticky in month view', 'event sticky')),
    isFeatured: isTrue(cell('feature event', 'featured event', 'event featured')),
    cost: cell('event cost') === '' ? [] : [cell('event cost')],
    categoryNames: splitList(cell('event category', 'event categories')),
    tagNames: splitList(cell('event tags')),
    ...omitEmpty({
      website: parseWebUrl(cell('event website')) ?? '',
      currencySymbol: cell('event currency symbol'),
      currencyPosition: cell('event currency position'),
      currencyCode: cell('event currency code'),
      commentStatus: parseOpenOrClosed(cell('comment status', 'allow comments')),
      pingStatus: parseOpenOrClosed(cell('ping status', 'allow trackbacks and pingbacks')),
    }),
    venues: cell('event venue name') === '' ? [] : [{ draft: { title: escapeName(cell('event venue name')) } }],
    organizers:
      cell('event organizer name', 'event organizer name(s) or id(s)') === ''
        ? []
        : [{ draft: { title: escapeName(cell('event organizer name', 'event organizer name(s) or id(s)')) } }],
  };
}

/** Converts a row of venues to an input, or returns the reason why it is not importable. */
export function parseVenueRow({ cell }: TableRow): VenueInput | string {
  const title = escapeName(cell('venue name'));
  if (title === '') return 'it has no name';
  return {
    title,
    status: 'publish',
    ...omitEmpty({
      address: [cell('venue address'), cell('venue address 2')].filter((part) => part !== '').join(' '),
      city: cell('venue city'),
      country: cell('venue country'),
      stateProvince: cell('venue state/province'),
      zip: cell('venue zip'),
      phone: cell('venue phone'),
      website: parseWebUrl(cell('venue website', 'venue url')) ?? '',
      description: cell('venue description'),
    }),
  };
}

/** Converts a row of organizers to an input, or returns the reason why it is not importable. */
export function parseOrganizerRow({ cell }: TableRow): OrganizerInput | string {
  const title = escapeName(cell('organizer name'));
  if (title === '') return 'it has no name';
  return {
    title,
    status: 'publish',
    ...omitEmpty({
      email: cell('organizer email'),
      phone: cell('organizer phone'),
      website: parseWebUrl(cell('organizer website')) ?? '',
      description: cell('organizer description', 'description'),
    }),
  };
}

/** An RSVP ticket for the event with the name `eventName`. */
export interface RsvpTicketInput extends TicketInput {
  title: string;
  eventName: string;
}

/** Converts a row of RSVP tickets to an input, or returns the reason why it is not importable. */
export function parseRsvpTicketRow({ cell, order }: TableRow): RsvpTicketInput | string {
  const title = escapeName(cell('ticket name'));
  if (title === '') return 'it has no name';
  const parseBound = (day: string, clock: string) => (day === '' ? null : parseMoment(day, clock, order));
  const start = parseBound(cell('ticket start sale date', 'start sale date'), cell('ticket start sale time', 'start sale time'));
  if (start === undefined) return 'the start of its sale is not a time';
  const end = parseBound(cell('ticket end sale date', 'end sale date'), cell('ticket end sale time', 'end sale time'));
  if (end === undefined) return 'the end of its sale is not a time';
  const stock = cell('ticket stock', 'stock');
  if (!/^\d{0,9}$/.test(stock)) return 'its stock is not a number';
  return {
    eventName: escapeName(cell('event name', 'event title')),
    title,
    name: title,
    description: cell('ticket description'),
    ...(start !== null && { startDate: start.slice(0, 10), startTime: start.slice(11) }),
    ...(end !== null && { endDate: end.slice(0, 10), endTime: end.slice(11) }),
    ...(stock !== '' && { stock: { mode: 'own', capacity: Number(stock) } }),
  };
}
