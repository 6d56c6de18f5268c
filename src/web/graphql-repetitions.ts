import { type ASTNode, type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Maximum number of selections of the same field in one selection set, under any alias. */
const MAX_TIMES = 100;
/** Maximum number of directives at one position. */
const MAX_DIRECTIVES = 5;

function repeats({ selections }: SelectionSetNode): boolean {
  if (selections.length <= MAX_TIMES) return false;
  const times = new Map<string, number>();
  for (const one of selections) {
    if (one.kind !== Kind.FIELD) continue;
    const count = (times.get(one.name.value) ?? 0) + 1;
    if (count > MAX_TIMES) return true;
    times.set(one.name.value, count);
  }
  return false;
}

/** Returns the element that a document repeats too often, or null. */
function faultOf(document: DocumentNode): string | null {
  const open: ASTNode[] = [...document.definitions];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('directives' in node && (node.directives?.length ?? 0) > MAX_DIRECTIVES)
      return `At most ${MAX_DIRECTIVES} directives stand at one place.`;
    if (!('selectionSet' in node) || !node.selectionSet) continue;
    if (repeats(node.selectionSet)) return `A selection has the same field at most ${MAX_TIMES} times.`;
    open.push(...node.selectionSet.selections);
  }
  return null;
}

/** Plugin that refuses excessive repetitions before the validation, whose errors would list all of them. */
export function useFewRepetitions(): Plugin {
  const known = new WeakMap<DocumentNode, string | null>();
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result === null || result instanceof Error) return;
        const document = result as DocumentNode;
        let fault = known.get(document);
        if (fault === undefined) known.set(document, (fault = faultOf(document)));
        if (fault === null) return;
        replaceParseResult(new GraphQLError(fault, { extensions: { code: 'graphql_limit_exceeded', http: { status: 400 } } }));
      },
  };
}
