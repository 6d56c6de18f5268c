const DAY_MS = 86_400_000;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether a text names a day of the calendar as `YYYY-MM-DD`. Pure. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? startOf(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day this many days after another; negative = before. Pure. */
export function dayAfter(day: string, days: number): string {
  return new Date(startOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days there are from one to another, both counted; less than one where the last is before the first. Pure. */
export function daysBetween(first: string, last: string): number {
  return (startOf(last) - startOf(first)) / DAY_MS + 1;
}

/** The given number of days in order, from one on. Pure. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_one, at) => dayAfter(first, at));
}
