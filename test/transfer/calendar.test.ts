import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { getZoneByName } from '../../src/core/time/zone.ts';
import { createEvent, createOrganizer, createVenue, trashEvent } from '../../src/domains/events/calendar.service.ts';
import type { EventInput } from '../../src/domains/events/inputs.ts';
import { loadEvents, loadOrganizers, loadVenues } from '../../src/domains/events/event.reader.ts';
import { decideTimes } from '../../src/domains/events/times.rules.ts';
import { exportToFile } from '../../src/domains/transfer/export/export-file.ts';
import { buildTimesMeta, readEventTimes } from '../../src/domains/transfer/kinds/event-times.ts';
import { findMismatches } from '../../src/domains/transfer/tally.ts';
import type { WxrItem } from '../../src/domains/transfer/wxr/records.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { type ItemFields, createWxrFile, createWxrItem } from './make-wxr.ts';
import { normalizeExport } from './normalized-export.ts';
import { emptySite, importFile, makeTempFolder, countRows, type TempFolder } from './support.ts';

let source: TestSite;
let target: TestSite;
let temp: TempFolder;
beforeAll(async () => {
  source = await openTestSite();
  target = await openTestSite();
  temp = makeTempFolder();
});
afterAll(async () => {
  temp.remove();
  await source.close();
  await target.close();
});
beforeEach(() => emptySite(source));

const event = (meta: Record<string, string | string[]>, fields: ItemFields = {}) =>
  createWxrItem({
    title: 'An evening',
    ...fields,
    wp: { post_type: 'tribe_events', post_id: 30, post_date_gmt: '2020-01-01 10:00:00', post_name: 'an-evening', ...fields.wp },
    meta: Object.entries({
      _EventStartDate: '2026-07-01 20:00:00',
      _EventEndDate: '2026-07-01 23:00:00',
      _EventTimezone: 'Europe/Oslo',
      ...meta,
    }).flatMap(([key, value]) => [value].flat().map((item): [string, string] => [key, item])),
  });
const venue = (id: number, meta: [string, string][] = [], status = 'publish') =>
  createWxrItem({ title: `Hall ${id}`, wp: { post_type: 'tribe_venue', post_id: id, post_name: `hall-${id}`, status }, meta });
const organizer = (id: number, meta: [string, string][] = []) =>
  createWxrItem({ title: `Band ${id}`, wp: { post_type: 'tribe_organizer', post_id: id, post_name: `band-${id}` }, meta });

const idsOf = async (kind: string) =>
  (await source.db.sql<{ id: number }>('SELECT id FROM content WHERE kind = $1 ORDER BY id', [kind])).map(({ id }) => id);
const importItems = async (...items: string[]) => await importFile(source, temp.file('calendar.xml', createWxrFile(...items)));
const loadOnlyEvent = async () => {
  const [record] = await loadEvents(source, await idsOf('event'));
  if (!record) throw new Error('No event was imported.');
  return record;
};

describe('A calendar import from another site', () => {
  it('creates events with times, costs, flags, categories and links, in any order of the file', async () => {
    const report = await importItems(
      event(
        {
          _EventVenueID: '12',
          _EventOrganizerID: ['15', '14'],
          _EventCost: ['10', '25'],
          _EventCurrencySymbol: '€',
          _EventCurrencyPosition: 'suffix',
          _EventURL: 'tickets.example/evening',
          _EventShowMap: 'TRUE',
          _EventHideFromUpcoming: 'yes',
          _tribe_featured: '1',
          _tribe_events_status: 'canceled',
          _ecp_custom_2: 'from 18',
          _EventOrigin: 'events-calendar',
        },
        {
          terms: [
            ['tribe_events_cat', 'concerts', 'Concerts'],
            ['post_tag', 'jazz', 'Jazz'],
          ],
        },
      ),
      venue(12, [
        ['_VenueAddress', 'Street 1'],
        ['_VenueCity', 'Oslo'],
        ['_VenueStateProvince', 'Oslo'],
        ['_VenueLat', '59.9'],
        ['_VenueLng', '10.7'],
        ['_VenueShowMap', 'false'],
      ]),
      organizer(14, [['_OrganizerEmail', 'band@example.org']]),
      organizer(15, [
        ['_OrganizerPhone', '123'],
        ['_OrganizerWebsite', 'https://band.example'],
      ]),
    );
    expect(report.notes).toEqual([]);
    expect(findMismatches(report.tally)).toEqual([]);
    const record = await loadOnlyEvent();
    expect(record).toMatchObject({
      startLocal: '2026-07-01T20:00:00',
      startUtc: '2026-07-01T18:00:00',
      endUtc: '2026-07-01T21:00:00',
      timezone: 'Europe/Oslo',
      durationSeconds: 10_800,
      costs: ['10', '25'],
      currencySymbol: '€',
      currencyPosition: 'postfix',
      website: 'http://tickets.example/evening',
      showMap: true,
      showMapLink: false,
      hideFromListings: true,
      featured: true,
      status: 'publish',
      customFields: { event_status: 'cancelled', _ecp_custom_2: 'from 18' },
      venues: [
        { title: 'Hall 12', address: 'Street 1', city: 'Oslo', stateProvince: 'Oslo', latitude: 59.9, longitude: 10.7, showMap: false },
      ],
      organizers: [
        { title: 'Band 15', phone: '123', website: 'https://band.example' },
        { title: 'Band 14', email: 'band@example.org' },
      ],
    });
    expect(record.terms.map(({ taxonomy, slug, count }) => [taxonomy, slug, count])).toEqual([
      ['event_category', 'concerts', 1],
      ['post_tag', 'jazz', 1],
    ]);
    expect(await source.db.sql('SELECT key FROM imported_meta')).toEqual([{ key: '_EventOrigin' }]);
  });

  it('changes nothing when the same file or an extended one is imported again', async () => {
    const items = [event({ _EventVenueID: '12' }), venue(12)];
    await importItems(...items);
    const before = await countRows(source);
    const first = await loadOnlyEvent();
    const second = await importItems(...items);
    expect({ ...(await countRows(source)), import_run: 0 }).toEqual({ ...before, import_run: 0 });
    expect(second.tally['item tribe_events']).toMatchObject({ inFile: 1, alreadyHere: 1 });
    await importItems(...items, event({ _EventVenueID: '12' }, { wp: { post_id: 31, post_name: 'second' } }));
    const events = await loadEvents(source, await idsOf('event'));
    expect(events).toHaveLength(2);
    expect(events.find(({ id }) => id === first.id)).toEqual(first);
    expect(new Set(events.map(({ venues }) => venues[0]?.id)).size).toBe(1);
  });

  it('reports each item and link that was skipped or changed, with the reason', async () => {
    const report = await importItems(
      event({ _EventStartDate: [] }, { title: 'Timeless', wp: { post_id: 1 } }),
      event({ _EventStartDate: '2026-13-45 10:00:00' }, { title: 'No such day', wp: { post_id: 2 } }),
      event({ _EventStartDate: '1900-01-01 10:00:00' }, { title: 'Endless', wp: { post_id: 3 } }),
      event(
        {
          _EventTimezone: 'Mars/Olympus',
          _EventEndDate: '2026-07-01 10:00:00',
          _EventURL: 'javascript:alert(1)',
          _EventVenueID: ['12', '13', '99', '0'],
          _EventOrganizerID: ['12', '77', ''],
        },
        { title: 'Odd', wp: { post_id: 4 } },
      ),
      venue(12),
      venue(13, [
        ['_VenueLat', '95'],
        ['_VenueLng', '10'],
      ]),
      createWxrItem({ title: 'A series', wp: { post_type: 'tribe_event_series', post_id: 5 } }),
    );
    const notes = report.notes.map(({ outcome, title, reason, detail }) => [outcome, title, reason, detail]);
    expect(notes.filter(([outcome]) => outcome === 'skipped').map(([, title, reason]) => [title, reason])).toEqual([
      ['Timeless', 'it has no start or end (_EventStartDate, _EventEndDate)'],
      ['No such day', 'its start or end is not a time (_EventStartDate, _EventEndDate)'],
      ['Endless', 'it lasts longer than 68 years'],
      ['A series', 'this site does not support items of the type "tribe_event_series"'],
    ]);
    expect(notes.filter(([, title]) => title === 'Odd').map(([, , reason, detail]) => [reason, detail])).toEqual([
      ["its time zone is unknown: its times are read in this site's time zone", 'Mars/Olympus'],
      ['its end was before its start: it ends when it starts', ''],
      ['its website is not a web address: it was left out', 'javascript:alert(1)'],
      ['its venue was not imported or is in the trash: the link was removed', '99'],
      ['an event has only one venue here: the other links were removed', String((await idsOf('venue'))[1])],
      ['its organizer was not imported or is in the trash: the link was removed', '12'],
      ['its organizer was not imported or is in the trash: the link was removed', '77'],
    ]);
    expect(notes).toContainEqual(['changed', 'Hall 13', 'its coordinates are invalid and were left out', '95, 10']);
    expect(await loadOnlyEvent()).toMatchObject({
      title: 'Odd',
      timezone: 'UTC',
      durationSeconds: 0,
      website: null,
      organizers: [],
      venues: [{ title: 'Hall 12' }],
    });
    expect(findMismatches(report.tally)).toEqual([]);
  });

  it('that contains only events creates no links, and derives a missing end from the duration', async () => {
    await importItems(
      event({ _EventEndDate: [], _EventDuration: '5400', _EventAllDay: 'no', _EventTimezone: 'UTC-3.5', _EventVenueID: '12' }),
    );
    expect(await loadOnlyEvent()).toMatchObject({ endLocal: '2026-07-01T21:30:00', startUtc: '2026-07-01T23:30:00', venues: [] });
  });

  it('keeps all-day events, and skips links to trashed venues', async () => {
    await importItems(
      event({ _EventAllDay: 'yes', _EventStartDate: '2026-07-01 00:00:00', _EventEndDate: '2026-07-02 23:59:59', _EventVenueID: '12' }),
      venue(12, [['_wp_trash_meta_status', 'publish']], 'trash'),
    );
    expect(await loadOnlyEvent()).toMatchObject({
      allDay: true,
      startLocal: '2026-07-01T00:00:00',
      endLocal: '2026-07-02T23:59:59',
      venues: [],
    });
  });
});

const words = fc
  .array(fc.constantFrom('a', 'Ü', '日本', '🌲', ' ', '&', '"', "'", ']]>', '\\', '%41', '<b>x</b>'), { maxLength: 6 })
  .map((parts) => parts.join(''));
const name = words.map((text) => `N ${text.replaceAll('<', '').replaceAll('>', '')}`.trim());
const address = fc.constantFrom('', 'https://x.example/?a=1&b=2', 'http://ü.example/');
const zone = fc.constantFrom('UTC', 'Europe/Oslo', 'America/St_Johns', 'UTC+5:30', 'UTC-3', 'Australia/Lord_Howe');
const shared = {
  title: name,
  description: words,
  excerpt: words,
  status: fc.constantFrom('publish', 'draft', 'private', 'pending'),
  website: address,
  isSticky: fc.boolean(),
  format: fc.constantFrom('standard', 'aside'),
};
const calendar = fc.record({
  venues: fc.array(
    fc.record({
      ...shared,
      address: words,
      city: words,
      country: words,
      province: words,
      state: words,
      zip: words,
      phone: words,
      showMap: fc.boolean(),
      showMapLink: fc.boolean(),
      latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
    { maxLength: 3 },
  ),
  organizers: fc.array(fc.record({ ...shared, phone: words, email: words }), { maxLength: 3 }),
  events: fc.array(
    fc.record({
      ...shared,
      start: fc
        .integer({ min: 0, max: 4_000_000_000 })
        .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')),
      durationSeconds: fc.constantFrom(0, 60, 5400, 90_000, 400_000),
      timezone: zone,
      allDay: fc.boolean(),
      cost: fc.array(fc.constantFrom('10', '$12.50', 'Free', '10 - 20', '12,5 €'), { maxLength: 3 }),
      currencySymbol: fc.constantFrom('', '$', 'kr'),
      currencyCode: fc.constantFrom('', 'NOK'),
      currencyPosition: fc.constantFrom('', 'prefix', 'postfix'),
      showMap: fc.boolean(),
      showMapLink: fc.boolean(),
      isHiddenFromListings: fc.boolean(),
      isFeatured: fc.boolean(),
      categories: fc.uniqueArray(fc.constantFrom('One', 'Two', 'Zwölf'), { maxLength: 2 }),
      tags: fc.uniqueArray(fc.constantFrom('Red', 'Blue'), { maxLength: 2 }),
      customFields: fc.dictionary(
        fc.constantFrom('door', '_ecp_custom_1', 'event_status'),
        fc.constantFrom('x', '18:30 & later', 'cancelled'),
      ),
      lineage: fc.constantFrom([], ['a.example?id=1', 'b.example?id=2']),
      venueIndex: fc.nat(2),
      organizerIndexes: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
      isTrashed: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});
type Calendar = typeof calendar extends fc.Arbitrary<infer T> ? T : never;

async function createCalendar(site: TestSite, { venues, organizers, events }: Calendar): Promise<void> {
  const viewer: Viewer = await makeUser(site, 'administrator');
  const venueIds: number[] = [];
  const organizerIds: number[] = [];
  for (const fields of venues) venueIds.push((await createVenue(site, viewer, fields, false)).id);
  for (const fields of organizers) organizerIds.push((await createOrganizer(site, viewer, fields, false)).id);
  for (const { venueIndex, organizerIndexes, isTrashed, ...input } of events) {
    const links = {
      venues: [venueIds[venueIndex]].flatMap((id) => (id === undefined ? [] : [{ id }])),
      organizers: organizerIndexes.flatMap((n) => (organizerIds[n] === undefined ? [] : [{ id: organizerIds[n] }])),
    };
    const { id } = await createEvent(site, viewer, { ...input, ...links } as EventInput, { whenReversed: 'clamp', argument: 'draft' });
    if (isTrashed) await trashEvent(site, viewer, id);
  }
}

/** Returns the events, venues and organizers of a site without the values that an import assigns again, such as IDs. */
async function readCalendar(site: TestSite): Promise<unknown> {
  const ids = (await site.db.sql<{ id: number }>('SELECT id FROM content')).map(({ id }) => id);
  const assignedAgain = new Set(['id', 'authorId', 'contentId', 'latestRevisionId', 'count']);
  const records = [...(await loadEvents(site, ids)), ...(await loadVenues(site, ids)), ...(await loadOrganizers(site, ids))];
  return JSON.parse(
    JSON.stringify(
      records.toSorted((a, b) => (a.guid < b.guid ? -1 : 1)),
      (key, value: unknown) => (assignedAgain.has(key) ? undefined : value),
    ),
  );
}

it('A calendar that is exported, imported into an empty site and exported again is the same', async () => {
  const [first, second] = ['first.xml', 'second.xml'].map((file) => path.join(temp.folder, file)) as [string, string];
  let events = 0;
  await fc.assert(
    fc.asyncProperty(calendar, async (generated) => {
      await emptySite(source);
      await emptySite(target);
      await createCalendar(source, generated);
      const counts = await exportToFile(source, first);
      const report = await importFile(target, first, { unfiltered: true });
      expect(report.notes).toEqual([]);
      expect(await exportToFile(target, second)).toEqual(counts);
      expect(normalizeExport(second)).toEqual(normalizeExport(first));
      expect(await readCalendar(target)).toEqual(await readCalendar(source));
      events += generated.events.length;
    }),
    { numRuns: Number(process.env['ROUND_TRIPS'] ?? 6), interruptAfterTimeLimit: 240_000 },
  );
  expect(events).toBeGreaterThan(5);
}, 300_000);

it('The times of any event are unchanged after export and import in any zone, also within a repeated hour', () => {
  const repeatedHour = fc.integer({ min: -7200, max: 7200 }).map((seconds) => Date.UTC(2031, 9, 26, 1) / 1000 + seconds);
  const seconds = fc.oneof(fc.integer({ min: 0, max: 4_000_000_000 }), repeatedHour);
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 400_000 }), zone, fc.boolean(), (at, durationSeconds, timezone, allDay) => {
      const startUtc = new Date(at * 1000).toISOString();
      const context = { stored: null, siteZone: getZoneByName('UTC'), now: new Date(0), whenReversed: 'clamp' } as const;
      const times = decideTimes({ ...context, given: { startUtc, durationSeconds, timezone, allDay } });
      if (typeof times === 'string') throw new Error(times);
      const formatColumn = (moment: Date) => moment.toISOString().slice(0, 19);
      const meta = buildTimesMeta({ ...times, startUtc: formatColumn(times.startUtc), endUtc: formatColumn(times.endUtc) });
      expect(readEventTimes({ meta } as unknown as WxrItem, getZoneByName('UTC'))).toEqual(times);
    }),
    { numRuns: 300 },
  );
});
