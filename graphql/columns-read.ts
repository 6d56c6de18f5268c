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
    /** The columns of the parent's row that a field reads; set by `declareReads`. */
    readsColumns?: readonly string[];
    pothosExposedField?: string;
  }
}

/**
 * Declares which columns of the parent's row a field reads, so that lists do not read the others. Fields that expose a column need no declaration.
 * Other fields without a declaration may read any column. A field that returns the same row as another type also reads the columns of the fields
 * that are selected there. `marks` contains the description of the field and its public mapping.
 */
export const declareReads =
  <Model extends ModelName>() =>
  <Marks extends { description: string; extensions?: object }>(readsColumns: readonly ReadColumn<Model>[], marks: Marks) => ({
    ...marks,
    extensions: { ...marks.extensions, readsColumns },
  });

const NO_COLUMNS: readonly string[] = [];

function getColumns(type: GraphQLObjectType, name: string): readonly string[] | null {
  if (name === '__typename') return NO_COLUMNS;
  if (name === 'id' && type.getInterfaces().some(({ name: interfaceName }) => interfaceName === 'Node')) return ['id'];
  const { readsColumns, pothosExposedField } = type.getFields()[name]?.extensions ?? {};
  return readsColumns ?? (pothosExposedField === undefined ? null : [pothosExposedField]);
}

/**
 * Adds the columns that a selection reads. Returns false if the selection may read any column. Also adds columns of fields that variables exclude,
 * so that each document has one result.
 */
function collectColumns(
  columnNames: Set<string>,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
): boolean {
  return selectionSet.selections.every((selection) => {
    if (selection.kind !== Kind.FIELD) {
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      return fragment !== undefined && collectColumns(columnNames, type, fragment.selectionSet, fragments);
    }
    const columns = getColumns(type, selection.name.value);
    if (columns === null) return false;
    for (const column of columns) columnNames.add(column);
    if (!selection.selectionSet) return true;
    const fieldType = getNamedType(type.getFields()[selection.name.value]?.type);
    return isObjectType(fieldType) && collectColumns(columnNames, fieldType, selection.selectionSet, fragments);
  });
}

/** Adds the columns that a selection reads from the rows of a page or connection. Returns false if the selection may read any column. */
function collectColumnsOfRows(
  columnNames: Set<string>,
  listType: GraphQLObjectType,
  listSelection: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
): boolean {
  return listSelection.selections.every((selection) => {
    if (selection.kind !== Kind.FIELD) return false;
    const { name, selectionSet } = selection;
    if (!selectionSet || name.value === 'pageInfo') return true;
    const fieldType = getNamedType(listType.getFields()[name.value]?.type);
    if (!isObjectType(fieldType)) return false;
    if (name.value === 'edges') return collectColumnsOfRows(columnNames, fieldType, selectionSet, fragments);
    return (name.value === 'nodes' || name.value === 'node') && collectColumns(columnNames, fieldType, selectionSet, fragments);
  });
}

const cache = new WeakMap<FieldNode, ReadonlySet<string> | null>();

/**
 * Returns the columns that a document reads from the rows of a page or connection; null if it may read any column. The result is computed once for
 * each field node of a document.
 */
export function findReadColumns({ fieldNodes, returnType, fragments }: GraphQLResolveInfo): ReadonlySet<string> | null {
  const [listField] = fieldNodes;
  // if the field is selected several times, variables can decide which of the selections apply
  if (!listField?.selectionSet || fieldNodes.length > 1) return null;
  const cached = cache.get(listField);
  if (cached !== undefined) return cached;
  const type = getNamedType(returnType);
  const columnNames = new Set<string>();
  const columns = isObjectType(type) && collectColumnsOfRows(columnNames, type, listField.selectionSet, fragments) ? columnNames : null;
  cache.set(listField, columns);
  return columns;
}
