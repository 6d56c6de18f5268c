// oxlint-disable-next-line import/default -- a CommonJS module
import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { compact } from './generated-rules.ts';

/** Maximum number of repetitions to compare, and the moment at which the comparison ends. */
const MAX_REPETITIONS = 25;
const HORIZON = Date.UTC(2061, 0, 1);

/** Returns the first repetitions from a library. */
function firstOf(each: (take: (ms: number) => boolean) => void): string[] {
  const found: string[] = [];
  each((ms) => {
    if (found.length >= MAX_REPETITIONS || ms >= HORIZON) return false;
    found.push(compact(ms));
    return true;
  });
  return found;
}

/** Returns the repetitions of a rule from rrule-temporal. */
export function byTemporal(start: number, rule: string): string[] {
  return firstOf((take) => {
    new RRuleTemporal({ rruleString: `DTSTART:${compact(start)}Z\nRRULE:${rule}`, maxIterations: 100_000 }).all((at) =>
      take(at.epochMilliseconds),
    );
  });
}

/** Returns the repetitions of a rule from rrule, which expects sorted lists. */
export function byRrule(start: number, rule: string): string[] {
  const sorted = rule.replace(
    /(BY(?:MONTH|MONTHDAY|HOUR|MINUTE|SETPOS))=([^;]*)/g,
    (_, name: string, list: string) =>
      `${name}=${list
        .split(',')
        .sort((a, b) => Number(a) - Number(b))
        .join(',')}`,
  );
  return firstOf((take) => {
    rrule.rrulestr(`DTSTART:${compact(start)}Z\nRRULE:${sorted}`).all((date) => take(date.getTime()));
  });
}

/** Returns the repetitions of a rule from the import. */
export function byImport(start: number, rule: string): string[] {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:one',
    `DTSTART:${compact(start)}Z`,
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  const bounds = { now: new Date(start), from: new Date(start), until: new Date(HORIZON - 1), most: MAX_REPETITIONS, siteZone: 'UTC' };
  const { entries } = readCalendar(Buffer.from(text), bounds);
  return firstOf((take) => {
    for (const { startInstant } of entries) take(startInstant.getTime());
  });
}
