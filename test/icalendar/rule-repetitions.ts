// oxlint-disable-next-line import/default -- a CommonJS module
import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { formatCompact } from './generated-rules.ts';

/** Maximum number of compared repetitions, and the moment at which the comparison ends. */
const MAX_REPETITIONS = 25;
const HORIZON = Date.UTC(2061, 0, 1);

/** Collects the first repetitions. `take` returns false when there are enough. */
function collectFirst(forEachRepetition: (take: (ms: number) => boolean) => void): string[] {
  const repetitions: string[] = [];
  forEachRepetition((ms) => {
    if (repetitions.length >= MAX_REPETITIONS || ms >= HORIZON) return false;
    repetitions.push(formatCompact(ms));
    return true;
  });
  return repetitions;
}

/** Returns the repetitions of a rule from rrule-temporal. */
export function expandWithTemporal(start: number, rule: string): string[] {
  return collectFirst((take) => {
    new RRuleTemporal({ rruleString: `DTSTART:${formatCompact(start)}Z\nRRULE:${rule}`, maxIterations: 100_000 }).all((at) =>
      take(at.epochMilliseconds),
    );
  });
}

/** Returns the repetitions of a rule from rrule, which expects sorted lists. */
export function expandWithRrule(start: number, rule: string): string[] {
  const sorted = rule.replace(
    /(BY(?:MONTH|MONTHDAY|HOUR|MINUTE|SETPOS))=([^;]*)/g,
    (_, name: string, list: string) =>
      `${name}=${list
        .split(',')
        .sort((a, b) => Number(a) - Number(b))
        .join(',')}`,
  );
  return collectFirst((take) => {
    rrule.rrulestr(`DTSTART:${formatCompact(start)}Z\nRRULE:${sorted}`).all((date) => take(date.getTime()));
  });
}

/** Returns the repetitions of a rule from the import. */
export function expandWithImport(start: number, rule: string): string[] {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:one',
    `DTSTART:${formatCompact(start)}Z`,
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  const bounds = {
    now: new Date(start),
    from: new Date(start),
    until: new Date(HORIZON - 1),
    maxOccurrences: MAX_REPETITIONS,
    siteZone: 'UTC',
  };
  const { entries } = readCalendar(Buffer.from(text), bounds);
  return collectFirst((take) => {
    for (const { startInstant } of entries) take(startInstant.getTime());
  });
}
