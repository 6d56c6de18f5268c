import type { Plan } from '../engine/plan.ts';
import type { Dictionary } from './dictionary.ts';
import { type Compared, comparedOf } from './printed-entry.ts';

/** A printed namespace. */
export interface PrintedNamespace {
  file: string;
  title: string;
  plans: readonly Plan[];
}

const columns = ['Operations', 'Derived', 'By hand', 'Nothing', 'Values compared', 'Sent, none in both', 'Only validated'] as const;

/** Prints the index page: the number of operations with each kind of replacement, and how tests cover them. */
export function printedIndex(dictionary: Dictionary, namespaces: readonly PrintedNamespace[], compared: Compared): string {
  const countsOf = (plans: readonly Plan[]): number[] => {
    const all = plans.map((plan) => ({ made: dictionary.of(plan).made, count: comparedOf(compared, plan) }));
    const documents = all.filter(({ made }) => made !== 'none');
    return [
      all.length,
      ...(['derived', 'written', 'none'] as const).map((kind) => all.filter(({ made }) => made === kind).length),
      documents.filter(({ count }) => count !== null && count > 0).length,
      documents.filter(({ count }) => count === 0).length,
      documents.filter(({ count }) => count === null).length,
    ];
  };
  const rows = namespaces.map(({ file, title, plans }) => `| [${title}](${file}.md) | ${countsOf(plans).join(' | ')} |`);
  return [
    '# The REST interface, and what to send to `/graphql` instead',
    '',
    'Printed by `npm run print`. Each operation has a table of its parameters, with the argument of the public GraphQL schema that each one fills, and the document to send instead, with the',
    'variables of its example. A running site shows the same at `/docs/rest-to-graphql`, ready to be opened in GraphiQL.',
    '',
    '- *Derived*: the operation that the row runs, said in the public schema. What only old clients need names its replacement where it is declared (`legacy`, `legacyOnly` in',
    '  [graphql/compatibility.ts](../../graphql/compatibility.ts)); mutations return payloads; a few values of each object stand for all.',
    '- *By hand*: another root takes its place (`public.graphql` of the namespace in `rest-map`).',
    '- *Nothing*: the page says why, in words.',
    '',
    'Every document is validated against the public schema by a test, with its variables. Another one sends it beside the old request, for an administrator, and compares every value that',
    'both responses have in the same form (null for 0 or nothing, names of enums for words); the number stands below each operation. Where the old interface takes none of the requests that',
    'the tests know (things of other sites, keys, files), documents are only validated.',
    '',
    `| Namespace | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows,
    `| all | ${countsOf(namespaces.flatMap(({ plans }) => plans)).join(' | ')} |`,
    '',
    'An operation is a row: `POST`, `PUT` and `PATCH` of one address are one. Roots of these namespaces and the index count as well.',
    '',
  ].join('\n');
}
