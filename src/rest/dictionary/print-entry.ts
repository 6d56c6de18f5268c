import type { Plan } from '../engine/plan.ts';
import type { Dictionary, Variant } from './dictionary.ts';

const FILE_REMARK = 'Send the file as the GraphQL multipart request specification defines. GraphiQL cannot send files.';

/** Returns the remarks on an entry: its note, the number of further values, and how to send a file. */
export function createRemarks({ entry }: Variant): string[] {
  if (entry.kind === 'none') return [];
  const { note, omittedCount, document } = entry;
  const more =
    omittedCount === 1
      ? 'You can select one more value that the REST response contains.'
      : `You can select ${omittedCount} more values that the REST response contains.`;
  return [...(note === null ? [] : [note]), ...(omittedCount > 0 ? [more] : []), ...(document.hasFile ? [FILE_REMARK] : [])];
}

function printVariant(variant: Variant): string[] {
  const { when, entry } = variant;
  const title = when === null ? 'At `/graphql`' : `With ${when}`;
  if (entry.kind === 'none') return ['', `${title}: no replacement. ${entry.reason}`];
  const { text, variables } = entry.document;
  const hasVariables = Object.keys(variables).length > 0;
  return [
    '',
    `${title}:`,
    '',
    '```graphql',
    text,
    '```',
    ...(hasVariables ? ['', '```json', JSON.stringify(variables, null, 2), '```'] : []),
    ...createRemarks(variant).flatMap((remark) => ['', remark]),
  ];
}

/** Number of values that a test compares in both responses, by method and path. 0 if the responses have no value in the same form. */
export type ComparedCounts = Readonly<Record<string, number>>;

/** Returns the number of values that a test compares for a route, or null if no test sends both requests. */
export const getComparedCount = (compared: ComparedCounts, { methods, path }: Plan): number | null =>
  compared[`${methods[0]} ${path}`] ?? null;

function describeTests(count: number | null): string {
  if (count === null) return 'A test validates the document.';
  if (count === 0) return 'Tests validate the document and send both requests. The responses have no value in the same form.';
  return `Tests validate the document, send both requests and compare ${count === 1 ? 'one value' : `${count} values`} of the responses.`;
}

/** Prints the replacements of a route as Markdown. */
export function printEntry(dictionary: Dictionary, plan: Plan, compared: ComparedCounts): string[] {
  const variants = dictionary.getVariants(plan);
  const hasDocument = variants.some(({ entry }) => entry.kind !== 'none');
  return [...variants.flatMap(printVariant), ...(hasDocument ? ['', describeTests(getComparedCount(compared, plan))] : [])];
}
