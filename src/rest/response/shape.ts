import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { mapItems } from '../../core/http/long-list.ts';
import { type FieldDirectives, readDirectives } from './directives.ts';
import { maskBody } from './mask-body.ts';

/** One key of a response, with its source and directives. */
export interface ShapeField {
  /** Response key of the GraphQL result. */
  responseKey: string;
  /** Name of the GraphQL field. */
  name: string;
  directives: FieldDirectives;
  type: GraphQLOutputType;
  description: string | null | undefined;
  child: Shape | null;
}

/** The tree of keys that an operation selects below a field. */
export interface Shape {
  fields: ShapeField[];
}

/** Converts a GraphQL result to a body. */
export type Shaper = (value: unknown) => unknown;

type Fragments = Map<string, FragmentDefinitionNode>;

/** The fields with the same response key, and the type on which they are selected. */
type SelectedFields = Map<string, { node: FieldNode; parent: GraphQLNamedType; sets: SelectionSetNode[] }>;

function collectFields(schema: GraphQLSchema, parent: GraphQLNamedType, set: SelectionSetNode, fragments: Fragments, into: SelectedFields) {
  const add = (selection: SelectionNode) => {
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = into.get(key);
      if (known) {
        if (selection.selectionSet) known.sets.push(selection.selectionSet);
        return;
      }
      into.set(key, { node: selection, parent, sets: selection.selectionSet ? [selection.selectionSet] : [] });
      return;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (!fragment) return;
    const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : parent;
    collectFields(schema, on ?? parent, fragment.selectionSet, fragments, into);
  };
  set.selections.forEach(add);
}

function createShape(schema: GraphQLSchema, parent: GraphQLNamedType, sets: readonly SelectionSetNode[], fragments: Fragments): Shape {
  const selected: SelectedFields = new Map();
  for (const set of sets) collectFields(schema, parent, set, fragments, selected);
  const fields = [...selected].flatMap(([from, { node, parent: on, sets: below }]): ShapeField[] => {
    const name = node.name.value;
    const field = isObjectType(on) || isInterfaceType(on) ? on.getFields()[name] : undefined;
    if (!field) return []; // __typename
    const { type, description } = field;
    const named = getNamedType(type);
    const child = below.length > 0 && isCompositeType(named) ? createShape(schema, named, below, fragments) : null;
    return [{ responseKey: from, name, directives: readDirectives(node), type, description, child }];
  });
  return { fields };
}

/** Returns the shape of an operation, starting with its root fields. */
export function createOperationShape(schema: GraphQLSchema, document: DocumentNode): { operation: OperationDefinitionNode; shape: Shape } {
  const fragments: Fragments = new Map();
  let operation: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition;
  }
  if (!operation) throw new Error('A document of the REST map contains no operation.');
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation} type.`);
  return { operation, shape: createShape(schema, root, [operation.selectionSet], fragments) };
}

/** Returns the shape at a path of response keys below a root field. */
export function findShape(shape: Shape, path: readonly string[]): Shape | null {
  let value: Shape | null = shape;
  for (const key of path) value = value?.fields.find(({ responseKey }) => responseKey === key)?.child ?? null;
  return value;
}

/** True if a GraphQL type is a list, nullable or not. */
export function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

const isEmptyContainer = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || isEmptyContainer(value);
const isFalsy = (value: unknown): boolean => isEmpty(value) || value === false || value === 0;

function toTextValue(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toTextValue);
  return typeof value === 'object' ? value : String(value as string | number | boolean);
}

/** True if the value stays as it is, except for its key or a mask. */
function isRenamedOnly({ directives }: ShapeField): boolean {
  const { hidden, omitEmpty, omitNull, hasEmptyAs, text, inline, convert, into, masks } = directives;
  return !(hidden || omitEmpty || omitNull || hasEmptyAs || text || inline || masks) && convert === null && into === null;
}

const needsConversion = (field: ShapeField): boolean =>
  field.directives.key !== field.responseKey || field.directives.isMasked || !isRenamedOnly(field);

/** Prepares the conversion from result to body. Returns null if no value below this shape changes. */
export function compileShaper(shape: Shape, restUrl: string): Shaper | null {
  const steps = shape.fields.map((field) => ({
    ...field.directives,
    from: field.responseKey,
    name: field.name,
    child: field.child ? compileShaper(field.child, restUrl) : null,
    isRenamedOnly: isRenamedOnly(field),
  }));
  const mask = steps.find((step) => step.masks)?.from;
  const masksAll = steps.some((step) => step.masksAll);
  if (!shape.fields.some(needsConversion) && steps.every((step) => step.child === null)) return null;

  const shapeOne = (source: Record<string, unknown>): Record<string, unknown> => {
    const body: Record<string, unknown> = {};
    const maskValue = mask === undefined ? null : source[mask];
    const isMasked = maskValue === true || Array.isArray(maskValue);
    for (const step of steps) {
      let value = source[step.from];
      if (value === undefined && !(step.from in source)) continue;
      if (step.isRenamedOnly && step.child === null && (!isMasked || !step.isMasked)) {
        body[step.key] = value;
        continue;
      }
      if (step.hidden || step.masks) continue;
      const holder = step.into === null ? body : ((body[step.into] ??= {}) as Record<string, unknown>);
      if (isMasked && step.isMasked) {
        if (step.omitEmpty && Array.isArray(maskValue) && !maskValue.includes(step.name)) continue;
        holder[step.key] = step.maskedAs;
        continue;
      }
      if (step.child) value = shapeEach(value, step.child);
      if (step.inline) {
        Object.assign(holder, value);
        continue;
      }
      if (step.convert) value = step.convert(value, restUrl);
      if ((step.omitEmpty && isFalsy(value)) || (step.omitNull && value === null)) continue;
      if (step.hasEmptyAs && isEmpty(value)) value = step.emptyAs;
      else if (step.text) value = toTextValue(value);
      holder[step.key] = value;
    }
    return isMasked && masksAll ? (maskBody(body) as Record<string, unknown>) : body;
  };
  return (value) =>
    Array.isArray(value)
      ? value.map((item) => (item === null ? null : shapeOne(item as Record<string, unknown>)))
      : shapeAny(value, shapeOne as Shaper);
}

/** Shapes a value or each item of a list. Not a closure in the loop over keys, because that would allocate memory for each key. */
function shapeEach(value: unknown, shaper: Shaper): unknown {
  return mapItems(value, (item) => shapeAny(item, shaper)) ?? shapeAny(value, shaper);
}

function shapeAny(value: unknown, shaper: Shaper): unknown {
  return value === null || value === undefined ? value : shaper(value);
}
