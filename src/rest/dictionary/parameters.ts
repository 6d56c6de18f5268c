import { type FieldNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { parametersByArgument } from '../engine/variables.ts';
import { publicPath } from './arguments.ts';

/** Returns the argument paths of the public root fields by parameter, without parameters that have no counterpart. */
export function publicParameters(
  { from, shown }: { from: GraphQLSchema; shown: GraphQLSchema },
  { operation, selectionSet }: OperationDefinitionNode,
  parameters: readonly string[],
): Map<string, string> {
  const roots = selectionSet.selections.filter((one): one is FieldNode => one.kind === Kind.FIELD);
  const found = new Map<string, string>();
  for (const root of roots) {
    const declared = from.getRootType(operation)?.getFields()[root.name.value];
    const replacement = declared?.extensions.replacement;
    const name = replacement && 'use' in replacement && /^\w+$/.test(replacement.use) ? replacement.use : root.name.value;
    const publicField = shown.getRootType(operation)?.getFields()[name];
    if (!declared || !publicField) continue;
    for (const [path, parameter] of parametersByArgument([root], parameters)) {
      const there = publicPath(path.split('.'), declared.args, publicField.args);
      if (there && !found.has(parameter)) found.set(parameter, there.join('.'));
    }
  }
  return found;
}
