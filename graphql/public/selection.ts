import {
  type FieldNode,
  getDirectiveValues,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Returns the fields that a document selects on the object that a resolver returns, including those in fragments. Omits fields that `@skip` or
 * `@include` excludes.
 */
export function findSelectedFields(info: GraphQLResolveInfo, type: GraphQLObjectType): FieldNode[] {
  const fields: FieldNode[] = [];
  const visitedFragments = new Set<string>();
  const readCondition = (directive: GraphQLDirective, selection: SelectionNode) =>
    getDirectiveValues(directive, selection, info.variableValues)?.['if'];
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (readCondition(GraphQLSkipDirective, selection) === true || readCondition(GraphQLIncludeDirective, selection) === false) continue;
      if (selection.kind === Kind.FIELD) {
        fields.push(selection);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visitedFragments.has(selection.name.value)) continue;
        visitedFragments.add(selection.name.value);
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
      // payloads implement no interface, so a type condition can only name the payload itself
      if (fragment && (fragment.typeCondition?.name.value ?? type.name) === type.name) collect(fragment.selectionSet);
    }
  };
  for (const { selectionSet } of info.fieldNodes) collect(selectionSet);
  return fields;
}
