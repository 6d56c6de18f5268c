import ical, { type ICalCalendar, ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import { isEventCancelled } from '../calendar/cancelled.ts';
import { addDays, lastDayOf } from '../calendar/days.ts';
import { plainOf } from '../calendar/plain.ts';
import { isHidden } from '#app/domains/content/rendering.ts';
import { isZone, zoneOf } from '#app/core/time/zone.ts';
import type { EventRecord } from '../event.record.ts';
import { addressParts, plainDescriptionOf, imageUrl, pageOf } from '../views.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { isPlainTime } from './transitions.ts';
import { vtimezone } from './vtimezone.ts';

/** Content of an iCalendar file. */
export interface CalendarFile {
  /** Name of the calendar; null for files of single events. */
  name: string | null;
  /** Address of the feed. */
  url: string;
  events: readonly EventRecord[];
}

const hostOf = (site: Site) => new URL(site.config.siteUrl).host;

/** Removes characters that iCalendar texts must not contain. */
const clean = (text: string) => text.replace(/[^\P{Cc}\t\n\r]/gu, '');
const escapeName = (text: string) =>
  clean(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\s+/g, ' ');

/** Converts paragraphs to lines without markup. */
function plainLines(html: string): string {
  const blocks = html.split(/<\/(?:p|div|li|h[1-6]|blockquote)>|<br\s*\/?>/i).map(plainOf);
  return clean(blocks.filter((line) => line !== '').join('\n'));
}

/** Returns the zone of the written times. Null (UTC) if the zone is not an IANA zone or the wall times are ambiguous. */
function zoneToWrite(event: EventRecord): string | null {
  const { timezone, startLocal, endLocal, startUtc, endUtc } = event;
  if (timezone === 'UTC' || !timezone.includes('/') || !isZone(timezone)) return null;
  const zone = zoneOf(timezone);
  const isPlain = isPlainTime(startLocal, Date.parse(`${startUtc}Z`), zone) && isPlainTime(endLocal, Date.parse(`${endUtc}Z`), zone);
  return isPlain ? timezone : null;
}

const utc = (wall: string) => DateTime.fromISO(`${wall}Z`, { zone: 'utc' });

function timesOf(event: EventRecord) {
  if (!event.allDay) return { start: utc(event.startUtc), end: utc(event.endUtc), timezone: zoneToWrite(event) };
  const first = event.startLocal.slice(0, 10);
  return { start: utc(`${first}T00:00:00`), end: utc(`${addDays(lastDayOf(event), 1)}T00:00:00`), allDay: true, timezone: null };
}

function locationOf(event: EventRecord) {
  const venue = event.venues.find(({ status, password }) => status === 'publish' && password === '');
  if (!venue) return {};
  const title = clean(plainOf(venue.title));
  const geo = venue.latitude !== null && venue.longitude !== null ? { geo: { lat: venue.latitude, lon: venue.longitude } } : {};
  return { location: { title, address: clean(addressParts(venue).join(', ')), ...geo } };
}

function organizerOf(event: EventRecord) {
  const organizer = event.organizers.find(
    ({ status, password, email }) => status === 'publish' && password === '' && /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(email),
  );
  return organizer ? { organizer: { name: clean(plainOf(organizer.title)) || organizer.email, email: organizer.email } } : {};
}

/** Returns public details. Protected and trashed events have none: their files contain only title and dates. */
function detailsOf(site: Site, event: EventRecord) {
  if (isHidden(event) || event.status === 'trash') return {};
  const categories = event.terms
    .filter(({ taxonomy }) => taxonomy === eventCategory.name || taxonomy === tag.name)
    .map(({ name }) => ({ name: clean(plainOf(name)) }));
  const description = plainLines(plainDescriptionOf(event));
  return {
    ...(description !== '' && { description }),
    ...locationOf(event),
    ...organizerOf(event),
    url: pageOf(site, event),
    ...(categories.length > 0 && { categories }),
    ...(event.image && { attachments: [imageUrl(site, event.image)] }),
  };
}

/** Returns a sequence number that grows with every change and is the same for the same state. */
function sequenceOf({ modifiedUtc, dateUtc }: EventRecord): number {
  return Math.max(0, Math.floor((Date.parse(`${modifiedUtc}Z`) - Date.parse(`${dateUtc ?? modifiedUtc}Z`)) / 1000));
}

function writeEvent(site: Site, calendar: ICalCalendar, event: EventRecord): void {
  const changed = utc(event.modifiedUtc);
  calendar.createEvent({
    id: `event-${event.id}@${hostOf(site)}`,
    sequence: sequenceOf(event),
    stamp: changed,
    lastModified: changed,
    ...(event.dateUtc !== null && { created: utc(event.dateUtc) }),
    ...timesOf(event),
    ...detailsOf(site, event),
    summary: clean(plainOf(event.title)) || 'Untitled event',
    status: isEventCancelled(event) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
}

function yearsOf(events: readonly EventRecord[], zone: string): [number, number] {
  const years = events
    .filter(({ timezone }) => timezone === zone)
    .flatMap(({ startUtc, endUtc }) => [Number(startUtc.slice(0, 4)), Number(endUtc.slice(0, 4))]);
  return [Math.min(...years), Math.max(...years)];
}

/**
 * Writes events as an iCalendar file. The same events give the same bytes. Times are in the events' own zones, with the offset changes of
 * the file's years. Cancelled events are included with their status.
 */
export function writeCalendar(site: Site, { name, url, events }: CalendarFile): string {
  const calendar = ical({ prodId: `//${hostOf(site)}//Marquee//EN`, ...(name !== null && { name: escapeName(name), source: url }) });
  calendar.timezone({ name: null, generator: (zone: string) => vtimezone(zone, ...yearsOf(events, zone)) });
  for (const event of events) writeEvent(site, calendar, event);
  return `${calendar.toString()}\r\n`;
}
