import type { Plan } from '../engine/plan.ts';
import type { Dictionary, Variant } from './dictionary.ts';

const FILE = 'The file travels as the GraphQL multipart request specification says; GraphiQL cannot send it.';

/** What is to be said beside an entry, in sentences. */
export function remarks({ entry }: Variant): string[] {
  if (entry.made === 'none') return [];
  const { note, left, shown } = entry;
  const more =
    left === 1 ? 'One more value that the old answer has is there too.' : `${left} more values that the old answer has are there too.`;
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

/** What front ends send in place of a row's requests, as Markdown. */
export const printedEntry = (dictionary: Dictionary, plan: Plan): string[] => dictionary.all(plan).flatMap(variantLines);
