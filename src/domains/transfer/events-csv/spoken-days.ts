const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pad = (value: string | number) => String(value).padStart(2, '0');

/** Which number of a date such as `11/19/14` is the month. */
export type DayOrder = 'month first' | 'day first' | 'unclear';

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** Two digits of a year stand for 1970 to 2069, as elsewhere. */
const wholeYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);

/**
 * The order that the dates of a table have: one with a number above twelve says it for all. Where none does, it is the one that goes with the sign between
 * them: month first with `/`, day first with `.` and `-`; where some say this and some that, it is unclear.
 */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  let dayFirst = false;
  let monthFirst = false;
  let sign = '/';
  for (const text of texts) {
    const [, one, between, other] = NUMBERS.exec(text) ?? [];
    if (one === undefined || between === undefined) continue;
    sign = between;
    dayFirst ||= Number(one) > 12;
    monthFirst ||= Number(other) > 12;
  }
  if (dayFirst && monthFirst) return 'unclear';
  if (dayFirst || monthFirst) return dayFirst ? 'day first' : 'month first';
  return sign === '/' ? 'month first' : 'day first';
}

function ofNumbers(text: string, order: DayOrder): string | undefined {
  const [, one, , other, year] = NUMBERS.exec(text) ?? [];
  if (one === undefined || other === undefined || year === undefined) return undefined;
  if (order === 'unclear' && Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other)) return undefined;
  const isDayFirst = order === 'unclear' ? Number(one) > 12 : order === 'day first';
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  return `${wholeYear(year)}-${pad(month)}-${pad(day)}`;
}

/** `11/19/2014` and `19.11.14` in the table's order, `May 11, 2016`, `11 May 2016`, `2014-11-19`, `2014/11/19`; undefined for anything else. */
export function dayOf(text: string, order: DayOrder): string | undefined {
  const numbers = ofNumbers(text, order);
  if (numbers !== undefined) return numbers;
  const [, name, date, of] = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text) ?? [];
  const [, ownDate, ownName, ownOf] = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})$/i.exec(text) ?? [];
  const index = MONTHS.indexOf((name ?? ownName ?? '').toLowerCase());
  if (index >= 0) return `${of ?? ownOf}-${pad(index + 1)}-${pad(date ?? ownDate ?? '')}`;
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${pad(month ?? '')}-${pad(day ?? '')}`;
}
