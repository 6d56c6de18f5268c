import { foldForSearch } from '#app/core/text/fold-for-search.ts';

/** Supported languages of month and weekday names in tables. */
const LANGUAGES = ['en', 'de', 'de-AT', 'fr', 'es'];
const MIN_MONTH_LETTERS = 3;
const MIN_WEEKDAY_LETTERS = 2;
/** Months by common spellings that are neither the name of a month nor the start of one. */
const OTHER_SPELLINGS: Readonly<Record<string, number>> = { mrz: 3, maerz: 3, jaenner: 1, setiembre: 9 };

/** Returns the normalized name of each date in every language, with the index of the date. `part` selects the month or the weekday. */
function formatNames(part: Intl.DateTimeFormatOptions, dates: readonly Date[]): { name: string; index: number }[] {
  return LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' });
    return dates.map((date, index) => ({ name: foldForSearch(format.format(date)), index }));
  });
}

const monthNames = formatNames(
  { month: 'long' },
  Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1))),
);
const weekdayNames = formatNames(
  { weekday: 'long' },
  Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day))),
);

/**
 * Returns the number (1 to 12) of a month by its name or by the start of its name in English, German, French or Spanish; undefined if not exactly one
 * month matches.
 */
export function parseMonth(word: string): number | undefined {
  const folded = foldForSearch(word);
  if (Object.hasOwn(OTHER_SPELLINGS, folded)) return OTHER_SPELLINGS[folded];
  if (folded.length < MIN_MONTH_LETTERS) return undefined;
  const [month, ...others] = new Set(monthNames.flatMap(({ name, index }) => (name.startsWith(folded) ? [index + 1] : [])));
  return others.length === 0 ? month : undefined;
}

/** True if a word is the name of a weekday, or the start of one, in one of these languages. */
export function isWeekday(word: string): boolean {
  const folded = foldForSearch(word);
  return folded.length >= MIN_WEEKDAY_LETTERS && weekdayNames.some(({ name }) => name.startsWith(folded));
}
