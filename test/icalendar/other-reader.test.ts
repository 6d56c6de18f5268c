import { readFileSync } from 'node:fs';
import path from 'node:path';
import nodeIcal, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { describeUnless, realFiles } from '../support/needs.ts';

const real = realFiles('ics');
const [from, until] = [new Date('1990-01-01'), new Date('2038-01-01')];
const DAY_MS = 86_400_000;
/** node-ical uses the time zone of the machine for times without a zone. */
const siteZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Events that node-ical reads differently, with the reason why the import is correct. */
const explained: Readonly<Record<string, string>> = {
  'attendee-with-url.ics': 'the event has no start',
  'bad_custom_ms_tz.ics': 'the zone is not known and not described: the other reader takes the clocks of the machine',
  'germany_at_end_of_day_repeating.ics': 'there is no zone Europe/Germany: the other reader takes the clocks of the machine',
  'daily-count-exdate-recurrence-id.ics': 'it ends before it starts: its end is left out',
  'festival-multiday-rrule.ics': 'events without UIDs, which the other reader does not name',
  'multi-event-basic.ics': 'the start is not a time',
  'test_with_multiple_tzids_in_vtimezone.ics': 'the time has no zone: the other reader takes one of the two that the file describes',
};

type Times = Map<string, string[]>;

const dayOf = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

function byImport(bytes: Buffer): Times {
  const times: Times = new Map();
  const { entries } = readCalendar(bytes, { now: from, from, until, most: 100_000, siteZone });
  for (const { key, series, allDay, startWall, endWall, startInstant, endInstant } of entries) {
    const text = allDay ? `${startWall.slice(0, 10)}/${endWall.slice(0, 10)}` : `${startInstant.toISOString()}/${endInstant.toISOString()}`;
    times.set(series ?? key, [...(times.get(series ?? key) ?? []), text].sort());
  }
  return times;
}

function byNodeIcal(bytes: Buffer): Times {
  const events = Object.values(nodeIcal.sync.parseICS(bytes.toString())).filter((one): one is VEvent => one?.type === 'VEVENT');
  return new Map(
    events.map((event) => {
      const occurrences = nodeIcal.expandRecurringEvent(event, { from, to: until });
      const texts = occurrences.map(({ start, end, isFullDay }) => {
        if (!isFullDay) return `${start.toISOString()}/${end.toISOString()}`;
        return `${dayOf(start)}/${dayOf(new Date(Math.max(start.getTime(), end.getTime() - DAY_MS)))}`;
      });
      return [String(event.uid), texts.sort()];
    }),
  );
}

describeUnless(real.missing, 'Calendar files of other programs', () => {
  test.each(real.names)('%s has the same events in an independent parser, except for explained differences', (name) => {
    const bytes = readFileSync(path.join(real.folder, name));
    const [ours, theirs] = [byImport(bytes), byNodeIcal(bytes)];
    const unlike = [...new Set([...ours.keys(), ...theirs.keys()])].filter((uid) => ours.get(uid)?.join() !== theirs.get(uid)?.join());
    if (explained[name] === undefined) expect(unlike).toEqual([]);
    else expect(unlike.length, explained[name]).toBeGreaterThan(0);
  });
});
