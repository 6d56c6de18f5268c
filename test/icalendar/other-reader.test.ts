import { readFileSync } from 'node:fs';
import path from 'node:path';
import nodeIcal, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';

const real = findRealFiles('ics');
const [from, until] = [new Date('1990-01-01'), new Date('2038-01-01')];
const DAY_MS = 86_400_000;
/** node-ical uses the time zone of the machine for times without a zone. */
const siteZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Events that node-ical reads differently, with the reason why the import is correct. */
const explanations: Readonly<Record<string, string>> = {
  'attendee-with-url.ics': 'the event has no start',
  'bad_custom_ms_tz.ics': 'the zone is neither known nor described: node-ical uses the zone of the machine',
  'germany_at_end_of_day_repeating.ics': 'there is no zone Europe/Germany: node-ical uses the zone of the machine',
  'daily-count-exdate-recurrence-id.ics': 'it ends before it starts: its end is left out',
  'festival-multiday-rrule.ics': 'the events have no UID, and node-ical gives them none',
  'multi-event-basic.ics': 'the start is not a time',
  'test_with_multiple_tzids_in_vtimezone.ics': 'the time has no zone: node-ical uses one of the two zones that the file describes',
};

type Times = Map<string, string[]>;

const dayOf = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

function readWithImport(bytes: Buffer): Times {
  const times: Times = new Map();
  const { entries } = readCalendar(bytes, { now: from, from, until, maxOccurrences: 100_000, siteZone });
  for (const { key, series, allDay, startWall, endWall, startInstant, endInstant } of entries) {
    const text = allDay ? `${startWall.slice(0, 10)}/${endWall.slice(0, 10)}` : `${startInstant.toISOString()}/${endInstant.toISOString()}`;
    times.set(series ?? key, [...(times.get(series ?? key) ?? []), text].sort());
  }
  return times;
}

function readWithNodeIcal(bytes: Buffer): Times {
  const events = Object.values(nodeIcal.sync.parseICS(bytes.toString())).filter(
    (component): component is VEvent => component?.type === 'VEVENT',
  );
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
    const [ours, theirs] = [readWithImport(bytes), readWithNodeIcal(bytes)];
    const differing = [...new Set([...ours.keys(), ...theirs.keys()])].filter((uid) => ours.get(uid)?.join() !== theirs.get(uid)?.join());
    if (explanations[name] === undefined) expect(differing).toEqual([]);
    else expect(differing.length, explanations[name]).toBeGreaterThan(0);
  });
});
