import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { zoneOf } from '../../src/core/time/zone.ts';
import { createEvent, createOrganizer, createVenue, trashEvent } from '../../src/domains/events/calendar.service.ts';
import type { EventInput } from '../../src/domains/events/inputs.ts';
import { loadEvents, loadOrganizers, loadVenues } from '../../src/domains/events/event.reader.ts';
import { decideTimes } from '../../src/domains/events/times.rules.ts';
import { exportToFile } from '../../src/domains/transfer/export/export-file.ts';
import { timesMeta, timesOf } from '../../src/domains/transfer/kinds/event-times.ts';
import { unevenAccounts } from '../../src/domains/transfer/tally.ts';
import type { WxrItem } from '../../src/domains/transfer/wxr/records.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { type ItemFields, wxrFile, wxrItem } from './make-wxr.ts';
import { normalizeExport } from './normalized-export.ts';
import { emptySite, importFile, openWorkshop, rowCounts, type Workshop } from './support.ts';

let here: TestSite;
let there: TestSite;
let work: Workshop;
beforeAll(async () => {
  here = await openTestSite();
  there = await openTestSite();
  work = openWorkshop();
});
afterAll(async () => {
  work.remove();
  await here.close();
  await there.close();
});
beforeEach(() => emptySite(here));

const event = (meta: Record<string, string | string[]>, more: ItemFields = {}) =>
  wxrItem({
    title: 'An evening',
    ...more,
    wp: { post_type: 'tribe_events', post_id: 30, post_date_gmt: '2020-01-01 10:00:00', post_name: 'an-evening', ...more.wp },
    meta: Object.entries({
      _EventStartDate: '2026-07-01 20:00:00',
      _EventEndDate: '2026-07-01 23:00:00',
      _EventTimezone: 'Europe/Oslo',
      ...meta,
    }).flatMap(([key, value]) => [value].flat().map((one): [string, string] => [key, one])),
  });
const venue = (id: number, meta: [string, string][] = [], status = 'publish') =>
  wxrItem({ title: `Hall ${id}`, wp: { post_type: 'tribe_venue', post_id: id, post_name: `hall-${id}`, status }, meta });
const organizer = (id: number, meta: [string, string][] = []) =>
  wxrItem({ title: `Band ${id}`, wp: { post_type: 'tribe_organizer', post_id: id, post_name: `band-${id}` }, meta });

const idsOf = async (kind: string) =>
  (await here.db.sql<{ id: number }>('SELECT id FROM content WHERE kind = $1 ORDER BY id', [kind])).map(({ id }) => id);
const imported = async (...items: string[]) => await importFile(here, work.file('calendar.xml', wxrFile(...items)));
const onlyEvent = async () => {
  const [found] = await loadEvents(here, await idsOf('event'));
  if (!found) throw new Error('no event came in');
  return found;
};

describe('A calendar import from another site', () => {
  it('creates events with times, costs, flags, categories and links, in any order of the file', async () => {
    const report = await imported(
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
    expect(unevenAccounts(report.tally)).toEqual([]);
    const found = await onlyEvent();
    expect(found).toMatchObject({
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
    expect(found.terms.map(({ taxonomy, slug, count }) => [taxonomy, slug, count])).toEqual([
      ['event_category', 'concerts', 1],
      ['post_tag', 'jazz', 1],
    ]);
    const kept = await here.db.sql('SELECT key FROM imported_meta');
    expect(kept).toEqual([{ key: '_EventOrigin' }]);
  });

  it('changes nothing when the same file or an extended one is imported again', async () => {
    const items = [event({ _EventVenueID: '12' }), venue(12)];
    await imported(...items);
    const before = await rowCounts(here);
    const first = await onlyEvent();
    const again = await imported(...items);
    expect({ ...(await rowCounts(here)), import_run: 0 }).toEqual({ ...before, import_run: 0 });
    expect(again.tally['item tribe_events']).toMatchObject({ inFile: 1, alreadyHere: 1 });
    await imported(...items, event({ _EventVenueID: '12' }, { wp: { post_id: 31, post_name: 'second' } }));
    const events = await loadEvents(here, await idsOf('event'));
    expect(events).toHaveLength(2);
    expect(events.find(({ id }) => id === first.id)).toEqual(first);
    expect(new Set(events.map(({ venues }) => venues[0]?.id)).size).toBe(1);
  });

  it('reports each item and link that was skipped or changed, with the reason', async () => {
    const report = await imported(
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
      wxrItem({ title: 'A series', wp: { post_type: 'tribe_event_series', post_id: 5 } }),
    );
    const said = report.notes.map(({ outcome, title, reason, detail }) => [outcome, title, reason, detail]);
    expect(said.filter(([outcome]) => outcome === 'skipped').map(([, title, reason]) => [title, reason])).toEqual([
      ['Timeless', 'it does not say when it takes place (_EventStartDate, _EventEndDate)'],
      ['No such day', 'its start or end is not a time (_EventStartDate, _EventEndDate)'],
      ['Endless', 'it lasts longer than 68 years'],
      ['A series', 'nothing on this site takes items of the type "tribe_event_series"'],
    ]);
    expect(said.filter(([, title]) => title === 'Odd').map(([, , reason, detail]) => [reason, detail])).toEqual([
      ["its time zone is not known: its times are read on this site's clocks", 'Mars/Olympus'],
      ['it ended before it began: it ends with its beginning', ''],
      ['its website is not a web address and was left out', 'javascript:alert(1)'],
      ['its venue did not come in or is in the trash: it has lost it', '99'],
      ['an event has one venue here: it has lost the others', String((await idsOf('venue'))[1])],
      ['its organizer did not come in or is in the trash: it has lost it', '12'],
      ['its organizer did not come in or is in the trash: it has lost it', '77'],
    ]);
    expect(said).toContainEqual(['changed', 'Hall 13', 'its coordinates are no place on earth and were left out', '95, 10']);
    expect(await onlyEvent()).toMatchObject({
      title: 'Odd',
      timezone: 'UTC',
      durationSeconds: 0,
      website: null,
      organizers: [],
      venues: [{ title: 'Hall 12' }],
    });
    expect(unevenAccounts(report.tally)).toEqual([]);
  });

  it('of events only creates no links, and derives a missing end from the duration', async () => {
    await imported(
      event({ _EventEndDate: [], _EventDuration: '5400', _EventAllDay: 'no', _EventTimezone: 'UTC-3.5', _EventVenueID: '12' }),
    );
    expect(await onlyEvent()).toMatchObject({ endLocal: '2026-07-01T21:30:00', startUtc: '2026-07-01T23:30:00', venues: [] });
  });

  it('keeps all-day events, and skips links to trashed venues', async () => {
    await imported(
      event({ _EventAllDay: 'yes', _EventStartDate: '2026-07-01 00:00:00', _EventEndDate: '2026-07-02 23:59:59', _EventVenueID: '12' }),
      venue(12, [['_wp_trash_meta_status', 'publish']], 'trash'),
    );
    expect(await onlyEvent()).toMatchObject({
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
      venue: fc.nat(2),
      by: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
      isTrashed: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});
type Calendar = typeof calendar extends fc.Arbitrary<infer T> ? T : never;

async function build(site: TestSite, { venues, organizers, events }: Calendar): Promise<void> {
  const viewer: Viewer = await makeUser(site, 'administrator');
  const halls: number[] = [];
  const bands: number[] = [];
  for (const one of venues) halls.push((await createVenue(site, viewer, one, false)).id);
  for (const one of organizers) bands.push((await createOrganizer(site, viewer, one, false)).id);
  for (const { venue: hall, by, isTrashed, ...input } of events) {
    const links = {
      venues: [halls[hall]].flatMap((id) => (id === undefined ? [] : [{ id }])),
      organizers: by.flatMap((n) => (bands[n] === undefined ? [] : [{ id: bands[n] }])),
    };
    const { id } = await createEvent(site, viewer, { ...input, ...links } as EventInput, { whenReversed: 'clamp', argument: 'draft' });
    if (isTrashed) await trashEvent(site, viewer, id);
  }
}

/** Returns all content except data that is assigned again: IDs, and the order of terms with the same name by ID. */
async function contentsOf(site: TestSite): Promise<unknown> {
  const ids = (await site.db.sql<{ id: number }>('SELECT id FROM content')).map(({ id }) => id);
  const lost = new Set(['id', 'authorId', 'contentId', 'latestRevisionId', 'count']);
  const all = [...(await loadEvents(site, ids)), ...(await loadVenues(site, ids)), ...(await loadOrganizers(site, ids))];
  return JSON.parse(
    JSON.stringify(
      all.toSorted((a, b) => (a.guid < b.guid ? -1 : 1)),
      (key, value: unknown) => (lost.has(key) ? undefined : value),
    ),
  );
}

it('A calendar that is exported, imported into an empty site and exported again is the same', async () => {
  const [first, second] = ['first.xml', 'second.xml'].map((file) => path.join(work.folder, file)) as [string, string];
  let events = 0;
  await fc.assert(
    fc.asyncProperty(calendar, async (made) => {
      await emptySite(here);
      await emptySite(there);
      await build(here, made);
      const out = await exportToFile(here, first);
      const report = await importFile(there, first, { unfiltered: true });
      expect(report.notes).toEqual([]);
      expect(await exportToFile(there, second)).toEqual(out);
      expect(normalizeExport(second)).toEqual(normalizeExport(first));
      expect(await contentsOf(there)).toEqual(await contentsOf(here));
      events += made.events.length;
    }),
    { numRuns: Number(process.env['ROUND_TRIPS'] ?? 6), interruptAfterTimeLimit: 240_000 },
  );
  expect(events).toBeGreaterThan(5);
}, 300_000);

it('The times of any event are unchanged after export and import in any zone, also within a repeated hour', () => {
  const turned = fc.integer({ min: -7200, max: 7200 }).map((seconds) => Date.UTC(2031, 9, 26, 1) / 1000 + seconds);
  const seconds = fc.oneof(fc.integer({ min: 0, max: 4_000_000_000 }), turned);
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 400_000 }), zone, fc.boolean(), (at, durationSeconds, timezone, allDay) => {
      const startUtc = new Date(at * 1000).toISOString();
      const question = { stored: null, siteZone: zoneOf('UTC'), now: new Date(0), whenReversed: 'clamp' } as const;
      const once = decideTimes({ ...question, given: { startUtc, durationSeconds, timezone, allDay } });
      if (typeof once === 'string') throw new Error(once);
      const wall = (moment: Date) => moment.toISOString().slice(0, 19);
      const meta = timesMeta({ ...once, startUtc: wall(once.startUtc), endUtc: wall(once.endUtc) });
      expect(timesOf({ meta } as unknown as WxrItem, zoneOf('UTC'))).toEqual(once);
    }),
    { numRuns: 300 },
  );
});
