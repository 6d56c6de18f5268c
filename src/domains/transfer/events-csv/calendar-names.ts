import { foldForSearch } from '#app/core/text/fold.ts';

/** Supported languages of month and weekday names in tables. */
const LANGUAGES = ['en', 'de', 'de-AT', 'fr', 'es'];
const SHORTEST_MONTH = 3;
const SHORTEST_WEEKDAY = 2;
/** Spellings that are neither a name nor the start of one. */
const OTHER_SPELLINGS: Readonly<Record<string, number>> = { mrz: 3, maerz: 3, jaenner: 1, setiembre: 9 };

/** Returns the normalized names of days in every language, with their index. */
function namesOf(part: Intl.DateTimeFormatOptions, days: readonly Date[]): { name: string; index: number }[] {
  return LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' });
    return days.map((day, index) => ({ name: foldForSearch(format.format(day)), index }));
  });
}

const monthNames = namesOf(
  { month: 'long' },
  Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1))),
);
const weekdayNames = namesOf(
  { weekday: 'long' },
  Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day))),
);

/** Returns the number of the month for a name or its start in English, German, French or Spanish; undefined without a unique match. */
export function monthNamed(word: string): number | undefined {
  const folded = foldForSearch(word);
  if (Object.hasOwn(OTHER_SPELLINGS, folded)) return OTHER_SPELLINGS[folded];
  if (folded.length < SHORTEST_MONTH) return undefined;
  const [month, ...others] = new Set(monthNames.flatMap(({ name, index }) => (name.startsWith(folded) ? [index + 1] : [])));
  return others.length === 0 ? month : undefined;
}

/** True if a word is a weekday or its start in one of these languages. */
export function isWeekday(word: string): boolean {
  const folded = foldForSearch(word);
  return folded.length >= SHORTEST_WEEKDAY && weekdayNames.some(({ name }) => name.startsWith(folded));
}
