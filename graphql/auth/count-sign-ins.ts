import { type FieldNode, getArgumentValues, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { countSignIn } from '#app/domains/identity/users/authenticate.ts';
import type { Context } from '../context.ts';

/** Returns the root fields with the same name as this one, including those in fragments. */
function findSameRootFields({ fieldName, fragments, operation }: GraphQLResolveInfo): FieldNode[] {
  const collect = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === fieldName ? [selection] : [];
      const selectionSet = selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments[selection.name.value]?.selectionSet;
      return selectionSet ? collect(selectionSet) : [];
    });
  return collect(operation.selectionSet);
}

/**
 * Counts all sign-ins of a document as attempts before the password of the first one is hashed. A document with too many sign-ins therefore causes no
 * hashing. Throws 429 `too_many_attempts` for each of them.
 */
export function countSignIns({ site, client, countedSignIns }: Context, info: GraphQLResolveInfo): Promise<void> {
  const existing = countedSignIns.get(info.operation);
  if (existing) return existing;
  const field = info.parentType.getFields()[info.fieldName];
  const logins = field ? findSameRootFields(info).map((node) => String(getArgumentValues(field, node, info.variableValues)['login'])) : [];
  const counting = (async () => {
    for (const login of logins) await countSignIn(site, login, client);
  })();
  countedSignIns.set(info.operation, counting);
  return counting;
}
