import type { Rule } from './rule.ts';

export const DAY_MS = 86_400_000;

/** Returns the number of days since 1970-01-01. Months count from 0 and roll over after a year. */
export function toDayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / DAY_MS;
}

const countDaysInMonth = (year: number, month: number) => toDayNumber(year, month + 1, 1) - toDayNumber(year, month, 1);

interface CalendarDay {
  year: number;
  /** 0 for January. */
  month: number;
  day: number;
  weekday: number;
}

/** Returns the date of a day number. */
export function toDate(dayNumber: number): CalendarDay {
  const date = new Date(dayNumber * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), weekday: date.getUTCDay() };
}

/** Returns the first day of a year's first week, which is the first week with at least four days in the year. */
function getFirstWeekStart(year: number, weekStart: number): number {
  const januaryFourth = toDayNumber(year, 0, 4);
  return januaryFourth - ((toDate(januaryFourth).weekday - weekStart + 7) % 7);
}

/** True if a list of BY… values selects a position, from 1 to `total`. Negative values count from the end. */
const isSelected = (list: readonly number[], position: number, total: number) =>
  list.includes(position) || list.includes(position - total - 1);

/** Numbers of the days on which a year and its weeks start. */
interface YearFacts {
  year: number;
  /** First days of the year and of the next year. */
  newYear: number;
  nextYear: number;
  /** First days of the first weeks of the previous year, the year, and the next two years. */
  weeks: readonly [number, number, number, number];
}

const computeYearFacts = (year: number, weekStart: number): YearFacts => ({
  year,
  newYear: toDayNumber(year, 0, 1),
  nextYear: toDayNumber(year + 1, 0, 1),
  weeks: [
    getFirstWeekStart(year - 1, weekStart),
    getFirstWeekStart(year, weekStart),
    getFirstWeekStart(year + 1, weekStart),
    getFirstWeekStart(year + 2, weekStart),
  ],
});

/** True if the day is in one of these weeks. Days around New Year may belong to weeks of another year. */
function isInWeeks(list: readonly number[], dayNumber: number, { weeks: [previous, current, next, later] }: YearFacts): boolean {
  const [first, end] = dayNumber >= next ? [next, later] : dayNumber < current ? [previous, current] : [current, next];
  return isSelected(list, Math.floor((dayNumber - first) / 7) + 1, (end - first) / 7);
}

/** Returns the rule with the day of its start if it does not specify days (RFC 5545, 3.3.10). */
function withDaysOfStart(rule: Rule, start: number): Rule {
  const { frequency, months, weeks, yearDays, monthDays, days } = rule;
  if (days.length > 0 || yearDays.length > 0 || monthDays.length > 0) return rule;
  const { month, day, weekday } = toDate(start);
  if (frequency === 'WEEKLY' || weeks.length > 0) return { ...rule, days: [{ day: weekday, nth: 0 }] };
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [day] };
  if (frequency === 'YEARLY') return { ...rule, monthDays: [day], months: months.length > 0 ? months : [month + 1] };
  return rule;
}

/** Returns a function that checks if the rule includes a day. `start` is the day on which the rule starts. */
export function createDayFilter(originalRule: Rule, start: number): (dayNumber: number) => boolean {
  const rule = withDaysOfStart(originalRule, start);
  const { frequency, months, weeks, yearDays, monthDays, days } = rule;
  const isNthInMonth = frequency === 'MONTHLY' || (frequency === 'YEARLY' && months.length > 0);
  const hasNthDays = (frequency === 'MONTHLY' || frequency === 'YEARLY') && weeks.length === 0;
  let facts = computeYearFacts(toDate(start).year, rule.weekStart);
  return (dayNumber) => {
    const { year, month, day, weekday } = toDate(dayNumber);
    if (months.length > 0 && !months.includes(month + 1)) return false;
    if (days.length > 0 && !days.some((ruleDay) => ruleDay.day === weekday)) return false;
    if (facts.year !== year) facts = computeYearFacts(year, rule.weekStart);
    if (monthDays.length > 0 && !isSelected(monthDays, day, countDaysInMonth(year, month))) return false;
    if (yearDays.length > 0 && !isSelected(yearDays, dayNumber - facts.newYear + 1, facts.nextYear - facts.newYear)) return false;
    if (weeks.length > 0 && !isInWeeks(weeks, dayNumber, facts)) return false;
    if (!hasNthDays || days.length === 0) return true;
    const [position, length] = isNthInMonth
      ? [day, countDaysInMonth(year, month)]
      : [dayNumber - facts.newYear + 1, facts.nextYear - facts.newYear];
    const [nthFromStart, nthFromEnd] = [Math.floor((position - 1) / 7) + 1, -(Math.floor((length - position) / 7) + 1)];
    return days.some((ruleDay) => ruleDay.day === weekday && [0, nthFromStart, nthFromEnd].includes(ruleDay.nth));
  };
}
