import type { Plan } from '../engine/plan.ts';
import type { Dictionary } from './dictionary.ts';
import { type ComparedCounts, getComparedCount } from './print-entry.ts';

/** A printed namespace. */
export interface PrintedNamespace {
  file: string;
  title: string;
  plans: readonly Plan[];
}

const columns = [
  'Operations',
  'Derived',
  'Handwritten',
  'None',
  'With compared values',
  'Without common values',
  'Only validated',
] as const;

/** Prints the index page: the number of operations with each kind of replacement, and how tests cover them. */
export function printIndex(dictionary: Dictionary, namespaces: readonly PrintedNamespace[], compared: ComparedCounts): string {
  const countOperations = (plans: readonly Plan[]): number[] => {
    const entries = plans.map((plan) => ({ kind: dictionary.get(plan).kind, count: getComparedCount(compared, plan) }));
    const documents = entries.filter(({ kind }) => kind !== 'none');
    return [
      entries.length,
      ...(['derived', 'written', 'none'] as const).map((kind) => entries.filter((entry) => entry.kind === kind).length),
      documents.filter(({ count }) => count !== null && count > 0).length,
      documents.filter(({ count }) => count === 0).length,
      documents.filter(({ count }) => count === null).length,
    ];
  };
  const rows = namespaces.map(({ file, title, plans }) => `| [${title}](${file}.md) | ${countOperations(plans).join(' | ')} |`);
  return [
    '# The REST interface, and what to send to `/graphql` instead',
    '',
    'Printed by `npm run print`. Each operation has a table of its parameters, with the argument of the public GraphQL schema for each one. It also has the GraphQL document to send instead, with the',
    'variables of its example. A running site shows the same information at `/docs/rest-to-graphql`, with links that open the document in GraphiQL.',
    '',
    '- *Derived*: the document is translated from the operation of the route. Members that only old clients need are replaced as their declarations specify (`legacy`, `legacyOnly` in',
    '  [graphql/compatibility.ts](../../graphql/compatibility.ts)), mutations return payloads, and the document selects a few fields of each object.',
    '- *Handwritten*: the document uses another root field (`public.graphql` of the namespace in `rest-map`).',
    '- *None*: there is no document; the page gives the reason.',
    '',
    'A test validates every document with its variables against the public schema. Another test sends the document and the REST request as an administrator, and compares all values that',
    'both responses have in the same form (null for 0 or nothing, enum values for words). The number of compared values is shown below each operation. If the tests have no valid REST request',
    '(objects of other sites, keys, files), documents are only validated.',
    '',
    `| Namespace | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows,
    `| all | ${countOperations(namespaces.flatMap(({ plans }) => plans)).join(' | ')} |`,
    '',
    '`POST`, `PUT` and `PATCH` of one path count as one operation. The index of the site and of each namespace count, too.',
    '',
  ].join('\n');
}
