import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { isWeekday, parseMonth } from './calendar-names.ts';

const pad = (value: string | number) => String(value).padStart(2, '0');

/** Order of month and day in a date such as `11/19/14`. */
export type DayOrder = 'month first' | 'day first' | 'unclear';

/** Order of day and month in the numeric dates of a table. */
export interface DetectedDayOrder {
  order: DayOrder;
  /** True if a date proves the order, false if the order is assumed, null without numeric dates. */
  isProven: boolean | null;
}

const NUMERIC_DAY = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const NUMERIC_DAY_IN_TEXT = /(?<![\d:.])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
/** Completes a year of two digits, 1970 to 2069. */
const toFullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);

/**
 * Detects the order of day and month in the numeric dates of a table. A number above twelve proves the order for all dates; contradictions
 * make it unclear. Without proof, assumes that the day is first in dates with `.` or `-`, and in dates with `/` if semicolons separate the
 * cells, because spreadsheets write semicolons in countries where the day is first.
 */
export function detectDayOrder(texts: Iterable<string>, separator = ','): DetectedDayOrder {
  let hasDayFirst = false;
  let hasMonthFirst = false;
  let separatorInDates: string | undefined;
  for (const text of texts) {
    const [, first, dateSeparator, second] = NUMERIC_DAY_IN_TEXT.exec(text) ?? [];
    if (first === undefined || dateSeparator === undefined) continue;
    separatorInDates = dateSeparator;
    hasDayFirst ||= Number(first) > 12;
    hasMonthFirst ||= Number(second) > 12;
  }
  if (hasDayFirst && hasMonthFirst) return { order: 'unclear', isProven: true };
  if (hasDayFirst || hasMonthFirst) return { order: hasDayFirst ? 'day first' : 'month first', isProven: true };
  const isMonthFirst = (separatorInDates ?? '/') === '/' && separator !== ';';
  return { order: isMonthFirst ? 'month first' : 'day first', isProven: separatorInDates === undefined ? null : false };
}

function parseNumericDay(text: string, order: DayOrder): string | undefined {
  const [, first, , second, year] = NUMERIC_DAY.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return undefined;
  if (order === 'unclear' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)) return undefined;
  const isDayFirst = order === 'unclear' ? Number(first) > 12 : order === 'day first';
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return `${toFullYear(year)}-${pad(month)}-${pad(day)}`;
}

function parseNamedDay(text: string): string | undefined {
  const [, date, name, year] = /^(\d{1,2})[ -]([a-z]+)[ -](\d{4}|\d{2})$/.exec(text) ?? [];
  const [, firstName, secondDate, lastYear] = /^([a-z]+)[ -](\d{1,2})[ -](\d{4})$/.exec(text) ?? [];
  const month = parseMonth(name ?? firstName ?? '');
  return month === undefined ? undefined : `${toFullYear(year ?? lastYear ?? '')}-${pad(month)}-${pad(date ?? secondDate ?? '')}`;
}

function parseNormalizedDay(text: string, order: DayOrder): string | undefined {
  const [, year, month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)?.toSpliced(2, 1) ?? [];
  return year === undefined ? (parseNumericDay(text, order) ?? parseNamedDay(text)) : `${year}-${pad(month ?? '')}-${pad(day ?? '')}`;
}

/** Normalizes a date: lower case, without accents, commas, articles and ordinal endings (`3rd`, `1er`, `3.`). */
const normalize = (text: string) =>
  foldForSearch(text)
    .replace(/[,()]/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th|er|º|°)(?![a-z\d])/g, '$1')
    .replace(/(\d)\.\s*(?=[a-z])/g, '$1 ')
    .replace(/([a-z])\./g, '$1 ')
    .replace(/\b(?:de|del|of|the|le|el|den|der|am|on)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Parses a date and returns it as `YYYY-MM-DD`; undefined for other strings. Accepts `11/19/2014` and `19.11.14` in the table's order, `2014-11-19`,
 * `2014/11/19`, and month names in English, German, French or Spanish: `May 11, 2016`, `11. Mai 2016`, `1er mars 2016`,
 * `11 de mayo de 2016`. Ignores a weekday before or after the date. Does not check that the day exists.
 */
export function parseDay(text: string, order: DayOrder): string | undefined {
  const normalized = normalize(text);
  const day = parseNormalizedDay(normalized, order);
  if (day !== undefined) return day;
  const words = normalized.split(' ');
  if (isWeekday(words[0] ?? '')) return parseNormalizedDay(words.slice(1).join(' '), order);
  return isWeekday(words.at(-1) ?? '') ? parseNormalizedDay(words.slice(0, -1).join(' '), order) : undefined;
}
