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
    /** The columns of the parent's row that a field reads; set by `readsOf`. */
    readsColumns?: readonly string[];
    pothosExposedField?: string;
  }
}

/**
 * Declares which columns of the parent's row a field reads, so that lists do not read the others. Fields that expose a column need no declaration.
 * Other fields without a declaration may read any column. A field that shows the same row as another type also reads the columns of its own fields.
 * `marks` are the description of a field and its public mapping.
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

/**
 * Adds the columns that a selection reads. Returns false if the selection may read any column. Ignores whether variables exclude fields, so that each
 * document has one result.
 */
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

/** Adds the columns that are read of the rows of a page or connection. */
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
 * Returns the columns that a document reads of the rows of a page or connection; null if it may read any column. The result is computed once for each
 * place in a document.
 */
export function columnsRead({ fieldNodes, returnType, fragments }: GraphQLResolveInfo): ReadonlySet<string> | null {
  const [list] = fieldNodes;
  // if the field is selected several times, the variables decide which selections apply
  if (!list?.selectionSet || fieldNodes.length > 1) return null;
  const before = known.get(list);
  if (before !== undefined) return before;
  const type = getNamedType(returnType);
  const found = new Set<string>();
  const columns = isObjectType(type) && collectRows(found, type, list.selectionSet, fragments) ? found : null;
  known.set(list, columns);
  return columns;
}
