import { foldForSearch } from '#app/core/text/fold.ts';
import { isWeekday, monthNamed } from './calendar-names.ts';

const pad = (value: string | number) => String(value).padStart(2, '0');

/** Which number of a date such as `11/19/14` is the month. */
export type DayOrder = 'month first' | 'day first' | 'unclear';

/** The order of the numbers in a table's dates, and whether a date shows it; null where no date consists of numbers. */
export interface ReadDayOrder {
  order: DayOrder;
  isShown: boolean | null;
}

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const NUMBERS_WITHIN = /(?<![\d:.])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
/** Two digits of a year stand for 1970 to 2069, as elsewhere. */
const wholeYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);

/**
 * The order that the dates of a table have: one with a number above twelve shows it for all; where some show this and some that, it is unclear. Where none
 * does, it is the day first with `.` and `-`, and with `/` in tables separated by semicolons, which spreadsheets write where the day comes first.
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

/** A date in small letters without accents, commas, articles, and the endings of ordinals: `3rd`, `1er`, `3.`. */
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
 * `11/19/2014` and `19.11.14` in the table's order, `2014-11-19`, `2014/11/19`, and days with the names of months in English, German, French or Spanish:
 * `May 11, 2016`, `11. Mai 2016`, `1er mars 2016`, `11 de mayo de 2016`. Weekdays before or behind are passed over. Undefined for anything else.
 */
export function dayOf(text: string, order: DayOrder): string | undefined {
  const plain = plainText(text);
  const day = ofPlainText(plain, order);
  if (day !== undefined) return day;
  const words = plain.split(' ');
  if (isWeekday(words[0] ?? '')) return ofPlainText(words.slice(1).join(' '), order);
  return isWeekday(words.at(-1) ?? '') ? ofPlainText(words.slice(0, -1).join(' '), order) : undefined;
}
