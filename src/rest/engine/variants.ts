import { type DocumentNode, type FieldNode, Kind, type SelectionNode, visit } from 'graphql';
import { readDirectives } from '../response/directives.ts';

/** Removes the fields that do not belong to a context (`@contexts`). */
export function selectContext(document: DocumentNode, context: string): DocumentNode {
  return visit(document, {
    Field(field) {
      const { contexts } = readDirectives(field);
      return contexts !== null && !contexts.includes(context) ? null : undefined;
    },
  });
}

/** True if a document differs between contexts. */
export function hasContexts(document: DocumentNode): boolean {
  let result = false;
  visit(document, {
    Directive: ({ name }) => {
      if (name.value === 'contexts') result = true;
    },
  });
  return result;
}

/** Removes the fields of the returned objects that `_fields` does not select and that `keep` does not contain, so that they are not computed. */
export function selectDocumentFields(document: DocumentNode, itemPath: readonly string[], keep: ReadonlySet<string>): DocumentNode {
  const fragments = new Map(document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])));
  const isNeeded = (field: FieldNode) => {
    const directives = readDirectives(field);
    return (
      keep.has(directives.key) ||
      directives.masks ||
      (directives.into !== null && keep.has(directives.into)) ||
      keep.has(field.alias?.value ?? field.name.value)
    );
  };
  type Selections = readonly SelectionNode[];
  const prune = (selections: Selections): SelectionNode[] =>
    selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FIELD) {
        if (isNeeded(selection)) return [selection];
        const { inline, into } = readDirectives(selection);
        if (!inline || into !== null) return [];
        // the members of an inlined field become members of the returned object; those of a JSON value are unknown
        if (!selection.selectionSet) return [selection];
        const members = prune(selection.selectionSet.selections);
        return members.length === 0 ? [] : [{ ...selection, selectionSet: { ...selection.selectionSet, selections: members } }];
      }
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (!inner) return [];
      const pruned = prune(inner.selectionSet.selections);
      return pruned.length === 0
        ? []
        : [
            {
              kind: Kind.INLINE_FRAGMENT,
              ...(inner.typeCondition && { typeCondition: inner.typeCondition }),
              selectionSet: { kind: Kind.SELECTION_SET, selections: pruned },
            } as const,
          ];
    });
  const descend = (selections: Selections, depth: number): SelectionNode[] => {
    if (depth === itemPath.length) return prune(selections);
    return selections.map((selection) => {
      if (selection.kind !== Kind.FIELD || !selection.selectionSet) return selection;
      // hidden root fields are used for headers
      if (depth === 0 && readDirectives(selection).hidden) return selection;
      const key = selection.alias?.value ?? selection.name.value;
      if (depth > 0 && key !== itemPath[depth]) return selection;
      const below = descend(selection.selectionSet.selections, depth + 1);
      const filled = below.length > 0 ? below : [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const];
      return { ...selection, selectionSet: { ...selection.selectionSet, selections: filled } };
    });
  };
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? { ...definition, selectionSet: { ...definition.selectionSet, selections: descend(definition.selectionSet.selections, 0) } }
      : definition,
  );
  return { ...document, definitions };
}
