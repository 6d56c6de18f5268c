import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { readDirectives } from '../response/directives.ts';
import { toPublicArguments, type TranslationVariables } from './arguments.ts';
import { mergeSelections, type SelectionPart, type SelectedField } from './selection-tree.ts';

/** An operation of the map, translated to the public schema. */
export interface Translation {
  roots: SelectedField[];
  /** Types of the variables in the public schema. */
  variables: ReadonlyMap<string, string>;
}

/** The schemas of a translation: the whole schema, which the map uses, and the public one. */
export interface Schemas {
  wholeSchema: GraphQLSchema;
  publicSchema: GraphQLSchema;
}

/** Options of a translation: the request, and the form of the document. */
interface TranslationOptions {
  /** Response keys on the path to the returned object. */
  itemPath: readonly string[];
  /** The context whose shape is returned. */
  context: string;
  /** Values by variable. Variables without a value are omitted from the document. */
  values: Readonly<Record<string, unknown>>;
  /** True for a handwritten document, in which an alias is the key of the same value in the REST response. */
  isHandwritten: boolean;
  /** Variables that stay in the document even without a value. */
  keptVariables: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>;

const getFields = (type: GraphQLNamedType | undefined | null): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** Directives that do not change the value. */
const harmlessDirectives = new Set(['as', 'contexts', 'hidden', 'omitEmpty', 'omitNull', 'skip', 'include', 'uri']);

const hasSameValue = ({ directives = [] }: FieldNode): boolean => directives.every(({ name }) => harmlessDirectives.has(name.value));

/** The field `errors`, which payloads have in addition to the result. */
const errorsField: SelectedField = {
  name: 'errors',
  args: [],
  restKey: null,
  isContainer: true,
  selections: ['code', 'message', 'path'].map((name) => ({ name, args: [], restKey: null, isContainer: false, selections: null })),
};

/**
 * Translates an operation of the map to the public schema. Replaces or omits members for legacy clients and adds the payloads of mutations. Throws
 * `NoReplacementError` with the reason if the public schema has no counterpart of the root field.
 */
export function translate({ wholeSchema, publicSchema }: Schemas, document: DocumentNode, options: TranslationOptions): Translation {
  const operation = document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The document contains no operation.');
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const variables: TranslationVariables = {
    types: new Map(),
    has: (name) => options.keptVariables.has(name) || options.values[name] !== undefined,
  };
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue] as const),
  );
  const kind = operation.operation;
  const isMutation = kind === 'mutation';

  /** True if @skip and @include do not exclude a node from the translated request. */
  const isIncluded = ({ directives = [] }: Pick<FieldNode, 'directives'>): boolean =>
    directives.every(({ name, arguments: [argument] = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return true;
      const value = argument?.value;
      const defaultNode = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : undefined;
      const condition =
        value?.kind === Kind.VARIABLE
          ? (options.values[value.name.value] ?? (defaultNode?.kind === Kind.BOOLEAN ? defaultNode.value : false))
          : value?.kind === Kind.BOOLEAN && value.value;
      return (name.value === 'include') === Boolean(condition);
    });

  function translateField(
    node: FieldNode,
    wholeType: GraphQLNamedType | undefined,
    publicType: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): SelectionPart[] {
    const directives = readDirectives(node);
    if (directives.hidden || !isIncluded(node) || (directives.contexts && !directives.contexts.includes(options.context))) return [];
    const declared = getFields(wholeType)[node.name.value];
    const publicField = getFields(publicType)[node.name.value];
    if (!publicField) {
      const replacement = declared?.extensions.replacement;
      if (!replacement || 'none' in replacement) return [];
      const replaced = parse(`{ ${replacement.use} }`, { noLocation: true }).definitions[0] as OperationDefinitionNode;
      return markAsChanged(translateSelections(replaced.selectionSet, publicType, publicType, null));
    }
    const key = node.alias?.value ?? node.name.value;
    const below = path !== null && options.itemPath[path.length] === key ? [...path, key] : null;
    const isContainer = below !== null;
    const type = getNamedType(publicField.type);
    const args = toPublicArguments(node.arguments ?? [], declared?.args ?? publicField.args, publicField, variables);
    const restKey = hasSameValue(node) && (!options.isHandwritten || node.alias) ? directives.key : null;
    const common = { name: node.name.value, args, restKey, isContainer };
    if (!node.selectionSet) return isCompositeType(type) ? [] : [{ ...common, selections: null }];
    const inner = translateSelections(node.selectionSet, declared && getNamedType(declared.type), type, below);
    return inner.length === 0 ? [] : [{ ...common, selections: withId(inner, type) }];
  }

  function translateSelections(
    set: SelectionSetNode,
    wholeType: GraphQLNamedType | undefined,
    publicType: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): SelectionPart[] {
    return mergeSelections(set.selections.flatMap((node) => translateSelection(node, wholeType, publicType, path)));
  }

  function translateSelection(
    node: SelectionNode,
    wholeType: GraphQLNamedType | undefined,
    publicType: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): SelectionPart[] {
    if (node.kind === Kind.FIELD) return translateField(node, wholeType, publicType, path);
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    if (!fragment || !isIncluded(node)) return [];
    const on = fragment.typeCondition?.name.value;
    if (on === undefined || on === wholeType?.name || on === publicType?.name)
      return translateSelections(fragment.selectionSet, wholeType, publicType, path);
    const [wholeOn, publicOn] = [wholeSchema.getType(on), publicSchema.getType(on)];
    if (isInterfaceType(publicOn) && isObjectType(publicType)) return translateSelections(fragment.selectionSet, wholeOn, publicType, path);
    if (!publicOn) return [];
    const below = translateSelections(fragment.selectionSet, wholeOn, publicOn, path);
    return below.length === 0 ? [] : [{ on, selections: below }];
  }

  /** Returns the selection of a mutation within its payload. */
  function translatePayload(
    node: FieldNode,
    declared: GraphQLField<unknown, unknown>,
    publicField: GraphQLField<unknown, unknown>,
    path: readonly string[],
  ): SelectionPart[] {
    const [wholeType, payload] = [getNamedType(declared.type), getNamedType(publicField.type)];
    if (wholeType.name === payload.name) return node.selectionSet ? translateSelections(node.selectionSet, wholeType, payload, path) : [];
    const members = Object.values(getFields(payload)).filter(({ name }) => name !== 'errors');
    const member = members.find(({ type }) => getNamedType(type).name === wholeType.name);
    if (!node.selectionSet) {
      const [value = member] = members;
      return value ? [{ name: value.name, args: [], restKey: null, isContainer: true, selections: null }] : [];
    }
    if (!member) return translateSelections(node.selectionSet, wholeType, payload, path);
    const type = getNamedType(member.type);
    const below = translateSelections(node.selectionSet, wholeType, type, path);
    return below.length === 0 ? [] : [{ name: member.name, args: [], restKey: null, isContainer: true, selections: withId(below, type) }];
  }

  /** Returns the public name of the root field. Throws if it has none or only a handwritten document can replace it. */
  function getPublicRootName(name: string, declared: GraphQLField<unknown, unknown> | undefined): string {
    const replacement = declared?.extensions.replacement;
    if (!replacement) return name;
    if ('none' in replacement) throw new NoReplacementError(replacement.none, name);
    return /^\w+$/.test(replacement.use) ? replacement.use : name;
  }

  function translateRoot(node: FieldNode): SelectedField[] {
    if (readDirectives(node).hidden || !isIncluded(node)) return [];
    const declared = getFields(wholeSchema.getRootType(kind))[node.name.value];
    const name = getPublicRootName(node.name.value, declared);
    const publicField = getFields(publicSchema.getRootType(kind))[name];
    if (!publicField || !declared) throw new NoReplacementError(null, node.name.value);
    const path = [node.alias?.value ?? node.name.value];
    const args = toPublicArguments(node.arguments ?? [], declared.args, publicField, variables);
    const below = isMutation
      ? mergeSelections([...translatePayload(node, declared, publicField, path), errorsField])
      : node.selectionSet &&
        withId(
          translateSelections(node.selectionSet, getNamedType(declared.type), getNamedType(publicField.type), path),
          getNamedType(publicField.type),
        );
    if (below?.length === 0) throw new NoReplacementError(null, node.name.value);
    // a scalar root has no fields, and the REST response may convert it
    const isContainer = below !== undefined || hasSameValue(node);
    return [wrapInGroup({ name, args, restKey: null, isContainer, selections: below ?? null }, publicField)];
  }

  const roots = mergeSelections(
    operation.selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? translateRoot(node) : [])),
  ) as SelectedField[];
  return { roots, variables: variables.types };
}

/** Moves a root field to its group in the public schema, under its name there. */
function wrapInGroup(root: SelectedField, { extensions }: GraphQLField<unknown, unknown>): SelectedField {
  const { grouped } = extensions;
  return grouped
    ? { name: grouped.group, args: [], restKey: null, isContainer: true, selections: [{ ...root, name: grouped.name }] }
    : root;
}

/** Thrown if the public schema has no counterpart of an operation's root field. `reason` is null if none is declared. */
export class NoReplacementError extends Error {
  readonly reason: string | null;

  constructor(reason: string | null, root: string) {
    super(reason ?? `The public schema has no replacement of ${root}, and the field declares no reason.`);
    this.reason = reason;
  }
}

/** Marks replaced fields as different from the REST response, because they have another value or form. */
const markAsChanged = (parts: readonly SelectionPart[]): SelectionPart[] =>
  parts.map((part) => ('name' in part ? { ...part, restKey: null, selections: part.selections && markAsChanged(part.selections) } : part));

/** Adds the global ID to an object with a `databaseId`, because clients cache objects by it. */
function withId(parts: SelectionPart[], type: GraphQLNamedType): SelectionPart[] {
  const isSelected = (name: string) => parts.some((part) => 'name' in part && part.name === name);
  return isSelected('databaseId') && !isSelected('id') && getFields(type)['id'] !== undefined
    ? [{ name: 'id', args: [], restKey: null, isContainer: false, selections: null }, ...parts]
    : parts;
}
