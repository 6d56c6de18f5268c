import { type ASTNode, type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Maximum number of selections of the same field in one selection set, under any alias. */
const MAX_SELECTIONS = 100;
/** Maximum number of directives at one position. */
const MAX_DIRECTIVES = 5;

function repeatsField({ selections }: SelectionSetNode): boolean {
  if (selections.length <= MAX_SELECTIONS) return false;
  const counts = new Map<string, number>();
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const count = (counts.get(selection.name.value) ?? 0) + 1;
    if (count > MAX_SELECTIONS) return true;
    counts.set(selection.name.value, count);
  }
  return false;
}

/** Returns the error message if a document repeats an element too often, otherwise null. */
function findRepetition(document: DocumentNode): string | null {
  const pending: ASTNode[] = [...document.definitions];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('directives' in node && (node.directives?.length ?? 0) > MAX_DIRECTIVES)
      return `At most ${MAX_DIRECTIVES} directives are allowed at one position.`;
    if (!('selectionSet' in node) || !node.selectionSet) continue;
    if (repeatsField(node.selectionSet)) return `A selection set may contain the same field at most ${MAX_SELECTIONS} times.`;
    pending.push(...node.selectionSet.selections);
  }
  return null;
}

/** Plugin that refuses excessive repetitions before the validation, because the validation would report each repetition. */
export function useRepetitionLimit(): Plugin {
  const faults = new WeakMap<DocumentNode, string | null>();
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result === null || result instanceof Error) return;
        const document = result as DocumentNode;
        let fault = faults.get(document);
        if (fault === undefined) faults.set(document, (fault = findRepetition(document)));
        if (fault === null) return;
        replaceParseResult(new GraphQLError(fault, { extensions: { code: 'graphql_limit_exceeded', http: { status: 400 } } }));
      },
  };
}
