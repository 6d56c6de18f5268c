const DAY_MS = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
/** Largest COUNT of a rule. */
const MAX_COUNT = 25;

/** Formats a moment in UTC as in calendar files, without the Z. */
export const formatCompact = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** Returns the calendar values of a start that rules can refer to. */
function describeStart(start: number) {
  const date = new Date(start);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const monthLength = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const yearLength = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
  const yearDay = Math.floor((start - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
  const thursday = new Date(Date.UTC(year, month, day + 4 - (date.getUTCDay() || 7)));
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS / 7) + 1;
  const isWeekOfItsYear = thursday.getUTCFullYear() === year;
  return { date, year, month, day, monthLength, yearLength, yearDay, week, isWeekOfItsYear, weekday: WEEKDAYS[date.getUTCDay()] as string };
}

/** Returns the position of the start among the given weekdays of its month or year, counted from the beginning and (negative) from the end. */
function findPositions(
  { date, year, month }: ReturnType<typeof describeStart>,
  weekdays: readonly string[],
  isYearly: boolean,
): [number, number] {
  const [first, end] = isYearly
    ? [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    : [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  const own = Math.floor(date.getTime() / DAY_MS) * DAY_MS;
  const days: number[] = [];
  for (let day = first; day < end; day += DAY_MS) if (weekdays.includes(WEEKDAYS[new Date(day).getUTCDay()] as string)) days.push(day);
  return [days.indexOf(own) + 1, days.indexOf(own) - days.length];
}

/** A source of random choices. */
export interface Dice {
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number;
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice.below(list.length)] as T;
/** Returns a list of numbers that contains `own`, in random order. */
const generateList = (dice: Dice, own: number, min: number, max: number) =>
  [...new Set([own, ...Array.from({ length: dice.below(3) }, () => min + dice.below(max - min + 1))])]
    .sort(() => dice.below(3) - 1)
    .join(',');

/** Returns rule parts that restrict days and match the start. */
function generateDayParts(dice: Dice, frequency: string, start: number): string[] {
  const facts = describeStart(start);
  const { month, day, monthLength, yearLength, yearDay, week, weekday } = facts;
  const countFromEitherEnd = (position: number, length: number) => (dice.chance(0.4) ? position - length - 1 : position);
  const parts: string[] = [];
  const isYearly = frequency === 'YEARLY';
  const isDaily = !['YEARLY', 'MONTHLY', 'WEEKLY'].includes(frequency);
  const hasMonth = dice.chance(0.3);
  if (hasMonth) parts.push(`BYMONTH=${generateList(dice, month + 1, 1, 12)}`);
  if (isYearly && dice.chance(0.15) && facts.isWeekOfItsYear && week < 52 && week > 1)
    return [...parts, `BYWEEKNO=${generateList(dice, week, 2, 51)}`, `BYDAY=${[weekday, pick(dice, WEEKDAYS)].join(',')}`];
  if ((isYearly || frequency === 'HOURLY') && dice.chance(0.1))
    return [...parts, `BYYEARDAY=${countFromEitherEnd(yearDay, yearLength)},${1 + dice.below(365)}`];
  const weekdays = [...new Set([weekday, ...Array.from({ length: dice.below(3) }, () => pick(dice, WEEKDAYS))])];
  if ((frequency === 'MONTHLY' || (isYearly && !hasMonth)) && dice.chance(0.25)) {
    const position = pick(dice, findPositions(facts, weekdays, isYearly));
    return [
      ...parts,
      `BYDAY=${weekdays.join(',')}`,
      `BYSETPOS=${[position, ...(dice.chance(0.3) ? [position > 0 ? position + 1 : position - 1] : [])].join(',')}`,
    ];
  }
  if ((frequency === 'MONTHLY' || isYearly) && dice.chance(0.3)) {
    const inYear = isYearly && !hasMonth;
    const [position, length] = inYear ? [yearDay, yearLength] : [day, monthLength];
    const nth = dice.chance(0.5) ? Math.floor((position - 1) / 7) + 1 : -(Math.floor((length - position) / 7) + 1);
    return [...parts, `BYDAY=${nth}${weekday}${dice.chance(0.4) ? `,${1 + dice.below(4)}${pick(dice, WEEKDAYS)}` : ''}`];
  }
  if (frequency !== 'WEEKLY' && dice.chance(0.35)) {
    parts.push(`BYMONTHDAY=${countFromEitherEnd(day, monthLength)}${dice.chance(0.5) ? `,${pick(dice, [1, -1, 15, 31, -31])}` : ''}`);
    if (!isDaily && frequency !== 'MONTHLY') return parts;
  }
  if (dice.chance(0.35) && !(isYearly && !hasMonth)) parts.push(`BYDAY=${weekdays.join(',')}`);
  return parts;
}

/** Generates a rule that matches its start. */
export function generateRule(dice: Dice, start: number): string {
  const frequency = pick(dice, ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY']);
  const time = new Date(start);
  const parts = [`FREQ=${frequency}`];
  if (dice.chance(0.4)) parts.push(`INTERVAL=${pick(dice, [2, 2, 3, 4, 5, 6, 7, 12])}`);
  parts.push(...generateDayParts(dice, frequency, start));
  const hasPosition = parts.some((part) => part.startsWith('BYSETPOS'));
  if (!hasPosition && !['HOURLY', 'MINUTELY'].includes(frequency)) {
    if (dice.chance(0.12)) parts.push(`BYHOUR=${generateList(dice, time.getUTCHours(), 0, 23)}`);
    if (dice.chance(0.08)) parts.push(`BYMINUTE=${generateList(dice, time.getUTCMinutes(), 0, 59)}`);
  }
  if (dice.chance(0.15) && !parts.some((part) => part.startsWith('BYWEEKNO'))) parts.push(`WKST=${pick(dice, WEEKDAYS)}`);
  if (dice.chance(0.4)) parts.push(`COUNT=${1 + dice.below(MAX_COUNT)}`);
  else if (dice.chance(0.5)) parts.push(`UNTIL=${formatCompact(start + dice.below(4_000) * DAY_MS)}Z`);
  return parts.join(';');
}

/** Generates a moment between 1996 and 2029. */
export function generateStart(dice: Dice): number {
  return Date.UTC(1996 + dice.below(34), dice.below(12), 1 + dice.below(31), dice.below(24), 15 * dice.below(4));
}
