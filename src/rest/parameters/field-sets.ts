import type { Fields } from './declaration.ts';

/** The fields of another row but for these: for rows that share most of their parameters. */
export function without<Set extends Fields, Name extends string & keyof Set>(
  fields: Set,
  ...names: readonly Name[]
): Omit<Set, Name> & Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(names as readonly string[]).includes(name))) as Omit<Set, Name> &
    Fields;
}
