import { foldForSearch } from '#app/core/text/fold.ts';
import { isWeekday, monthNamed } from './calendar-names.ts';

const pad = (value: string | number) => String(value).padStart(2, '0');

/** Order of month and day in a date such as `11/19/14`. */
export type DayOrder = 'month first' | 'day first' | 'unclear';

/** Order of the numbers in a table's dates, and whether a date proves it; null without numeric dates. */
export interface ReadDayOrder {
  order: DayOrder;
  isShown: boolean | null;
}

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const NUMBERS_WITHIN = /(?<![\d:.])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
/** Two-digit years stand for 1970 to 2069. */
const wholeYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);

/**
 * Detects the order of day and month in the dates of a table. A number above twelve proves it for all; contradictions make it unclear. Without proof, the day
 * is first with `.` and `-`, and with `/` in tables separated by semicolons, which spreadsheets use in such countries.
 */
export function dayOrderOf(texts: Iterable<string>, separator = ','): ReadDayOrder {
  let dayFirst = false;
  let monthFirst = false;
  let sign: string | undefined;
  for (const text of texts) {
    const [, one, between, other] = NUMBERS_WITHIN.exec(text) ?? [];
    if (one === undefined || between === undefined) continue;
    sign = between;
    dayFirst ||= Number(one) > 12;
    monthFirst ||= Number(other) > 12;
  }
  if (dayFirst && monthFirst) return { order: 'unclear', isShown: true };
  if (dayFirst || monthFirst) return { order: dayFirst ? 'day first' : 'month first', isShown: true };
  const isMonthFirst = (sign ?? '/') === '/' && separator !== ';';
  return { order: isMonthFirst ? 'month first' : 'day first', isShown: sign === undefined ? null : false };
}

function ofNumbers(text: string, order: DayOrder): string | undefined {
  const [, one, , other, year] = NUMBERS.exec(text) ?? [];
  if (one === undefined || other === undefined || year === undefined) return undefined;
  if (order === 'unclear' && Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other)) return undefined;
  const isDayFirst = order === 'unclear' ? Number(one) > 12 : order === 'day first';
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  return `${wholeYear(year)}-${pad(month)}-${pad(day)}`;
}

function ofNames(text: string): string | undefined {
  const [, date, name, year] = /^(\d{1,2})[ -]([a-z]+)[ -](\d{4}|\d{2})$/.exec(text) ?? [];
  const [, firstName, secondDate, lastYear] = /^([a-z]+)[ -](\d{1,2})[ -](\d{4})$/.exec(text) ?? [];
  const month = monthNamed(name ?? firstName ?? '');
  return month === undefined ? undefined : `${wholeYear(year ?? lastYear ?? '')}-${pad(month)}-${pad(date ?? secondDate ?? '')}`;
}

function ofPlainText(text: string, order: DayOrder): string | undefined {
  const [, year, month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)?.toSpliced(2, 1) ?? [];
  return year === undefined ? (ofNumbers(text, order) ?? ofNames(text)) : `${year}-${pad(month ?? '')}-${pad(day ?? '')}`;
}

/** Normalizes a date: lower case, without accents, commas, articles and ordinal endings (`3rd`, `1er`, `3.`). */
const plainText = (text: string) =>
  foldForSearch(text)
    .replace(/[,()]/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th|er|º|°)(?![a-z\d])/g, '$1')
    .replace(/(\d)\.\s*(?=[a-z])/g, '$1 ')
    .replace(/([a-z])\./g, '$1 ')
    .replace(/\b(?:de|del|of|the|le|el|den|der|am|on)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Parses `11/19/2014` and `19.11.14` in the table's order, `2014-11-19`, `2014/11/19`, and month names in English, German, French or Spanish: `May 11, 2016`,
 * `11. Mai 2016`, `1er mars 2016`, `11 de mayo de 2016`. Ignores weekdays before or after. Undefined for other texts.
 */
export function dayOf(text: string, order: DayOrder): string | undefined {
  const plain = plainText(text);
  const day = ofPlainText(plain, order);
  if (day !== undefined) return day;
  const words = plain.split(' ');
  if (isWeekday(words[0] ?? '')) return ofPlainText(words.slice(1).join(' '), order);
  return isWeekday(words.at(-1) ?? '') ? ofPlainText(words.slice(0, -1).join(' '), order) : undefined;
}
