import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import type { GraphQLSchema } from 'graphql';

/** True if the library classifies a change as breaking valid documents. It does not cover changes of meaning. */
const isBreaking = ({ criticality }: Change) => criticality.level === CriticalityLevel.Breaking;

/** Intended breaking changes with their reasons. Before the first release, `*` accepts all. */
export type AcceptedChanges = Readonly<Record<string, string>>;

const ALL_CHANGES = '*';

const formatChange = ({ message, path }: Change) => `- ${path === undefined ? '' : `\`${path}\`: `}${message.replaceAll('\n', ' ')}`;

/** Returns the changes between the released schema and the current one. */
export async function findChangesSince(released: GraphQLSchema, schema: GraphQLSchema): Promise<{ breaking: Change[]; other: Change[] }> {
  const changes = await diff(released, schema);
  return { breaking: changes.filter(isBreaking), other: changes.filter((change) => !isBreaking(change)) };
}

/** Returns a line for each breaking change that is not accepted, and for each accepted change that does not exist. */
export function findChangeFaults({ breaking }: { breaking: readonly Change[] }, accepted: AcceptedChanges): string[] {
  if (accepted[ALL_CHANGES] !== undefined) return [];
  const messages = new Set(breaking.map(({ message }) => message));
  return [
    ...[...messages].filter((message) => accepted[message] === undefined).map((message) => `breaks clients: ${message}`),
    ...Object.keys(accepted)
      .filter((message) => !messages.has(message))
      .map((message) => `accepted, but does not exist: ${message}`),
  ];
}

/** Removes changes of descriptions, and new members of types and fields that are new themselves. */
function removeDetails(changes: readonly Change[]): Change[] {
  const added = new Set<string>(
    changes.filter(({ type }) => type === 'TYPE_ADDED' || type === 'FIELD_ADDED').map(({ path }) => path ?? ''),
  );
  const isPart = (path: string) => path.split('.').some((_part, n, parts) => n > 0 && added.has(parts.slice(0, n).join('.')));
  return changes.filter(({ type, path = '' }) => !type.includes('DESCRIPTION') && !isPart(path));
}

/** Renders the page of changes as Markdown. */
export function renderChangesPage(
  { breaking, other }: { breaking: readonly Change[]; other: readonly Change[] },
  accepted: AcceptedChanges,
): string {
  const formatReason = ({ message }: Change) => (accepted[message] === undefined ? '' : ` (${accepted[message]})`);
  const formatSection = (title: string, lines: readonly string[]) => [`## ${title}`, '', ...(lines.length > 0 ? lines : ['None.']), ''];
  return [
    '# Changes of the GraphQL schema since the last release',
    '',
    'Printed by `npm run print`: the differences from [released.graphql](../../graphql/released.graphql). A change that breaks valid documents fails the tests unless',
    '[accepted-changes.json](../../graphql/accepted-changes.json) contains a reason for it. `npm run print -- --release NAME` makes the schema of the code the released one.',
    ...(accepted[ALL_CHANGES] === undefined ? [] : ['', accepted[ALL_CHANGES]]),
    '',
    ...formatSection(
      'Breaking',
      breaking.map((change) => `${formatChange(change)}${formatReason(change)}`),
    ),
    ...formatSection('Everything else', removeDetails(other).map(formatChange)),
  ].join('\n');
}
