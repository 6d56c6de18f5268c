import {
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ModelName, ReadColumn } from '#app/core/db/model.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** What of its parent's row a field looks at, by `readsOf`. */
    readsColumns?: readonly string[];
    pothosExposedField?: string;
  }
}

/**
 * Says which columns of its parent's row, one of this model, a field looks at, so that lists need not read the others. Of fields that expose a column
 * it is known, of others without it may be anything. A field that shows more of the same row (a variant of its type) looks at what its own fields do
 * in addition. `marks` are a field's description, and how front ends are told its value.
 */
export const readsOf =
  <Model extends ModelName>() =>
  <Marks extends { description: string; extensions?: object }>(readsColumns: readonly ReadColumn<Model>[], marks: Marks) => ({
    ...marks,
    extensions: { ...marks.extensions, readsColumns },
  });

const NOTHING: readonly string[] = [];

function columnsOf(type: GraphQLObjectType, name: string): readonly string[] | null {
  if (name === '__typename') return NOTHING;
  if (name === 'id' && type.getInterfaces().some((one) => one.name === 'Node')) return ['id'];
  const { readsColumns, pothosExposedField } = type.getFields()[name]?.extensions ?? {};
  return readsColumns ?? (pothosExposedField === undefined ? null : [pothosExposedField]);
}

/** Adds what a selection looks at; false where that may be anything. Whether variables leave fields out makes no difference: a text has one result. */
function collect(found: Set<string>, type: GraphQLObjectType, set: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): boolean {
  return set.selections.every((one) => {
    if (one.kind !== Kind.FIELD) {
      const part = one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value] : one;
      return part !== undefined && collect(found, type, part.selectionSet, fragments);
    }
    const columns = columnsOf(type, one.name.value);
    if (columns === null) return false;
    for (const column of columns) found.add(column);
    if (!one.selectionSet) return true;
    const below = getNamedType(type.getFields()[one.name.value]?.type);
    return isObjectType(below) && collect(found, below, one.selectionSet, fragments);
  });
}

/** The same of the rows in a page or connection. */
function collectRows(
  found: Set<string>,
  list: GraphQLObjectType,
  set: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
): boolean {
  return set.selections.every((one) => {
    if (one.kind !== Kind.FIELD) return false;
    const { name, selectionSet } = one;
    if (!selectionSet || name.value === 'pageInfo') return true;
    const below = getNamedType(list.getFields()[name.value]?.type);
    if (!isObjectType(below)) return false;
    if (name.value === 'edges') return collectRows(found, below, selectionSet, fragments);
    return (name.value === 'nodes' || name.value === 'node') && collect(found, below, selectionSet, fragments);
  });
}

const known = new WeakMap<FieldNode, ReadonlySet<string> | null>();

/**
 * The columns that a document looks at of the rows which a page or connection returns; null where that may be any. Found out once for each place in
 * a document.
 */
export function columnsRead({ fieldNodes, returnType, fragments }: GraphQLResolveInfo): ReadonlySet<string> | null {
  const [list] = fieldNodes;
  // asked for several times, which of them count depends on variables
  if (!list?.selectionSet || fieldNodes.length > 1) return null;
  const before = known.get(list);
  if (before !== undefined) return before;
  const type = getNamedType(returnType);
  const found = new Set<string>();
  const columns = isObjectType(type) && collectRows(found, type, list.selectionSet, fragments) ? found : null;
  known.set(list, columns);
  return columns;
}
