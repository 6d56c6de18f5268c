import '#app/domains/events/kinds.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';

/** The part of a site that writing calendar files needs. */
export const siteStub = { config: { siteUrl: 'https://site.test' } } as Site;

let count = 0;

/** Returns an event between two instants, in local time of the zone. */
export function createFakeEvent(startMs: number, endMs: number, timezone: string, fields: Partial<EventRecord> = {}): EventRecord {
  const [start, end] = [new Date(startMs), new Date(endMs)];
  const zone = getZoneByName(timezone);
  count += 1;
  return {
    id: count,
    kind: 'event',
    status: 'publish',
    title: `Event ${count}`,
    content: '',
    excerpt: '',
    slug: `event-${count}`,
    password: '',
    terms: [],
    venues: [],
    organizers: [],
    customFields: {},
    image: null,
    dateLocal: '2026-01-01T00:00:00',
    dateUtc: '2026-01-01T00:00:00',
    modifiedUtc: '2026-01-02T00:00:00',
    allDay: false,
    timezone,
    startLocal: toWallTime(start, zone),
    endLocal: toWallTime(end, zone),
    startUtc: toWallTime(start, 'UTC'),
    endUtc: toWallTime(end, 'UTC'),
    ...fields,
  } as EventRecord;
}
