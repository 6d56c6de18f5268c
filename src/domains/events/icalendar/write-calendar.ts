import ical, { type ICalCalendar, ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import { isEventCancelled } from '../calendar/event-status.ts';
import { addDays, getLastDay } from '../calendar/days.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import { isHidden } from '#app/domains/content/rendering.ts';
import { isZone, getZoneByName } from '#app/core/time/zone.ts';
import type { EventRecord } from '../event.record.ts';
import { listAddressParts, renderDescriptionWithoutShortcodes, buildImageUrl, getPageUrl } from '../views.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { occursExactlyOnce } from './transitions.ts';
import { writeVtimezone } from './vtimezone.ts';

/** Content of an iCalendar file. */
export interface CalendarFile {
  /** Name of the calendar; null for files of single events. */
  name: string | null;
  /** URL of the feed. */
  url: string;
  events: readonly EventRecord[];
}

const getHost = (site: Site) => new URL(site.config.siteUrl).host;

/** Removes control characters that iCalendar values must not contain. */
const clean = (text: string) => text.replace(/[^\P{Cc}\t\n\r]/gu, '');
const escapeName = (text: string) =>
  clean(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\s+/g, ' ');

/** Converts paragraphs to lines without markup. */
function toPlainLines(html: string): string {
  const blocks = html.split(/<\/(?:p|div|li|h[1-6]|blockquote)>|<br\s*\/?>/i).map(toPlainText);
  return clean(blocks.filter((line) => line !== '').join('\n'));
}

/** Returns the zone in which to write the times; null for UTC, if the zone is not an IANA zone or a wall time is skipped or repeated. */
function getZoneToWrite(event: EventRecord): string | null {
  const { timezone, startLocal, endLocal, startUtc, endUtc } = event;
  if (timezone === 'UTC' || !timezone.includes('/') || !isZone(timezone)) return null;
  const zone = getZoneByName(timezone);
  const isPlain =
    occursExactlyOnce(startLocal, Date.parse(`${startUtc}Z`), zone) && occursExactlyOnce(endLocal, Date.parse(`${endUtc}Z`), zone);
  return isPlain ? timezone : null;
}

const parseUtc = (wall: string) => DateTime.fromISO(`${wall}Z`, { zone: 'utc' });

function getTimes(event: EventRecord) {
  if (!event.allDay) return { start: parseUtc(event.startUtc), end: parseUtc(event.endUtc), timezone: getZoneToWrite(event) };
  const first = event.startLocal.slice(0, 10);
  return { start: parseUtc(`${first}T00:00:00`), end: parseUtc(`${addDays(getLastDay(event), 1)}T00:00:00`), allDay: true, timezone: null };
}

function buildLocation(event: EventRecord) {
  const venue = event.venues.find(({ status, password }) => status === 'publish' && password === '');
  if (!venue) return {};
  const title = clean(toPlainText(venue.title));
  const geo = venue.latitude !== null && venue.longitude !== null ? { geo: { lat: venue.latitude, lon: venue.longitude } } : {};
  return { location: { title, address: clean(listAddressParts(venue).join(', ')), ...geo } };
}

function buildOrganizer(event: EventRecord) {
  const organizer = event.organizers.find(
    ({ status, password, email }) => status === 'publish' && password === '' && /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(email),
  );
  return organizer ? { organizer: { name: clean(toPlainText(organizer.title)) || organizer.email, email: organizer.email } } : {};
}

/** Returns the public details. Protected and trashed events have none: their entries contain only title and dates. */
function buildDetails(site: Site, event: EventRecord) {
  if (isHidden(event) || event.status === 'trash') return {};
  const categories = event.terms
    .filter(({ taxonomy }) => taxonomy === eventCategory.name || taxonomy === tag.name)
    .map(({ name }) => ({ name: clean(toPlainText(name)) }));
  const description = toPlainLines(renderDescriptionWithoutShortcodes(event));
  return {
    ...(description !== '' && { description }),
    ...buildLocation(event),
    ...buildOrganizer(event),
    url: getPageUrl(site, event),
    ...(categories.length > 0 && { categories }),
    ...(event.image && { attachments: [buildImageUrl(site, event.image)] }),
  };
}

/** Returns a sequence number that grows with every change and is the same for the same state. */
function computeSequence({ modifiedUtc, dateUtc }: EventRecord): number {
  return Math.max(0, Math.floor((Date.parse(`${modifiedUtc}Z`) - Date.parse(`${dateUtc ?? modifiedUtc}Z`)) / 1000));
}

function writeEvent(site: Site, calendar: ICalCalendar, event: EventRecord): void {
  const changed = parseUtc(event.modifiedUtc);
  calendar.createEvent({
    id: `event-${event.id}@${getHost(site)}`,
    sequence: computeSequence(event),
    stamp: changed,
    lastModified: changed,
    ...(event.dateUtc !== null && { created: parseUtc(event.dateUtc) }),
    ...getTimes(event),
    ...buildDetails(site, event),
    summary: clean(toPlainText(event.title)) || 'Untitled event',
    status: isEventCancelled(event) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
}

function getYearRange(events: readonly EventRecord[], zone: string): [number, number] {
  const years = events
    .filter(({ timezone }) => timezone === zone)
    .flatMap(({ startUtc, endUtc }) => [Number(startUtc.slice(0, 4)), Number(endUtc.slice(0, 4))]);
  return [Math.min(...years), Math.max(...years)];
}

/**
 * Writes events as an iCalendar file. The same events give the same bytes. Times are in the events' own zones; the file contains the offset
 * changes of these zones. Cancelled events are included with their status.
 */
export function writeCalendar(site: Site, { name, url, events }: CalendarFile): string {
  const calendar = ical({ prodId: `//${getHost(site)}//Marquee//EN`, ...(name !== null && { name: escapeName(name), source: url }) });
  calendar.timezone({ name: null, generator: (zone: string) => writeVtimezone(zone, ...getYearRange(events, zone)) });
  for (const event of events) writeEvent(site, calendar, event);
  return `${calendar.toString()}\r\n`;
}
