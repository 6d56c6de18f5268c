import type { Plan } from '../engine/plan.ts';
import type { Dictionary, Variant } from './dictionary.ts';

const FILE = 'The file travels as the GraphQL multipart request specification says; GraphiQL cannot send it.';

/** Returns the notes on an entry. */
export function remarks({ entry }: Variant): string[] {
  if (entry.made === 'none') return [];
  const { note, left, shown } = entry;
  const more =
    left === 1 ? 'One more value that the old response has is there too.' : `${left} more values that the old response has are there too.`;
  return [...(note === null ? [] : [note]), ...(left > 0 ? [more] : []), ...(shown.hasFile ? [FILE] : [])];
}

function variantLines(variant: Variant): string[] {
  const { when, entry } = variant;
  const title = when === null ? 'At `/graphql`' : `With ${when}`;
  if (entry.made === 'none') return ['', `${title}: nothing. ${entry.why}`];
  const { document, variables } = entry.shown;
  const hasVariables = Object.keys(variables).length > 0;
  return [
    '',
    `${title}:`,
    '',
    '```graphql',
    document,
    '```',
    ...(hasVariables ? ['', '```json', JSON.stringify(variables, null, 2), '```'] : []),
    ...remarks(variant).flatMap((remark) => ['', remark]),
  ];
}

/** Number of values that a test compares in both responses, by method and path; 0 = both are requested and share no value. */
export type Compared = Readonly<Record<string, number>>;

/** Returns the number of values that a test compares for a route; null = it does not request both. */
export const comparedOf = (compared: Compared, { methods, path }: Plan): number | null => compared[`${methods[0]} ${path}`] ?? null;

function testedLine(count: number | null): string {
  if (count === null) return 'Tested: validated.';
  if (count === 0) return 'Tested: validated and sent beside the old request; the responses have no value in the same form.';
  return `Tested: validated and sent beside the old request; ${count === 1 ? 'one value is' : `${count} values are`} compared.`;
}

/** Prints the replacements of a route as Markdown. */
export function printedEntry(dictionary: Dictionary, plan: Plan, compared: Compared): string[] {
  const variants = dictionary.all(plan);
  const isNothing = variants.every(({ entry }) => entry.made === 'none');
  return [...variants.flatMap(variantLines), ...(isNothing ? [] : ['', testedLine(comparedOf(compared, plan))])];
}
