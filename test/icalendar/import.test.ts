import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { trashEvent } from '#app/domains/events/calendar.service.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import { icsImporter } from '#app/domains/transfer/icalendar/ics-importer.ts';
import { writeCalendar } from '#app/domains/events/icalendar/write-calendar.ts';
import type { ImportOptions } from '#app/domains/transfer/importer.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { runImporter } from '../transfer/support.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';

let site: TestSite;
let admin: Viewer;
let folder: string;

beforeAll(async () => {
  site = await openTestSite();
  admin = await makeUser(site, 'administrator');
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-ics-'));
  setClock(createFrozenClock('2031-05-14T12:00:00Z'));
});
afterAll(async () => {
  setClock();
  await site.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await site.db.prisma.content.deleteMany({ where: { kind: { in: ['event', 'venue', 'organizer'] } } });
});

const importFile = (file: string, options: Partial<ImportOptions> = {}) => runImporter(icsImporter, site, file, options);

async function importText(lines: readonly string[], options: Partial<ImportOptions> = {}) {
  const file = path.join(folder, 'file.ics');
  await writeFile(file, ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
  return await importFile(file, options);
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

async function loadImported() {
  const rows = await site.db.prisma.event.findMany({ orderBy: [{ startUtc: 'asc' }, { contentId: 'asc' }], select: { contentId: true } });
  const ids = rows.map(({ contentId }) => contentId);
  const events = new Map((await loadEvents(site, ids)).map((event) => [event.id, event]));
  return ids.flatMap((id) => events.get(id) ?? []);
}

const concert = event(
  'UID:concert@elsewhere',
  'DTSTAMP:20310101T000000Z',
  'DTSTART;TZID=Europe/Oslo:20310520T190000',
  'DTEND;TZID=Europe/Oslo:20310520T220000',
  'SUMMARY:Concert\\, loud <3',
  'DESCRIPTION:First line\\nSecond <b>bold</b> & co <script>x</script>',
  'LOCATION:The Barn\\nHill 1\\, Oslo',
  'GEO:59.9;10.7',
  'URL:https://elsewhere.example/concert',
  'CATEGORIES:Music,Live',
  'ORGANIZER;CN="Ada Lovelace":mailto:ada@example.org',
);

describe('An iCalendar import', () => {
  test('creates events with all supported properties', async () => {
    const { tally } = await importText(concert);
    expect(tally).toEqual({
      VEVENT: { inFile: 1, imported: 1, alreadyHere: 0, skipped: 0 },
      event: { inFile: 1, imported: 1, alreadyHere: 0, skipped: 0 },
    });
    const [imported] = await loadImported();
    expect(imported).toMatchObject({
      title: 'Concert, loud ‹3',
      status: 'publish',
      authorId: admin.id,
      startLocal: '2031-05-20T19:00:00',
      startUtc: '2031-05-20T17:00:00',
      endUtc: '2031-05-20T20:00:00',
      timezone: 'Europe/Oslo',
      website: 'https://elsewhere.example/concert',
    });
    expect(imported?.content.trim()).toBe('First line\nSecond <b>bold</b> &amp; co x');
    expect(imported?.terms.map(({ name }) => name)).toEqual(['Live', 'Music']);
    expect(imported?.venues[0]).toMatchObject({ title: 'The Barn', address: 'Hill 1, Oslo', latitude: 59.9, longitude: 10.7 });
    expect(imported?.organizers[0]).toMatchObject({ title: 'Ada Lovelace', email: 'ada@example.org' });
  });

  test('changes nothing when repeated, and applies a newer version of the file', async () => {
    await importText(concert);
    const [before] = await loadImported();
    setClock(createFrozenClock('2031-05-14T13:00:00Z'));
    const second = await importText(concert);
    expect([second.tally['event'], second.notes]).toEqual([{ inFile: 1, imported: 0, alreadyHere: 1, skipped: 0 }, []]);
    expect((await loadImported())[0]).toEqual(before);
    const newer = await importText(
      concert.map((line) => line.replace('T190000', 'T180000').replace('SUMMARY:', 'STATUS:CANCELLED\r\nSUMMARY:')),
    );
    expect(newer.notes.map(({ reason }) => reason)).toEqual(['an earlier import created it: updated']);
    const [after] = await loadImported();
    expect(after).toMatchObject({
      id: before?.id,
      startLocal: '2031-05-20T18:00:00',
      status: 'publish',
      customFields: { event_status: 'cancelled' },
    });
    await trashEvent(site, admin, before?.id as number);
    await importText(concert);
    expect((await loadImported()).map(({ status }) => status)).toEqual(['trash']);
    setClock(createFrozenClock('2031-05-14T12:00:00Z'));
  });

  test('stores nothing in a dry run', async () => {
    const { tally } = await importText(concert, { dryRun: true });
    expect([tally['event']?.imported, await loadImported()]).toEqual([1, []]);
  });

  test('creates each repetition of a rule, including moved and cancelled ones, and keeps the local time across a clock change', async () => {
    await importText([
      ...event(
        'UID:weekly',
        'DTSTART;TZID=Europe/Oslo:20311013T190000',
        'DURATION:PT2H',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;TZID=Europe/Oslo:20311020T190000',
        'SUMMARY:Choir',
      ),
      ...event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Oslo:20311103T190000',
        'DTSTART;TZID=Europe/Oslo:20311104T200000',
        'DTEND;TZID=Europe/Oslo:20311104T210000',
        'SUMMARY:Choir, a day later',
      ),
    ]);
    const events = await loadImported();
    expect(events.map(({ title, startLocal, startUtc }) => [title, startLocal, startUtc])).toEqual([
      ['Choir', '2031-10-13T19:00:00', '2031-10-13T17:00:00'],
      ['Choir', '2031-10-27T19:00:00', '2031-10-27T18:00:00'],
      ['Choir, a day later', '2031-11-04T20:00:00', '2031-11-04T19:00:00'],
    ]);
    expect(events.map(({ parentId }) => parentId)).toEqual([null, events[0]?.id, events[0]?.id]);
  });

  test('limits rules without end, and skips days that a month does not have', async () => {
    const { notes } = await importText(event('UID:endless', 'DTSTART;VALUE=DATE:20200229', 'RRULE:FREQ=YEARLY', 'SUMMARY:Leap day'));
    expect((await loadImported()).map(({ startLocal, endLocal, allDay }) => [startLocal, endLocal, allDay])).toEqual([
      ['2032-02-29T00:00:00', '2032-02-29T23:59:59', true],
    ]);
    expect(notes.map(({ reason }) => reason)).toEqual([
      'it repeats without end: occurrences of the past year and the next two years are imported',
    ]);
    const often = await importText(event('UID:often', 'DTSTART:20310101T000000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Tick'), { dryRun: true });
    expect(often.tally['event']?.imported).toBe(1000);
  });

  test('keeps the instant of times in the repeated hour, and creates the event once', async () => {
    const file = [
      'X-WR-TIMEZONE:Europe/Oslo',
      ...event('UID:first', 'DTSTART:20311026T003000Z', 'DTEND:20311026T004500Z', 'SUMMARY:First pass'),
      ...event('UID:second', 'DTSTART:20311026T013000Z', 'DTEND:20311026T014500Z', 'SUMMARY:Second pass'),
      ...event('UID:across', 'DTSTART;TZID=Europe/Oslo:20311026T024500', 'DTEND:20311026T011500Z', 'SUMMARY:Across'),
    ];
    const readTimes = async () =>
      (await loadImported()).map(({ title, timezone, startLocal, startUtc, endUtc }) => [title, timezone, startLocal, startUtc, endUtc]);
    await importText(file);
    const before = await readTimes();
    expect(before).toEqual([
      ['First pass', 'Europe/Oslo', '2031-10-26T02:30:00', '2031-10-26T00:30:00', '2031-10-26T00:45:00'],
      ['Across', 'Europe/Oslo', '2031-10-26T02:45:00', '2031-10-26T00:45:00', '2031-10-26T01:15:00'],
      ['Second pass', 'Europe/Oslo', '2031-10-26T02:30:00', '2031-10-26T01:30:00', '2031-10-26T01:45:00'],
    ]);
    expect((await importText(file)).notes).toEqual([]);
    expect(await readTimes()).toEqual(before);
  });

  test('understands all-day events, Windows time zones, and zones that are defined in the file', async () => {
    await importText([
      'BEGIN:VTIMEZONE',
      'TZID:Own',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0130',
      'TZOFFSETTO:+0130',
      'END:STANDARD',
      'END:VTIMEZONE',
      ...event('UID:1', 'DTSTART;VALUE=DATE:20310601', 'DTEND;VALUE=DATE:20310603', 'SUMMARY:Two days'),
      ...event(
        'UID:2',
        'DTSTART;TZID=W. Europe Standard Time:20310603T100000',
        'DTEND;TZID=W. Europe Standard Time:20310603T110000',
        'SUMMARY:Windows',
      ),
      ...event('UID:3', 'DTSTART;TZID=Own:20310604T100000', 'SUMMARY:Own'),
    ]);
    expect((await loadImported()).map(({ title, startUtc, endLocal, timezone }) => [title, startUtc, endLocal, timezone])).toEqual([
      ['Two days', '2031-06-01T00:00:00', '2031-06-02T23:59:59', 'UTC'],
      ['Windows', '2031-06-03T08:00:00', '2031-06-03T11:00:00', 'Europe/Berlin'],
      ['Own', '2031-06-04T08:30:00', '2031-06-04T08:30:00', 'UTC'],
    ]);
  });

  test('refuses a broken file with line and reason, and stores nothing', async () => {
    const file = path.join(folder, 'broken.ics');
    const refusal = async (text: string | Buffer) => {
      await writeFile(file, text);
      return await importFile(file).then(
        () => 'imported',
        (error: Error) => error.message,
      );
    };
    const good = concert.join('\r\n');
    expect(await refusal('')).toBe('line 1: the file is empty');
    expect(await refusal('<html>')).toBe('line 1: this is not a calendar: it has no BEGIN:VCALENDAR');
    expect(await refusal(`BEGIN:VCALENDAR\r\n${good}\r\n`)).toMatch(/^line 14: the file ends before END:VCALENDAR/);
    expect(await refusal(Buffer.from(`BEGIN:VCALENDAR\r\n${good}\r\nX-NAME:\xca\xee\xed\xf6\xe5\xf0\xf2\r\nEND:VCALENDAR`, 'latin1'))).toBe(
      'line 15: the file is not UTF-8, and its encoding is unclear: save it as UTF-8',
    );
    expect(await loadImported()).toEqual([]);
  });

  test('skips an unreadable line without losing the event', async () => {
    const alarm = ['BEGIN:VALARM', 'no property', 'END:VALARM'];
    const { tally, notes } = await importText([
      'no property of the calendar',
      ...event('UID:1', 'DTSTART:20310601T100000Z', 'SUMMARY:Whole'),
      ...event('UID:2', 'DTSTART:20310602T100000Z', 'SUMMARY:Broken', 'this is not a property'),
      ...event('UID:3', 'DTSTART:20310603T100000Z', 'SUMMARY:With an alarm', ...alarm),
      ...event('UID:4', 'DTSTART:sometime', 'SUMMARY:Without a start'),
    ]);
    expect(tally['VEVENT']).toEqual({ inFile: 4, imported: 3, alreadyHere: 0, skipped: 1 });
    expect((await loadImported()).map(({ title }) => title)).toEqual(['Whole', 'Broken', 'With an alarm']);
    const reason = 'a line cannot be read: it was left out';
    expect(notes.map((note) => [note.line, note.outcome, note.sourceId, note.reason])).toEqual([
      [4, 'changed', '', reason],
      [14, 'changed', '2', reason],
      [21, 'changed', '', reason],
      [24, 'skipped', '4', 'its time cannot be read'],
    ]);
  });

  test('keeps numeric category names', async () => {
    await importText(event('UID:1', 'DTSTART:20310601T100000Z', 'SUMMARY:Party', 'CATEGORIES:2031,Music,1980'));
    expect((await loadImported())[0]?.terms.map(({ name }) => name).sort()).toEqual(['1980', '2031', 'Music']);
  });

  test('of a series with too many repetitions adds the next ones when repeated', async () => {
    const lines = event('UID:daily', 'DTSTART:20280601T070000Z', 'RRULE:FREQ=DAILY;COUNT=1200', 'SUMMARY:Walk');
    const first = await importText(lines);
    expect(first.tally['event']).toEqual({ inFile: 1200, imported: 1000, alreadyHere: 0, skipped: 200 });
    expect(first.notes.map(({ detail }) => detail)).toEqual(['left out: 200, from 2028-06-01 to 2028-12-17']);
    const second = await importText(lines);
    expect(second.tally['event']).toEqual({ inFile: 1200, imported: 200, alreadyHere: 1000, skipped: 0 });
    const events = await loadImported();
    expect([events.length, new Set(events.map(({ startUtc }) => startUtc)).size]).toEqual([1200, 1200]);
    expect((await importText(lines)).tally['event']).toEqual({ inFile: 1200, imported: 0, alreadyHere: 1200, skipped: 0 });
  });

  test('recognizes events without UID by start and name', async () => {
    const lines = [1, 2].flatMap((n) => event('DTSTART;VALUE=DATE:20310601', 'SUMMARY:Open day', `DESCRIPTION:Number ${n}`));
    expect((await importText(lines)).tally['event']).toMatchObject({ inFile: 2, imported: 2 });
    expect((await importText(lines)).tally['event']).toMatchObject({ imported: 0, alreadyHere: 2 });
    expect((await loadImported()).map(({ content }) => content)).toEqual(['Number 1', 'Number 2']);
  });

  test('restores an export of this site unchanged', async () => {
    await importText([
      ...concert,
      ...event('UID:day', 'DTSTART;VALUE=DATE:20310601', 'SUMMARY:Day'),
      ...event('UID:off', 'DTSTART:20310602T100000Z', 'DTEND:20310602T110000Z', 'STATUS:CANCELLED', 'SUMMARY:Off'),
    ]);
    const readTimes = async () =>
      (await loadImported()).map(({ title, startUtc, endUtc, startLocal, timezone, allDay, customFields, venues }) => [
        title,
        startUtc,
        endUtc,
        startLocal,
        timezone,
        allDay,
        customFields,
        venues[0]?.title,
      ]);
    const before = await readTimes();
    const file = path.join(folder, 'own.ics');
    await writeFile(file, writeCalendar(site, { name: 'Own', url: 'http://site.test/', events: await loadImported() }));
    await site.db.prisma.content.deleteMany({ where: { kind: 'event' } });
    await importFile(file);
    expect(await readTimes()).toEqual(before);
  });
});

const real = findRealFiles('ics');

describeUnless(real.missing, 'Calendar files of other programs', () => {
  test.each(real.names)('%s is imported completely, and only once', async (name) => {
    const file = path.join(real.folder, name);
    const first = await importFile(file);
    for (const account of Object.values(first.tally)) expect(account.inFile).toBe(account.imported + account.alreadyHere + account.skipped);
    expect((await loadImported()).length).toBe(first.tally['event']?.inFile ?? 0);
    const second = await importFile(file);
    expect(second.tally['event']?.imported ?? 0).toBe(0);
    expect(second.notes.filter(({ reason }) => reason.includes('brought up to date'))).toEqual([]);
    expect((await loadImported()).length).toBe(first.tally['event']?.inFile ?? 0);
  });
});
