const DAY_MS = 86_400_000;

const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** True if a string is an existing day in the format `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? parseDay(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the day that is this many days later, or earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(parseDay(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from the first to the last, including both. It is less than one if the last is before the first. */
export function countDaysBetween(first: string, last: string): number {
  return (parseDay(last) - parseDay(first)) / DAY_MS + 1;
}

/** Returns `count` consecutive days, beginning with the first. */
export function createDays(first: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_day, index) => addDays(first, index));
}
