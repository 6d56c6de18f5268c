import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { LongList } from '../../../core/http/long-list.ts';
import {
  type CompleteValue,
  createInfo,
  isPromise,
  locateError,
  type Path,
  type Run,
  type PreparedField,
  type PreparedFields,
  type SelectionReader,
  throwAfter,
} from './run.ts';

/** Prepares the completion of values of a type below a field. */
export function prepareCompletion(selections: SelectionReader, field: PreparedField, type: GraphQLOutputType): CompleteValue {
  if (isLeafType(type)) return prepareLeaf(type);
  if (isNonNullType(type)) {
    const inner = prepareCompletion(selections, field, type.ofType);
    const check = (completed: unknown) => {
      if (completed === null) throw new Error(`Cannot return null for non-nullable field ${field.parent.name}.${field.field.name}.`);
      return completed;
    };
    return (value, run, path) => {
      const completed = inner(value, run, path);
      return isPromise(completed) ? completed.then(check) : check(completed);
    };
  }
  const complete = prepareNonNull(selections, field, type);
  return (value, run, path) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    return complete(value, run, path);
  };
}

function prepareNonNull(selections: SelectionReader, field: PreparedField, type: GraphQLOutputType): CompleteValue {
  if (isListType(type)) return prepareList(field, prepareCompletion(selections, field, type.ofType as GraphQLOutputType));
  if (isAbstractType(type)) return prepareAbstract(selections, field, type);
  if (isObjectType(type)) return prepareObject(selections, field, type);
  throw new Error(`${field.parent.name}.${field.field.name} cannot be completed`);
}

function prepareLeaf(type: GraphQLLeafType): CompleteValue {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    const serialized: unknown = type.serialize(value);
    if (serialized === null || serialized === undefined)
      throw new Error(`Expected \`${type.name}.serialize(…)\` to return non-nullable value`);
    return serialized;
  };
}

function prepareList(field: PreparedField, complete: CompleteValue): CompleteValue {
  const completeItem = (value: unknown, run: Run, path: Path): unknown => {
    try {
      const completed = isPromise(value) ? value.then((resolved) => complete(resolved, run, path)) : complete(value, run, path);
      if (!isPromise(completed)) return completed;
      return completed.catch((thrown: unknown) => {
        throw locateError(thrown, field, path);
      });
    } catch (thrown) {
      throw locateError(thrown, field, path);
    }
  };
  return (value, run, path) => {
    if (value instanceof LongList) {
      let key = 0;
      return value.map((chunk) =>
        Promise.all(chunk.map((item) => completeItem(item, run, { prev: path, key: key++, typename: undefined }))),
      );
    }
    if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) {
      throw new Error(`Expected Iterable, but did not find one for field "${field.parent.name}.${field.field.name}".`);
    }
    const items: unknown[] = [];
    let pending: Promise<unknown>[] | undefined;
    for (const item of value as Iterable<unknown>) {
      try {
        const completed = completeItem(item, run, { prev: path, key: items.length, typename: undefined });
        if (isPromise(completed)) (pending ??= []).push(completed);
        items.push(completed);
      } catch (error) {
        if (pending) return throwAfter(error, pending);
        throw error;
      }
    }
    return pending ? Promise.all(items) : items;
  };
}

const getSelectionSets = ({ nodes }: PreparedField): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));

function prepareObject(selections: SelectionReader, field: PreparedField, type: GraphQLObjectType): CompleteValue {
  // prepared with the first value, because a type may contain itself
  let fields: PreparedFields | undefined;
  const read: CompleteValue = (value, run, path) =>
    selections.read((fields ??= selections.prepareFields(type, getSelectionSets(field))), value, run, path);
  const { isTypeOf } = type;
  if (!isTypeOf) return read;
  return (value, run, path) => {
    const readChecked = (hasType: boolean) => {
      if (!hasType) throw new Error(`Expected value of type "${type.name}".`);
      return read(value, run, path);
    };
    const hasType = isTypeOf(value, run.context, createInfo(field, run, path));
    return isPromise(hasType) ? (hasType as Promise<boolean>).then(readChecked) : readChecked(hasType as boolean);
  };
}

function prepareAbstract(selections: SelectionReader, field: PreparedField, type: GraphQLAbstractType): CompleteValue {
  const known = new Map<string, CompleteValue>();
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const findCompletion = (name: unknown, { schema }: Run): CompleteValue => {
    const prepared = typeof name === 'string' ? known.get(name) : undefined;
    if (prepared) return prepared;
    const objectType = typeof name === 'string' ? schema.getType(name) : undefined;
    if (!isObjectType(objectType) || !schema.isSubType(type, objectType)) {
      throw new Error(
        `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${field.parent.name}.${field.field.name}", not to ${String(name)}.`,
      );
    }
    const complete = prepareObject(selections, field, objectType);
    known.set(objectType.name, complete);
    return complete;
  };
  return (value, run, path) => {
    const name = resolveType(value, run.context, createInfo(field, run, path), type);
    if (isPromise(name)) return name.then((resolved) => findCompletion(resolved, run)(value, run, path));
    return findCompletion(name, run)(value, run, path);
  };
}
