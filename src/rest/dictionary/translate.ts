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
import { publicArguments, type TranslationVariables } from './arguments.ts';
import { mergeSelections, type Selected, type SelectedField } from './selected.ts';

/** An operation of the map, translated to the public schema. */
export interface Translation {
  roots: SelectedField[];
  /** Types of the variables in the public schema. */
  variables: ReadonlyMap<string, string>;
}

/** The schemas of a translation. */
export interface Dictionaries {
  whole: GraphQLSchema;
  shown: GraphQLSchema;
}

/** The request that is translated. */
export interface Asked {
  /** Response keys on the path to the returned object. */
  itemPath: readonly string[];
  /** The context whose shape is returned. */
  context: string;
  /** Values by variable. Variables without a value are omitted from the document. */
  values: Readonly<Record<string, unknown>>;
  /** True for a handwritten document, in which an alias names the equal value of the old response. */
  isByHand: boolean;
  /** Variables that stay even without a value. */
  kept: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>;

const fieldsOf = (type: GraphQLNamedType | undefined | null): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** Directives that do not change the value. */
const sameValue = new Set(['as', 'contexts', 'hidden', 'omitEmpty', 'omitNull', 'skip', 'include', 'uri']);

const isSame = ({ directives = [] }: FieldNode): boolean => directives.every(({ name }) => sameValue.has(name.value));

/** The field `errors`, which payloads of the public schema add. */
const errors: SelectedField = {
  name: 'errors',
  args: [],
  old: null,
  isContainer: true,
  below: ['code', 'message', 'path'].map((name) => ({ name, args: [], old: null, isContainer: false, below: null })),
};

/**
 * Translates an operation of the map to the public schema. Replaces or omits members for legacy clients and adds the payloads of mutations. Throws
 * `NoReplacement` with the reason if the public schema has no counterpart of the root field.
 */
export function translate({ whole, shown }: Dictionaries, document: DocumentNode, asked: Asked): Translation {
  const operation = document.definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The document holds no operation');
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const taken: TranslationVariables = { variables: new Map(), has: (name) => asked.kept.has(name) || asked.values[name] !== undefined };
  const defaults = new Map(operation.variableDefinitions?.map((one) => [one.variable.name.value, one.defaultValue] as const));
  const kind = operation.operation;
  const isMutation = kind === 'mutation';

  const holds = ({ directives = [] }: Pick<FieldNode, 'directives'>): boolean =>
    directives.every(({ name, arguments: [argument] = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return true;
      const value = argument?.value;
      const preset = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : undefined;
      const publicField =
        value?.kind === Kind.VARIABLE
          ? (asked.values[value.name.value] ?? (preset?.kind === Kind.BOOLEAN ? preset.value : false))
          : value?.kind === Kind.BOOLEAN && value.value;
      return (name.value === 'include') === Boolean(publicField);
    });

  function field(
    node: FieldNode,
    old: GraphQLNamedType | undefined,
    fresh: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): Selected[] {
    const words = readDirectives(node);
    if (words.hidden || !holds(node) || (words.contexts && !words.contexts.includes(asked.context))) return [];
    const declared = fieldsOf(old)[node.name.value];
    const publicField = fieldsOf(fresh)[node.name.value];
    if (!publicField) {
      const replacement = declared?.extensions.replacement;
      if (!replacement || 'none' in replacement) return [];
      const written = parse(`{ ${replacement.use} }`, { noLocation: true }).definitions[0] as OperationDefinitionNode;
      return changed(selections(written.selectionSet, fresh, fresh, null));
    }
    const key = node.alias?.value ?? node.name.value;
    const below = path !== null && asked.itemPath[path.length] === key ? [...path, key] : null;
    const isContainer = below !== null;
    const type = getNamedType(publicField.type);
    const args = publicArguments(node.arguments ?? [], declared?.args ?? publicField.args, publicField, taken);
    const common = { name: node.name.value, args, old: isSame(node) && (!asked.isByHand || node.alias) ? words.key : null, isContainer };
    if (!node.selectionSet) return isCompositeType(type) ? [] : [{ ...common, below: null }];
    const inner = selections(node.selectionSet, declared && getNamedType(declared.type), type, below);
    return inner.length === 0 ? [] : [{ ...common, below: withId(inner, type) }];
  }

  function selections(
    set: SelectionSetNode,
    old: GraphQLNamedType | undefined,
    fresh: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): Selected[] {
    return mergeSelections(set.selections.flatMap((one) => selection(one, old, fresh, path)));
  }

  function selection(
    node: SelectionNode,
    old: GraphQLNamedType | undefined,
    fresh: GraphQLNamedType | undefined,
    path: readonly string[] | null,
  ): Selected[] {
    if (node.kind === Kind.FIELD) return field(node, old, fresh, path);
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    if (!fragment || !holds(node)) return [];
    const on = fragment.typeCondition?.name.value;
    if (on === undefined || on === old?.name || on === fresh?.name) return selections(fragment.selectionSet, old, fresh, path);
    const [oldType, type] = [whole.getType(on), shown.getType(on)];
    if (isInterfaceType(type) && isObjectType(fresh)) return selections(fragment.selectionSet, oldType, fresh, path);
    if (!type) return [];
    const below = selections(fragment.selectionSet, oldType, type, path);
    return below.length === 0 ? [] : [{ on, below }];
  }

  /** Returns the selection of a mutation within its payload. */
  function payloadSelections(
    node: FieldNode,
    declared: GraphQLField<unknown, unknown>,
    publicField: GraphQLField<unknown, unknown>,
    path: readonly string[],
  ): Selected[] {
    const [old, payload] = [getNamedType(declared.type), getNamedType(publicField.type)];
    if (old.name === payload.name) return node.selectionSet ? selections(node.selectionSet, old, payload, path) : [];
    const members = Object.values(fieldsOf(payload)).filter(({ name }) => name !== 'errors');
    const member = members.find(({ type }) => getNamedType(type).name === old.name);
    if (!node.selectionSet) {
      const [value = member] = members;
      return value ? [{ name: value.name, args: [], old: null, isContainer: true, below: null }] : [];
    }
    if (!member) return selections(node.selectionSet, old, payload, path);
    const type = getNamedType(member.type);
    const below = selections(node.selectionSet, old, type, path);
    return below.length === 0 ? [] : [{ name: member.name, args: [], old: null, isContainer: true, below: withId(below, type) }];
  }

  /** Returns the public name of the root field. Throws if it has none or only a handwritten document can replace it. */
  function publicRoot(name: string, declared: GraphQLField<unknown, unknown> | undefined): string {
    const replacement = declared?.extensions.replacement;
    if (!replacement) return name;
    if ('none' in replacement) throw new NoReplacement(replacement.none, name);
    return /^\w+$/.test(replacement.use) ? replacement.use : name;
  }

  function root(node: FieldNode): SelectedField[] {
    if (readDirectives(node).hidden || !holds(node)) return [];
    const [oldRoot, freshRoot] = [whole, shown].map((schema) => schema.getRootType(kind) ?? undefined);
    const declared = fieldsOf(oldRoot)[node.name.value];
    const name = publicRoot(node.name.value, declared);
    const publicField = fieldsOf(freshRoot)[name];
    if (!publicField || !declared) throw new NoReplacement(null, node.name.value);
    const path = [node.alias?.value ?? node.name.value];
    const args = publicArguments(node.arguments ?? [], declared.args, publicField, taken);
    const below = isMutation
      ? mergeSelections([...payloadSelections(node, declared, publicField, path), errors])
      : node.selectionSet &&
        withId(
          selections(node.selectionSet, getNamedType(declared.type), getNamedType(publicField.type), path),
          getNamedType(publicField.type),
        );
    if (below?.length === 0) throw new NoReplacement(null, node.name.value);
    // a scalar root has no fields, and the old response may convert it
    const isContainer = below !== undefined || isSame(node);
    return [inGroup({ name, args, old: null, isContainer, below: below ?? null }, publicField)];
  }

  const roots = mergeSelections(
    operation.selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? root(node) : [])),
  ) as SelectedField[];
  return { roots, variables: taken.variables };
}

/** Moves a root field to its group in the public schema, under its name there. */
function inGroup(root: SelectedField, { extensions }: GraphQLField<unknown, unknown>): SelectedField {
  const { grouped } = extensions;
  return grouped ? { name: grouped.group, args: [], old: null, isContainer: true, below: [{ ...root, name: grouped.name }] } : root;
}

/** The public schema has no counterpart of an operation's root field. `reason` is null if none is declared. */
export class NoReplacement extends Error {
  readonly reason: string | null;

  constructor(reason: string | null, root: string) {
    super(reason ?? `${root} is for old clients alone`);
    this.reason = reason;
  }
}

/** Marks replaced fields as different, because they have another value or form. */
const changed = (parts: readonly Selected[]): Selected[] =>
  parts.map((one) => ('name' in one ? { ...one, old: null, below: one.below && changed(one.below) } : one));

/** Adds the global ID to an object with a `databaseId`, because clients cache objects by it. */
function withId(parts: Selected[], type: GraphQLNamedType): Selected[] {
  const isNumbered = parts.some((one) => 'name' in one && one.name === 'databaseId');
  const hasId = fieldsOf(type)['id'] !== undefined && !parts.some((one) => 'name' in one && one.name === 'id');
  return isNumbered && hasId ? [{ name: 'id', args: [], old: null, isContainer: false, below: null }, ...parts] : parts;
}
