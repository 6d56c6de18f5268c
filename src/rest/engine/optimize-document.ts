import {
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

const isCondition = ({ name }: DirectiveNode) => name.value === 'skip' || name.value === 'include';

/**
 * Optimizes a document for repeated execution: removes the directives of the map and inlines fragments that always apply. The result stays the same.
 */
export function optimizeDocument(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = new Map(document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])));
  const definitions = document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const root = schema.getRootType(definition.operation);
    return [{ ...definition, selectionSet: optimizeSet(definition.selectionSet, root ?? undefined) }];
  });
  return { ...document, definitions };

  function optimizeSet(set: SelectionSetNode, parent: GraphQLNamedType | undefined): SelectionSetNode {
    return { ...set, selections: set.selections.flatMap((selection) => optimizeSelection(selection, parent)) };
  }

  function optimizeSelection(selection: SelectionNode, parent: GraphQLNamedType | undefined): SelectionNode[] {
    const directives = (selection.directives ?? []).filter(isCondition);
    if (selection.kind === Kind.FIELD) {
      const { directives: _directives, selectionSet, ...field } = selection;
      const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value]?.type : undefined;
      return [
        {
          ...field,
          ...(directives.length > 0 && { directives }),
          ...(selectionSet && { selectionSet: optimizeSet(selectionSet, type && getNamedType(type)) }),
        },
      ];
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (!fragment) return [];
    const { typeCondition } = fragment as Pick<FragmentDefinitionNode, 'typeCondition'>;
    const on = typeCondition ? schema.getType(typeCondition.name.value) : parent;
    if (directives.length === 0 && alwaysApplies(on, parent)) return [...optimizeSet(fragment.selectionSet, parent).selections];
    return [
      {
        kind: Kind.INLINE_FRAGMENT,
        ...(typeCondition && { typeCondition }),
        ...(directives.length > 0 && { directives }),
        selectionSet: optimizeSet(fragment.selectionSet, on),
      },
    ];
  }

  function alwaysApplies(on: GraphQLNamedType | undefined, parent: GraphQLNamedType | undefined): boolean {
    if (on === parent) return true;
    return isAbstractType(on) && (isObjectType(parent) || isInterfaceType(parent)) && schema.isSubType(on, parent);
  }
}
