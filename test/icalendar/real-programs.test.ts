import { describe, expect, test } from 'vitest';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-28T12:00:00Z');
const options = {
  now,
  from: new Date(now.getTime() - 366 * DAY_MS),
  until: new Date(now.getTime() + 732 * DAY_MS),
  maxOccurrences: 1_000,
  siteZone: 'UTC',
};

const good = ['BEGIN:VEVENT', 'UID:good', 'SUMMARY:Good evening', 'DTSTART:20270105T190000Z', 'DTEND:20270105T210000Z', 'END:VEVENT'];
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT'];
const calendarOf = (...lines: string[]) => Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));

/** Returns the times of the events in a file, without those of the valid first event, and the notes. */
function readBytes(bytes: Buffer) {
  const { entries, notes } = readCalendar(bytes, options);
  const others = entries.filter(({ key }) => key !== 'good');
  const short = (instant: Date) => instant.toISOString().slice(0, 16);
  return {
    entries: others,
    days: others.map(({ startWall }) => startWall.slice(0, 10)),
    times: others.map(({ startInstant, endInstant }) => [short(startInstant), short(endInstant)]),
    notes: notes.map(({ reason, detail }) => (detail === '' ? reason : `${reason} | ${detail}`)),
    outcomes: notes.map(({ outcome, key, title, line }) => ({ outcome, key, title, line })),
    hasGoodEvent: entries.length > others.length,
  };
}
const readEvent = (...lines: string[]) => readBytes(calendarOf(...good, ...event(...lines)));
const readDays = (...rule: string[]) => readEvent(...rule).days;

describe('An unreadable value', () => {
  test.each([
    ['RRULE', ['DTSTART;VALUE=DATE:20270101', 'RRULE:'], ['2027-01-01'], 'it is empty'],
    ['RRULE', ['DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=FORTNIGHTLY'], ['2027-01-01'], 'its FREQ is missing or unknown'],
    ['RRULE', ['DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=DAILY;COUNT=3;UNTIL=soon'], ['2027-01-01'], '"SOON" is not a date or time'],
    [
      'EXDATE',
      ['DTSTART;VALUE=DATE:20270303', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE;VALUE=DATE:'],
      ['2027-03-03', '2027-03-10'],
      'it is empty',
    ],
    ['DTEND', ['DTSTART:20270101T100000Z', 'DTEND:20270230T100000Z'], ['2027-01-01'], '"20270230T100000Z" is not an existing date or time'],
    ['DTEND', ['DTSTART:20270101T100000Z', 'DTEND:20260101T100000Z'], ['2027-01-01'], 'it ends before it starts'],
    ['DURATION', ['DTSTART:20270101T100000Z', 'DURATION:P999999999999999999W'], ['2027-01-01'], '"P999999999999999999W" is not a duration'],
    ['DURATION', ['DTSTART:20270101T100000Z', 'DURATION:P9999999W'], ['2027-01-01'], 'it lasts longer than 68 years'],
  ])('of %s affects nothing else (%j)', (property, lines, days, detail) => {
    const result = readEvent(...lines);
    expect(result.hasGoodEvent).toBe(true);
    expect(result.days).toEqual(days);
    expect(result.notes).toEqual([`its ${property} cannot be read: it was left out | ${detail}`]);
    expect(result.outcomes).toEqual([{ outcome: 'changed', key: 'one', title: 'One', line: 9 }]);
  });

  test('of the start skips the event', () => {
    const result = readEvent('DTSTART:next year');
    expect([result.hasGoodEvent, result.days]).toEqual([true, []]);
    expect(result.notes).toEqual(['its time cannot be read | "next year" is not a date or time']);
    expect(result.outcomes).toEqual([{ outcome: 'skipped', key: 'one', title: 'One', line: 9 }]);
  });

  test('in an unusual format with a clear meaning is still read', () => {
    const periods = 'RDATE;VALUE=PERIOD:20270412T090000Z/20270412T123000Z,20270419T090000Z/PT2H';
    expect(readEvent('DTSTART:20270405T090000Z', 'DTEND:20270405T100000Z', periods).times).toEqual([
      ['2027-04-05T09:00', '2027-04-05T10:00'],
      ['2027-04-12T09:00', '2027-04-12T12:30'],
      ['2027-04-19T09:00', '2027-04-19T11:00'],
    ]);
    expect(readEvent('DTSTART:20270405T0900Z', 'DTEND:2027-04-05T10:00:00Z').times).toEqual([['2027-04-05T09:00', '2027-04-05T10:00']]);
    expect(readEvent('DTSTART;VALUE=DATE:20270405T090000', 'DURATION:PT1W').times).toEqual([['2027-04-05T09:00', '2027-04-12T09:00']]);
  });
});

describe('Recurrence rules', () => {
  test.each([
    ['DTSTART:20260331T090000Z', 'FREQ=DAILY;BYMONTH=8,3;BYMONTHDAY=-1;COUNT=3', ['2026-03-31', '2026-08-31', '2027-03-31']],
    [
      'DTSTART;VALUE=DATE:20260531',
      'FREQ=YEARLY;BYMONTH=5,6;BYMONTHDAY=-1;COUNT=4',
      ['2026-05-31', '2026-06-30', '2027-05-31', '2027-06-30'],
    ],
    ['DTSTART;VALUE=DATE:20240229', 'FREQ=YEARLY;COUNT=3', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['DTSTART;TZID=Europe/Berlin:20270105T190000', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270119', ['2027-01-05', '2027-01-12', '2027-01-19']],
    ['DTSTART;TZID=America/New_York:20270104T183000', 'FREQ=WEEKLY;UNTIL=20270118T183000', ['2027-01-04', '2027-01-11', '2027-01-18']],
    ['DTSTART;TZID=Asia/Tokyo:20270104T103000', 'FREQ=DAILY;UNTIL=20270106T093000', ['2027-01-04', '2027-01-05']],
    ['DTSTART;VALUE=DATE:20270104', 'FREQ=DAILY;UNTIL=20270106T000000Z', ['2027-01-04', '2027-01-05', '2027-01-06']],
    ['DTSTART;VALUE=DATE:20270131', 'FREQ=MONTHLY;COUNT=3', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['DTSTART;VALUE=DATE:20270129', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['2027-01-29', '2027-02-26', '2027-03-31']],
    ['DTSTART;VALUE=DATE:20270517', 'FREQ=YEARLY;BYWEEKNO=20;COUNT=2', ['2027-05-17', '2028-05-15']],
    ['DTSTART;VALUE=DATE:20270110', 'FREQ=MONTHLY;INTERVAL=5;BYMONTH=1,6;COUNT=3', ['2027-01-10', '2027-06-10', '2032-01-10']],
    ['DTSTART;VALUE=DATE:20270104', 'freq=weekly; byday=MO, WE ;count=3;', ['2027-01-04', '2027-01-06', '2027-01-11']],
    // the start is the first repetition even if the rule does not match it (RFC 5545, 3.8.5.3)
    ['DTSTART;VALUE=DATE:20270104', 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', ['2027-01-04', '2027-01-05', '2027-01-12']],
  ])('from %s with %s repeat correctly', (start, rule, expected) => expect(readDays(start, `RRULE:${rule}`)).toEqual(expected));

  test.each([
    ['EXDATE;VALUE=DATE:20270111', 'DTSTART;TZID=Europe/Berlin:20270104T183000'],
    ['EXDATE:20270111T173000Z', 'DTSTART;TZID=Europe/Berlin:20270104T183000'],
    ['EXDATE:20270111T000000', 'DTSTART;VALUE=DATE:20270104'],
    ['EXRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=1\r\nEXDATE:20270111', 'DTSTART;VALUE=DATE:20270104'],
  ])('skip the dates of %s (%s)', (exception, start) => {
    const days = readDays(start, 'RRULE:FREQ=WEEKLY;COUNT=3', exception);
    expect(days).toEqual(exception.startsWith('EXRULE') ? ['2027-01-18'] : ['2027-01-04', '2027-01-18']);
  });

  test('that match no time or a very large number of times end', () => {
    for (const rule of [
      'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31',
      'FREQ=SECONDLY',
      'FREQ=SECONDLY;COUNT=999999999',
      'FREQ=SECONDLY;UNTIL=99981231T000000Z',
      'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2;COUNT=1',
      'FREQ=HOURLY;INTERVAL=24;BYHOUR=3;COUNT=5',
      'FREQ=YEARLY;INTERVAL=999999999;COUNT=5',
      'FREQ=YEARLY;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11,12;BYMINUTE=0,1,2,3,4,5,6;BYHOUR=0,1,2,3,4,5,6;BYDAY=MO,TU;BYSETPOS=-1,366',
    ]) {
      const startedAt = performance.now();
      const result = readEvent('DTSTART:00021231T020000Z', `RRULE:${rule}`);
      expect(result.entries.length, rule).toBeLessThanOrEqual(1_000);
      expect(result.notes.length, rule).toBeLessThanOrEqual(3);
      expect(performance.now() - startedAt, rule).toBeLessThan(5_000);
    }
  });
});

describe('A long series', () => {
  const daily = ['DTSTART:20200101T070000Z', 'RRULE:FREQ=DAILY;UNTIL=20271231T070000Z'];

  test('returns upcoming repetitions first and reports omitted ones, without counting known ones', () => {
    const { days, notes, entries } = readEvent(...daily);
    expect([days.length, days[0], days.at(-1)]).toEqual([1_000, '2025-04-06', '2027-12-31']);
    expect(notes).toEqual([
      'it has too many occurrences: upcoming ones are imported first; repeat the import for the next ones | left out: 1922, from 2020-01-01 to 2025-04-05',
    ]);
    const known = new Set(entries.map(({ key }) => key));
    const second = readCalendar(calendarOf(...event(...daily)), { ...options, isKnown: (key) => known.has(key) });
    expect([second.entries.length, second.leftOut.get('one')]).toEqual([2_000, 922]);
    expect(second.entries.slice(0, 1_000).every(({ key }) => known.has(key))).toBe(true);
    expect(
      second.entries
        .slice(1_000)
        .map(({ startWall }) => startWall.slice(0, 10))
        .sort()[0],
    ).toBe('2022-07-11');
  });
});

describe('Time zones', () => {
  const inZone = (tzid: string, ...before: string[]) =>
    readBytes(calendarOf(...before, ...good, ...event(`DTSTART;TZID=${tzid}:20270705T090000`))).entries.map(
      ({ timezone, startInstant }) => [timezone, startInstant.toISOString().slice(11, 16)],
    );

  test.each([
    ['"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York', '13:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York', '13:00'],
    ['"(UTC-08:00) Pacific Time (US & Canada)"', 'America/Los_Angeles', '16:00'],
    ['"(UTC-07:00) Arizona"', 'America/Phoenix', '16:00'],
    ['"(UTC) Coordinated Universal Time"', 'UTC', '09:00'],
    ['"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"', 'Europe/Dublin', '08:00'],
    ['/Europe/Stockholm', 'Europe/Stockholm', '07:00'],
    ['/softwarestudio.org/Olson_20011030_5/America/Chicago', 'America/Chicago', '14:00'],
    ['"(GMT +01:00)"', 'UTC+1', '08:00'],
    ['GMT+0530', 'UTC+5:30', '03:30'],
    ['"(GMT+10:00) Canberra, Melbourne, Sydney"', 'Australia/Sydney', '23:00'],
    ['"Amsterdam, Belgrade, Berlin, Brussels, Budapest, Madrid, Paris, Prague, Stockholm"', 'Europe/Amsterdam', '07:00'],
    ['"(GMT+01.00) Sarajevo/Warsaw/Zagreb"', 'Europe/Sarajevo', '07:00'],
    ['"W. Europe Standard Time"', 'Europe/Berlin', '07:00'],
  ])('%s means %s', (tzid, zone, utc) => {
    expect(inZone(tzid)).toEqual([[zone, utc]]);
  });

  test('with misplaced quotes are read', () => {
    expect(readEvent('DTSTART;TZID="W. Europe Standard Time:20270705T090000"').times[0]?.[0]).toBe('2027-07-05T07:00');
  });

  test('that only the file defines are read by its rules', () => {
    const rules = [
      ['STANDARD', '16010101T030000', '+0200', '+0100', '10'],
      ['DAYLIGHT', '16010101T020000', '+0100', '+0200', '3'],
    ].flatMap(([kind, start, from, to, month]) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
      `END:${kind}`,
    ]);
    const described = ['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', ...rules, 'END:VTIMEZONE'];
    expect(inZone('Customized Time Zone', ...described)).toEqual([['UTC', '07:00']]);
    const weekly = event('DTSTART;TZID=Customized Time Zone:20271025T090000', 'RRULE:FREQ=WEEKLY;COUNT=2');
    expect(readBytes(calendarOf(...described, ...weekly)).times.map(([start]) => start)).toEqual(['2027-10-25T07:00', '2027-11-01T08:00']);
  });

  test('that are unknown skip the event', () => {
    const result = readEvent('DTSTART;TZID=Mars/Olympus:20270705T090000');
    expect([result.hasGoodEvent, result.days]).toEqual([true, []]);
    expect(result.notes).toEqual(['its time cannot be read | its time zone "Mars/Olympus" is unknown, and the file does not define it']);
  });
});

describe('Durations', () => {
  test('in hours are exact across a clock change, and those in days follow the calendar', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20271030T220000';
    expect(readEvent(start, 'DURATION:PT8H').times).toEqual([['2027-10-30T20:00', '2027-10-31T04:00']]);
    expect(readEvent(start, 'DURATION:P1D').times).toEqual([['2027-10-30T20:00', '2027-10-31T21:00']]);
    expect(readEvent(start, 'DURATION:P1DT1H').times).toEqual([['2027-10-30T20:00', '2027-10-31T22:00']]);
    // with a DTEND every repetition lasts exactly as long (RFC 5545, 3.8.5.3)
    const weekly = readEvent(
      'DTSTART;TZID=Europe/Berlin:20271023T220000',
      'DTEND;TZID=Europe/Berlin:20271024T060000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(weekly.times[1]).toEqual(['2027-10-30T20:00', '2027-10-31T04:00']);
  });
});

describe('Bytes', () => {
  const lines = (text: string) => calendarOf(...event('DTSTART:20270405T090000Z', `DESCRIPTION:${text}`));
  const description = (bytes: Buffer) => readBytes(bytes).entries[0]?.description;

  test('are unfolded before they are decoded', () => {
    const bytes = lines('Café am Markt');
    const at = bytes.indexOf(0xc3) + 1;
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
    expect(description(folded)).toBe('Café am Markt');
    expect(readBytes(folded).notes).toEqual([]);
  });

  test('in other encodings are detected', () => {
    const text = lines('Führung durch die Universität').toString();
    expect(description(Buffer.from(text, 'latin1'))).toBe('Führung durch die Universität');
    expect(readBytes(Buffer.from(text, 'latin1')).notes).toEqual([
      'the file is not UTF-8: its encoding was detected from its text | Windows-1252',
    ]);
    expect(description(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe('Führung durch die Universität');
    expect(description(Buffer.from(text, 'utf16le'))).toBe('Führung durch die Universität');
    expect(description(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe('Führung durch die Universität');
    expect(description(Buffer.from(`\uFEFF${text}`))).toBe('Führung durch die Universität');
  });

  test('that are invalid UTF-8 in a UTF-8 file affect only themselves', () => {
    const bytes = lines('Café\\nand so on').toString();
    const broken = Buffer.concat([
      Buffer.from(bytes.slice(0, -16)),
      Buffer.from('LOCATION:Caf'),
      Buffer.from([0xc3]),
      Buffer.from('\r\nEND:VCALENDAR\r\n'),
    ]);
    expect(description(broken)).toBe('Café\nand so on');
    expect(readBytes(broken).notes[0]).toBe('a line has bytes that are not UTF-8: they were replaced');
  });
});

describe('A stray line', () => {
  test.each([
    [
      'after the calendar',
      Buffer.concat([calendarOf(...event('DTSTART:20270405T090000Z')), Buffer.from('X-COMMENT:cached, new at most every 1800sec.\r\n')]),
    ],
    ['before the calendar', Buffer.concat([Buffer.from('<!-- cached -->\r\n'), calendarOf(...event('DTSTART:20270405T090000Z'))])],
    ['of a description', calendarOf(...event('DTSTART:20270405T090000Z', 'DESCRIPTION:Dear members,', 'please bring your own cups'))],
    [
      'of a description, with a colon',
      calendarOf(...event('DTSTART:20270405T090000Z', 'DESCRIPTION:Dear members,', 'Please: bring your own cups')),
    ],
    ['that ends nothing', calendarOf(...event('DTSTART:20270405T090000Z', 'END:VALARM'))],
    ['that is missing', calendarOf(...event('DTSTART:20270405T090000Z', 'BEGIN:VALARM', 'ACTION:DISPLAY'))],
  ])('%s affects only itself', (_name, bytes) => {
    const { times, notes } = readBytes(bytes);
    expect(times.map(([start]) => start)).toEqual(['2027-04-05T09:00']);
    expect(notes).toHaveLength(1);
  });

  test('of an event without an end affects no other event', () => {
    const file = calendarOf('BEGIN:VEVENT', 'UID:first', 'DTSTART:20270404T090000Z', ...event('DTSTART:20270405T090000Z'));
    expect(readBytes(file).days).toEqual(['2027-04-04', '2027-04-05']);
  });

  test('in lower case is read as a property', () => {
    expect(readBytes(calendarOf('begin:vevent', 'uid:one', 'dtstart;tzid=Europe/Oslo:20270405t090000', 'end:vevent')).times[0]?.[0]).toBe(
      '2027-04-05T07:00',
    );
  });
});

describe('A changed repetition', () => {
  test('that is the only one with further dates gets all of them', () => {
    const result = readEvent(
      'DTSTART;TZID=Europe/Berlin:20271101T160000',
      'DTEND;TZID=Europe/Berlin:20271101T163000',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20271101T150000Z',
      'RDATE;TZID=Europe/Berlin:20271206T160000,20280103T160000',
    );
    expect(result.days).toEqual(['2027-11-01', '2027-12-06', '2028-01-03']);
    expect(new Set(result.entries.map(({ key }) => key)).size).toBe(3);
  });

  test('with RANGE=THISANDFUTURE moves all later ones', () => {
    const weekly = event('DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4');
    const later = event('RECURRENCE-ID;RANGE=THISANDFUTURE:20270118T090000Z', 'DTSTART:20270119T110000Z', 'DTEND:20270119T130000Z');
    expect(readBytes(calendarOf(...weekly, ...later)).times).toEqual([
      ['2027-01-04T09:00', '2027-01-04T10:00'],
      ['2027-01-11T09:00', '2027-01-11T10:00'],
      ['2027-01-19T11:00', '2027-01-19T13:00'],
      ['2027-01-26T11:00', '2027-01-26T13:00'],
    ]);
  });
});
