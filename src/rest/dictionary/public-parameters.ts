import { type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';
import { indexParametersByArgument } from '../engine/variables.ts';
import { findPublicPath } from './arguments.ts';
import type { Schemas } from './translate.ts';

/** Returns the argument path of a public root field for each parameter. Omits parameters without a counterpart. */
export function findPublicParameters(
  { wholeSchema, publicSchema }: Schemas,
  { operation, selectionSet }: OperationDefinitionNode,
  parameters: readonly string[],
): Map<string, string> {
  const roots = selectionSet.selections.filter((node): node is FieldNode => node.kind === Kind.FIELD);
  const paths = new Map<string, string>();
  for (const root of roots) {
    const declared = wholeSchema.getRootType(operation)?.getFields()[root.name.value];
    const replacement = declared?.extensions.replacement;
    const name = replacement && 'use' in replacement && /^\w+$/.test(replacement.use) ? replacement.use : root.name.value;
    const publicField = publicSchema.getRootType(operation)?.getFields()[name];
    if (!declared || !publicField) continue;
    for (const [path, parameter] of indexParametersByArgument([root], parameters)) {
      const newPath = findPublicPath(path.split('.'), declared.args, publicField.args);
      if (newPath && !paths.has(parameter)) paths.set(parameter, newPath.join('.'));
    }
  }
  return paths;
}
