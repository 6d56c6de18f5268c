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

/** Returns the fields that a document selects of the object that a field returns, including those in fragments. Leaves out fields that variables exclude. */
export function fieldsAsked(info: GraphQLResolveInfo, type: GraphQLObjectType): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const says = (directive: GraphQLDirective, selection: SelectionNode) =>
    getDirectiveValues(directive, selection, info.variableValues)?.['if'];
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (says(GraphQLSkipDirective, one) === true || says(GraphQLIncludeDirective, one) === false) continue;
      if (one.kind === Kind.FIELD) {
        fields.push(one);
        continue;
      }
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(one.name.value)) continue;
        spread.add(one.name.value);
      }
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? info.fragments[one.name.value] : one;
      // payloads implement no interface, so a type condition can only be their own name
      if (fragment && (fragment.typeCondition?.name.value ?? type.name) === type.name) collect(fragment.selectionSet);
    }
  };
  for (const { selectionSet } of info.fieldNodes) collect(selectionSet);
  return fields;
}
