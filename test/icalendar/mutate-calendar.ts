import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findRealFiles } from '../support/needs.ts';
import { createSeededRandom } from '../transfer/mutate.ts';

/** A calendar with constructs of several programs. */
const sample = Buffer.from(
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-TIMEZONE:Europe/Berlin',
    'BEGIN:VTIMEZONE',
    'TZID:Own',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:weekly@example.org',
    'SEQUENCE:2',
    'SUMMARY:Chorprobe für alle',
    'DTSTART;TZID=Own:20270105T190000',
    'DURATION:PT1H30M',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231T230000Z;WKST=MO',
    'EXDATE;TZID=Own:20270112T190000,20270119T190000',
    'RDATE;VALUE=PERIOD:20270412T090000Z/PT2H',
    'CATEGORIES:Musik,2027',
    'ORGANIZER;CN="Ada, Lovelace":mailto:ada@example.org',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:weekly@example.org',
    'RECURRENCE-ID;TZID=Own:20270126T190000',
    'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20270127T190000',
    'DTEND;TZID=Own:20270128T030000',
    'SUMMARY:Verschoben',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:yearly@example.org',
    'SUMMARY:Fest',
    'DTSTART;VALUE=DATE:20240229',
    'RRULE:FREQ=YEARLY;INTERVAL=1;COUNT=4;BYSETPOS=-1;BYDAY=MO,-1SU;BYMONTH=2',
    'GEO:52.5;13.4',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
);

const realFiles = findRealFiles('ics');
const originals = [
  sample,
  ...(realFiles.missing === null ? realFiles.names.map((name) => readFileSync(path.join(realFiles.folder, name))) : []),
];

const PIECES = [
  '',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '=',
  '\r\n',
  '\r\n ',
  '\0',
  '\uFFFF',
  ' ',
  '-',
  'Z',
  'T',
  '/',
  '%',
  "'",
  '<b>',
  '((((',
  '#',
  '0',
  '9',
  '99999999999999999999',
  '-1',
  '1e9',
  '00010101',
  '99991231T235959Z',
  '20270230',
  'P999999W',
  'PT1S',
  'P',
  '+9999',
  'FREQ=SECONDLY',
  'FREQ=YEARLY',
  'INTERVAL=0',
  'INTERVAL=999999999',
  'COUNT=999999999',
  'UNTIL=99981231',
  'BYDAY=XX',
  'BYMONTHDAY=31',
  'BYSETPOS=366',
  'BYWEEKNO=-53',
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'BEGIN:VCALENDAR\r\n',
  'END:VCALENDAR\r\n',
  'BEGIN:VTIMEZONE\r\n',
  'RRULE:\r\n',
  'RRULE:FREQ=MINUTELY\r\n',
  'DTSTART:20270101\r\n',
  'RECURRENCE-ID:20270101\r\n',
  'EXRULE:FREQ=DAILY\r\n',
  'TZID=Mars/Olympus',
  'VALUE=DATE',
  'VALUE=PERIOD',
  'RANGE=THISANDFUTURE',
].map((piece) => Buffer.from(piece));

/** Returns a file with one to eight mutations: changed bytes, lost, doubled or moved lines, or a missing end. */
export function mutateCalendar(seed: number): Buffer {
  const random = createSeededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  let bytes = Buffer.from(originals[below(originals.length)] as Buffer);
  for (let remaining = below(8); remaining >= 0; remaining -= 1) {
    const offset = below(bytes.length + 1);
    switch (below(8)) {
      case 0:
        if (bytes.length > 0) bytes[Math.min(offset, bytes.length - 1)] = below(256);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, offset), PIECES[below(PIECES.length)] as Buffer, bytes.subarray(offset)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, offset), PIECES[below(PIECES.length)] as Buffer, bytes.subarray(offset + below(20))]);
        break;
      case 3:
        if (below(10) === 0) bytes = bytes.subarray(0, offset);
        break;
      default: {
        const lines = bytes.toString('latin1').split(/\r?\n/);
        const [from, to] = [below(lines.length), below(lines.length)];
        const piece = (PIECES[below(PIECES.length)] as Buffer).toString('latin1');
        const kind = below(4);
        const line = lines[from] ?? '';
        const colon = line.indexOf(':');
        if (kind === 0) lines.splice(from, 1);
        else if (kind === 1) lines.splice(to, 0, line);
        else if (kind === 2) lines.splice(from, 1, `${line.slice(0, colon + 1)}${piece}`);
        else lines.splice(from, 1, `${line}${line.startsWith('RRULE') ? ';' : ''}${piece}`);
        bytes = Buffer.from(lines.join('\r\n'), 'latin1');
      }
    }
  }
  return bytes;
}
