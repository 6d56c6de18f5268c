import type { Plan } from '../engine/plan.ts';
import type { Dictionary } from './dictionary.ts';

/** A printed table of a namespace. */
export interface PrintedNamespace {
  file: string;
  title: string;
  plans: readonly Plan[];
}

const made = ['derived', 'written', 'none'] as const;

/** The first page of the tables: how many operations have what in their place at `/graphql`. */
export function printedIndex(dictionary: Dictionary, namespaces: readonly PrintedNamespace[]): string {
  const counts = namespaces.map(({ plans }) => {
    const all = plans.map((plan) => dictionary.of(plan).made);
    return made.map((kind) => all.filter((one) => one === kind).length);
  });
  const rows = namespaces.map(
    ({ file, title, plans }, at) => `| [${title}](${file}.md) | ${[plans.length, ...(counts[at] ?? [])].join(' | ')} |`,
  );
  const sums = made.map((_kind, at) => counts.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  return [
    '# The REST interface, and what to send to `/graphql` instead',
    '',
    'Printed by `npm run print`. Each operation has a table of its parameters, with the argument of the public GraphQL schema that each one fills, and the document to send instead, with the',
    'variables of its example. A running site shows the same at `/docs/rest-to-graphql`, ready to be opened in GraphiQL.',
    '',
    '- *Derived*: the operation that the row runs, said in the public schema. What only old clients need names its counterpart where it is declared (`replacedBy`, `onlyForRest` in',
    '  [graphql/compatibility.ts](../../graphql/compatibility.ts)); mutations answer payloads; a few values of each object stand for all.',
    '- *By hand*: another root takes its place (`public.graphql` of the namespace in `rest-map`).',
    '- *Nothing*: the page says why, in words.',
    '',
    'Every document is validated against the public schema by a test, with its variables.',
    '',
    '| Namespace | Operations | Derived | By hand | Nothing |',
    '|---|---|---|---|---|',
    ...rows,
    `| all | ${sums.reduce((one, other) => one + other, 0)} | ${sums.join(' | ')} |`,
    '',
    'An operation is a row: `POST`, `PUT` and `PATCH` of one address are one. Roots of these namespaces and the index count as well.',
    '',
  ].join('\n');
}
