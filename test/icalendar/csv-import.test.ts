import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadEvents, loadOrganizers, loadVenues } from '#app/domains/events/event.reader.ts';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { parseMoment } from '#app/domains/transfer/events-csv/parse-moment.ts';
import { tableFields } from '#app/domains/transfer/events-csv/table-fields.ts';
import type { ImportOptions } from '#app/domains/transfer/importer.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { runImporter } from '../transfer/support.ts';

let site: TestSite;
let folder: string;

beforeAll(async () => {
  site = await openTestSite();
  await makeUser(site, 'administrator');
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-csv-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await site.db.prisma.ticket.deleteMany();
  await site.db.prisma.content.deleteMany({ where: { kind: { in: ['event', 'venue', 'organizer'] } } });
});

async function importText(text: string | Uint8Array, options: Partial<ImportOptions> = {}) {
  const file = path.join(folder, 'table.csv');
  await writeFile(file, text);
  return await runImporter(csvImporter, site, file, options);
}

const idsOf = async (kind: string) =>
  (await site.db.prisma.content.findMany({ where: { kind }, orderBy: { id: 'asc' }, select: { id: true } })).map(({ id }) => id);

const events = `Event Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event,Event Venue Name,Event Organizer Name,Event Cost,Event Category,Event Website,Event Timezone,Hide,Sticky,Featured Image
Concert,"Two
lines, one cell",5/20/2031,7:30 PM,5/20/2031,22:00:00,no,The Barn,Ada,20$,"Music, Live",https://elsewhere.example,Europe/Oslo,true,yes,84
Fair,,2031-06-01,,"June 3, 2031",,TRUE,the barn,,,,,
No start,,soon,,,,,,,,,,
`;

describe('A CSV import', () => {
  test('of events creates venues, organizers and categories, and reports what it left out', async () => {
    const { tally, notes } = await importText(events);
    expect(tally).toEqual({ event: { inFile: 3, imported: 2, alreadyHere: 0, skipped: 1 } });
    expect(notes.map(({ line, outcome, title, reason }) => [line, outcome, title, reason])).toEqual([
      [2, 'changed', 'Concert', 'its image is an ID of the other site'],
      [5, 'skipped', 'No start', 'its start is not a time'],
    ]);
    const [concert, fair] = (await loadEvents(site, await idsOf('event'))).sort((a, b) => a.id - b.id);
    expect(concert).toMatchObject({
      title: 'Concert',
      startLocal: '2031-05-20T19:30:00',
      endUtc: '2031-05-20T20:00:00',
      timezone: 'Europe/Oslo',
      costs: ['20$'],
      website: 'https://elsewhere.example',
      hideFromListings: true,
      menuOrder: -1,
      status: 'publish',
    });
    expect(concert?.terms.map(({ name }) => name)).toEqual(['Live', 'Music']);
    expect([concert?.venues[0]?.title, concert?.organizers[0]?.title]).toEqual(['The Barn', 'Ada']);
    expect(fair).toMatchObject({ allDay: true, startLocal: '2031-06-01T00:00:00', endLocal: '2031-06-03T23:59:59', timezone: 'UTC' });
    expect((await loadVenues(site, await idsOf('venue'))).map(({ title }) => title)).toEqual(['The Barn']);
  });

  test('creates each event once, and none in a dry run', async () => {
    expect((await importText(events, { dryRun: true })).tally['event']).toEqual({ inFile: 3, imported: 2, alreadyHere: 0, skipped: 1 });
    expect(await idsOf('event')).toEqual([]);
    await importText(events);
    expect((await importText(events)).tally['event']).toEqual({ inFile: 3, imported: 0, alreadyHere: 2, skipped: 1 });
    expect((await idsOf('event')).length).toBe(2);
  });

  test('of venues and of organizers keeps all columns', async () => {
    await importText(
      'Venue Name,Venue Country,Venue Address,Venue Address 2,Venue City,Venue State/Province,Venue Zip,Venue Phone,Venue Description\nThe Barn,Norway,Hill 1,left,Oslo,Viken,0150,+47 22,Red\nBare,,,\n',
    );
    await importText(
      'Organizer Name,Organizer Email,Organizer Website,Organizer Phone,Description\nAda,ada@example.org,https://ada.example,123,Counts\n',
    );
    expect((await loadVenues(site, await idsOf('venue'))).find(({ title }) => title === 'The Barn')).toMatchObject({
      address: 'Hill 1 left',
      city: 'Oslo',
      country: 'Norway',
      stateProvince: 'Viken',
      zip: '0150',
      phone: '+47 22',
      content: 'Red',
    });
    expect((await loadOrganizers(site, await idsOf('organizer')))[0]).toMatchObject({
      title: 'Ada',
      email: 'ada@example.org',
      website: 'https://ada.example',
      phone: '123',
      content: 'Counts',
    });
  });

  test('keeps angle brackets in names that look like markup', async () => {
    const names = ['<Soup Kitchen International', 'Ann <3 Bob', '<i>Big</i> Barn', '<b></b>'];
    const { tally } = await importText(`Venue Name,Venue City\n${names.map((name) => `${name},Oslo`).join('\n')}\n`);
    expect(tally['venue']).toEqual({ inFile: 4, imported: 4, alreadyHere: 0, skipped: 0 });
    const titles = (await loadVenues(site, await idsOf('venue'))).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Ann ‹3 Bob', 'Big Barn', '‹Soup Kitchen International', '‹b›‹/b›'].toSorted());
  });

  test('of RSVP tickets puts them on sale at the named event, and skips rows without a known event', async () => {
    const tickets = [
      'Event Name,Ticket Name,Ticket Description,Start Sale Date,Start Sale Time,End Sale Date,End Sale Time,Stock',
      'Concert,Seat,"Bring, it",5/1/2031,9:00 AM,"May 19, 2031",8:00 PM,100',
      'concert,Standing,,,,,,',
      'Nowhere,Seat,,,,,,1',
      'Concert,Odd,,,,,,many',
    ].join('\n');
    expect((await importText(tickets)).tally['ticket']).toEqual({ inFile: 4, imported: 0, alreadyHere: 0, skipped: 4 });
    await importText(events);
    const [concert] = await idsOf('event');
    const { tally, notes } = await importText(tickets);
    expect(tally['ticket']).toEqual({ inFile: 4, imported: 2, alreadyHere: 0, skipped: 2 });
    expect(notes.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
      [5, 'skipped', 'its stock is not a number'],
      [4, 'skipped', 'there is no event "Nowhere"'],
    ]);
    const listTickets = () => site.db.prisma.ticket.findMany({ where: { postId: concert as number }, orderBy: { id: 'asc' } });
    const [seat, standing] = await listTickets();
    expect(seat).toMatchObject({ provider: 'rsvp', title: 'Seat', description: 'Bring, it', stockMode: 'own', capacity: 100, stock: 100 });
    expect([seat?.startDate, seat?.startTime, seat?.endDate, seat?.endTime]).toEqual(['2031-05-01', '09:00:00', '2031-05-19', '20:00:00']);
    expect(standing).toMatchObject({ title: 'Standing', manageStock: false, capacity: -1, startDate: '' });
    expect((await importText(tickets)).tally['ticket']).toEqual({ inFile: 4, imported: 0, alreadyHere: 2, skipped: 2 });
    expect((await listTickets()).length).toBe(2);
  });

  test('of an event in a skipped hour creates it once', async () => {
    const skipped = 'Event Name,Event Start Date,Event Start Time,Event Timezone\nEarly,2031-03-30,02:30,Europe/Oslo\n';
    await importText(skipped);
    expect((await importText(skipped)).tally['event']).toMatchObject({ imported: 0, alreadyHere: 1 });
  });

  const listStarts = async () =>
    (await loadEvents(site, await idsOf('event'))).map(
      ({ title, startLocal, allDay }) => `${title} ${startLocal}${allDay ? ' all day' : ''}`,
    );

  test('detects whether dates have the day or the month first', async () => {
    const table = (...days: string[]) =>
      `Event Name,Event Start Date,Event Start Time\n${days.map((day, i) => `E${i},${day},19:30`).join('\n')}\n`;
    for (const [days, starts] of [
      [
        ['11/19/14', '5/6/14'],
        ['E0 2014-11-19T19:30:00', 'E1 2014-05-06T19:30:00'],
      ],
      [
        ['19/11/14', '5/6/14'],
        ['E0 2014-11-19T19:30:00', 'E1 2014-06-05T19:30:00'],
      ],
      [['5/6/2014'], ['E0 2014-05-06T19:30:00']],
      [
        ['5.6.2014', '2014/6/5', '5 June 2014'],
        ['E0 2014-06-05T19:30:00', 'E1 2014-06-05T19:30:00', 'E2 2014-06-05T19:30:00'],
      ],
    ] as const) {
      await importText(table(...days));
      expect(await listStarts()).toEqual(starts);
      await site.db.prisma.content.deleteMany({ where: { kind: 'event' } });
    }
  });

  test('with dates of both orders skips ambiguous dates', async () => {
    const { tally, notes } = await importText(
      'Event Name,Event Start Date,Event Start Time\nA,13/5/2031,9:00\nB,5/13/2031,9:00\nC,5/6/2031,9:00\n',
    );
    expect(tally['event']).toMatchObject({ imported: 2, skipped: 1 });
    expect(notes.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'its start is ambiguous: the table has dates with the day first and dates with the month first'],
    ]);
    expect(await listStarts()).toEqual(['A 2031-05-13T09:00:00', 'B 2031-05-13T09:00:00']);
  });

  test('of a table of another program uses the given column mapping', async () => {
    const columns = new Map([
      ['Subject', 'event name'],
      ['start date', 'event start date'],
      ['End Date', 'event end date'],
      ['Venue', 'event venue name'],
    ]);
    const text = 'Subject,Start Date,End Date,Venue,Event Name\nPyCon,2031-05-10,2031-05-12,The Barn,not this\n';
    expect((await importText(text, { columns })).tally['event']).toMatchObject({ imported: 1 });
    expect(await listStarts()).toEqual(['PyCon 2031-05-10T00:00:00 all day']);
    await expect(importText(text, { columns: new Map([['Topic', 'event name']]) })).rejects.toThrow(
      'line 1: there is no column "topic" to map. The columns are subject, start date, end date, venue, event name',
    );
  });

  test('reads exactly the listed columns', () => {
    const source = ['row-inputs.ts', 'csv-importer.ts']
      .map((name) => readFileSync(`src/domains/transfer/events-csv/${name}`, 'utf8'))
      .join('');
    const read = [...source.matchAll(/\b(?:cell|has)\(((?:'[^']*'|[^()'])*)\)/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name),
    );
    expect(new Set(read)).toEqual(new Set(tableFields));
  });

  test('detects the separator and the matching date order', async () => {
    const text = (separator: string, ...rows: string[][]) =>
      [['Event Name', 'Event Start Date', 'Event Start Time', 'Event End Date', 'Event End Time'], ...rows]
        .map((row) => row.join(separator))
        .join('\r\n');
    const row = ['Abend, lang', '01.03.2027', '20:00 Uhr', '01.03.2027', '22.00'];
    for (const [table, separator, order] of [
      [`\ufeff${text(';', row)}\r\n`, 'semicolon', 'day first, as in 31/12/2031 (assumed: no date shows it)'],
      [text(';', row.with(1, '01/03/2027').with(3, '1/3/2027')), 'semicolon', 'day first, as in 31/12/2031 (assumed: no date shows it)'],
      [text('\t', row.with(1, 'Mo 01.03.2027'), ['', '', '', '', '']), 'tab', 'day first, as in 31/12/2031 (assumed: no date shows it)'],
      [text('|', row.with(1, '1. März 2027').with(3, '2027-03-01')), 'vertical bar', undefined],
      [`sep=;\r\n${text(';', row)}`, 'semicolon', 'day first, as in 31/12/2031 (assumed: no date shows it)'],
      [
        text(',', row.with(0, '"Abend, lang"'), ['Other', '31.3.2027', '20h30', '', '']),
        'comma',
        'day first, as in 31/12/2031 (dates of the table show it)',
      ],
    ] as const) {
      const { assumptions } = await importText(table);
      expect(assumptions).toEqual({ encoding: 'UTF-8', separator, ...(order !== undefined && { 'date order': order }) });
      const [event] = await loadEvents(site, await idsOf('event'));
      expect(event).toMatchObject({ title: 'Abend, lang', startLocal: '2027-03-01T20:00:00', endLocal: '2027-03-01T22:00:00' });
      await site.db.prisma.content.deleteMany({ where: { kind: 'event' } });
    }
  });

  test('reports an end before the start and duplicate rows, and keeps a quote within a cell', async () => {
    const { tally, notes } = await importText(
      [
        'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Description',
        'Late,2031-05-20,22:00,,02:00,a 5" pipe',
        'Back,2031-05-20,20:00,2031-05-20,18:00,',
        'Days,2031-05-20,20:00,2031-05-19,21:00,',
        'late,2031-05-20,22:00,,03:00,',
      ].join('\n'),
    );
    expect(tally['event']).toEqual({ inFile: 4, imported: 3, alreadyHere: 0, skipped: 1 });
    expect(notes.map(({ line, outcome, reason, detail }) => [line, outcome, reason, detail])).toEqual([
      [2, 'changed', 'it has no end date and an end time before its start time: it ends on the next day', '02:00'],
      [3, 'changed', 'its end is before its start: it ends when it starts', '2031-05-20 18:00'],
      [4, 'changed', 'its end is before its start: it ends when it starts', '2031-05-19 21:00'],
      [5, 'skipped', 'the same item occurs earlier in the table', 'line 2'],
    ]);
    const events = await loadEvents(site, await idsOf('event'));
    expect(events.map(({ title, endLocal, content }) => [title, endLocal, content])).toEqual([
      ['Late', '2031-05-21T02:00:00', 'a 5" pipe'],
      ['Back', '2031-05-20T20:00:00', ''],
      ['Days', '2031-05-20T20:00:00', ''],
    ]);
  });

  test('reads Latin-1 and UTF-16 and reports the encoding', async () => {
    const text = 'Event Name,Event Start Date,Event Start Time\nCafé für Zoë – “Füße”,2031-05-20,19:30\n';
    const windows1252 = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    for (const [bytes, encoding] of [
      [windows1252, 'Windows-1252'],
      [utf16, 'UTF-16'],
    ] as const) {
      const { notes } = await importText(bytes);
      expect(notes.map(({ reason }) => reason)).toEqual([`it is not UTF-8: it was read as ${encoding}`]);
      expect(await listStarts()).toEqual(['Café für Zoë – “Füße” 2031-05-20T19:30:00']);
      await site.db.prisma.content.deleteMany({ where: { kind: 'event' } });
    }
  });

  test('refuses a file without a recognizable encoding and names the line', async () => {
    const head = Buffer.from('Event Name,Event Start Date\n');
    const mixed = Buffer.concat([head, Buffer.from('Café,2031-01-01\n'), Buffer.from('Caf\xe9,2031-01-02\n', 'latin1')]);
    await expect(importText(mixed)).rejects.toThrow('line 3: it is not UTF-8, though other lines are');
    const undefinedByte = Buffer.concat([head, Buffer.from([0x4d, 0x81, 0x6c, 0x2c, 0x0a])]);
    await expect(importText(undefinedByte)).rejects.toThrow(/^line 2: its encoding is unclear/);
    expect(await idsOf('event')).toEqual([]);
  });

  test('refuses a broken file with line and reason, and stores nothing', async () => {
    await expect(importText('Event Name,Event Start Date\n')).rejects.toThrow('line 1: the table has a header row and no other rows');
    await expect(importText('')).rejects.toThrow('line 1: the file is empty');
    await expect(importText('Colour,Taste\nred,sweet\n')).rejects.toThrow(/^line 1: its columns are neither/);
    await expect(importText('Event Name,Event Start Date\nGood,2031-01-01\n"Bad,2031-01-02\n')).rejects.toThrow(/^line \d+: /);
    expect(await idsOf('event')).toEqual([]);
  });

  test.each([
    ['11/19/2014', '7:30:00', '2014-11-19T07:30:00'],
    ['May 11, 2016', '9:00 AM', '2016-05-11T09:00:00'],
    ['2014-11-19', '12:05 am', '2014-11-19T00:05:00'],
    ['2014-11-19', '12 pm', '2014-11-19T12:00:00'],
    ['2014-11-19', '', '2014-11-19T00:00:00'],
    ['19/11/2014', '', undefined],
    ['2014-11-19', '25:00', undefined],
    ['2014-11-19', '20.00', '2014-11-19T20:00:00'],
    ['2014-11-19', '20h30', '2014-11-19T20:30:00'],
    ['2014-11-19', '20 h', '2014-11-19T20:00:00'],
    ['2014-11-19', 'à 20 h 30', '2014-11-19T20:30:00'],
    ['2014-11-19', '20:00 Uhr', '2014-11-19T20:00:00'],
    ['2014-11-19', 'um 20 Uhr', '2014-11-19T20:00:00'],
    ['2014-11-19', '8:30 p. m.', '2014-11-19T20:30:00'],
    ['2014-11-19', '20:30 horas', '2014-11-19T20:30:00'],
    ['2014-11-19', '20 songs', undefined],
    ['Mon, May 20th, 2031', '', '2031-05-20T00:00:00'],
    ['Sat 3-May-31', '', '2031-05-03T00:00:00'],
    ['Montag, 3. März 2031', '', '2031-03-03T00:00:00'],
    ['Mo., 3. Dez. 2031', '', '2031-12-03T00:00:00'],
    ['3.Jänner 2031', '', '2031-01-03T00:00:00'],
    ['Mo 13.05.2031', '', undefined],
    ['mardi 1er août 2031', '', '2031-08-01T00:00:00'],
    ['mar 4 févr. 2031', '', '2031-02-04T00:00:00'],
    ['le 14 juil. 2031', '', '2031-07-14T00:00:00'],
    ['miércoles, 3 de septiembre de 2031', '', '2031-09-03T00:00:00'],
    ['mar. 3 mar. 2031', '', '2031-03-03T00:00:00'],
    ['14 jui 2031', '', undefined],
    ['3 Mayhem 2031', '', undefined],
    ['20. Mai 2031, 19.30 Uhr', '', '2031-05-20T19:30:00'],
    ['20 mai 2031 à 20h30', '', '2031-05-20T20:30:00'],
    ['2031-05-20 00:00:00', '19:30', '2031-05-20T19:30:00'],
    ['31 February 2031', '', undefined],
    ['', '9:00', undefined],
  ])('reads "%s" and "%s" as %s', (day, clock, wall) => expect(parseMoment(day, clock)).toBe(wall));
});

const real = findRealFiles('csv');

const ticketIds = async () => (await site.db.prisma.ticket.findMany({ select: { id: true } })).map(({ id }) => id);

describeUnless(real.missing, 'A CSV file of another site', () => {
  test.each(real.names)('%s is imported completely, and only once', async (name) => {
    const file = path.join(real.folder, name);
    if (name.startsWith('rsvp-')) await importText('Event Name,Event Start Date\nSome Event,2031-01-01\nAnother Event,2031-01-01\n');
    const [[kind, first] = ['', undefined]] = Object.entries((await runImporter(csvImporter, site, file)).tally);
    expect(first?.inFile).toBe((first?.imported ?? 0) + (first?.alreadyHere ?? 0) + (first?.skipped ?? 0));
    expect(first?.inFile).toBe({ event: 4, venue: 10, organizer: 4, ticket: 3 }[kind]);
    expect([first?.imported, (await (kind === 'ticket' ? ticketIds() : idsOf(kind))).length]).toEqual([first?.inFile, first?.inFile]);
    const second = (await runImporter(csvImporter, site, file)).tally[kind];
    expect([second?.imported, second?.alreadyHere]).toEqual([0, first?.imported]);
  });
});
