import { foldForSearch } from '#app/core/text/fold.ts';

/** Languages whose names of months and weekdays tables may use. */
const LANGUAGES = ['en', 'de', 'de-AT', 'fr', 'es'];
const SHORTEST_MONTH = 3;
const SHORTEST_WEEKDAY = 2;
/** Spellings that are neither a name nor the beginning of one. */
const OTHER_SPELLINGS: Readonly<Record<string, number>> = { mrz: 3, maerz: 3, jaenner: 1, setiembre: 9 };

/** Folded names of days in every language, with the index of the day. */
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

/** Number of the month that a word or its beginning names in English, German, French or Spanish; undefined where it names none, or two. */
export function monthNamed(word: string): number | undefined {
  const folded = foldForSearch(word);
  if (Object.hasOwn(OTHER_SPELLINGS, folded)) return OTHER_SPELLINGS[folded];
  if (folded.length < SHORTEST_MONTH) return undefined;
  const [month, ...others] = new Set(monthNames.flatMap(({ name, index }) => (name.startsWith(folded) ? [index + 1] : [])));
  return others.length === 0 ? month : undefined;
}

/** Whether a word or its beginning names a weekday in one of these languages. */
export function isWeekday(word: string): boolean {
  const folded = foldForSearch(word);
  return folded.length >= SHORTEST_WEEKDAY && weekdayNames.some(({ name }) => name.startsWith(folded));
}
