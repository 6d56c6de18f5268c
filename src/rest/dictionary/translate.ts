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
import { publicArguments, type Taken } from './arguments.ts';
import { merged, type Selected, type SelectedField } from './selected.ts';

/** An operation of the map in the words of the public schema. */
export interface Translation {
  roots: SelectedField[];
  /** Types that the variables have there, by variable. */
  variables: ReadonlyMap<string, string>;
}

/** What a translation goes by. */
export interface Dictionaries {
  whole: GraphQLSchema;
  shown: GraphQLSchema;
}

/** What is known of the request that is translated. */
export interface Asked {
  /** Response keys that lead to the returned object. */
  itemPath: readonly string[];
  /** The context whose shape is returned. */
  context: string;
  /** Values by variable; a variable without a value is left out of the document. */
  values: Readonly<Record<string, unknown>>;
  /** Written by hand: what has an alias says what the old response says under that name, and nothing else does. */
  isByHand: boolean;
  /** Variables that stay though nothing fills them. */
  kept: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>;

const fieldsOf = (type: GraphQLNamedType | undefined | null): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** Directives of the map that leave the value as it is. */
const sameValue = new Set(['as', 'contexts', 'hidden', 'omitEmpty', 'omitNull', 'skip', 'include', 'uri']);

const isSame = ({ directives = [] }: FieldNode): boolean => directives.every(({ name }) => sameValue.has(name.value));

/** The fields that the public response of a mutation adds: why it was refused. */
const errors: SelectedField = {
  name: 'errors',
  args: [],
  old: null,
  isContainer: true,
  below: ['code', 'message', 'path'].map((name) => ({ name, args: [], old: null, isContainer: false, below: null })),
};

/**
 * Says an operation of the map in the words of the public schema: members that old clients alone need are replaced by their counterparts or
 * left out, mutations return their payloads. Throws the reason where the public schema has nothing in the place of its root.
 */
export function translate({ whole, shown }: Dictionaries, document: DocumentNode, asked: Asked): Translation {
  const operation = document.definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The document holds no operation');
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const taken: Taken = { variables: new Map(), has: (name) => asked.kept.has(name) || asked.values[name] !== undefined };
  const defaults = new Map(operation.variableDefinitions?.map((one) => [one.variable.name.value, one.defaultValue] as const));
  const kind = operation.operation;
  const isMutation = kind === 'mutation';

  const holds = ({ directives = [] }: Pick<FieldNode, 'directives'>): boolean =>
    directives.every(({ name, arguments: [argument] = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return true;
      const value = argument?.value;
      const preset = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : undefined;
      const told =
        value?.kind === Kind.VARIABLE
          ? (asked.values[value.name.value] ?? (preset?.kind === Kind.BOOLEAN ? preset.value : false))
          : value?.kind === Kind.BOOLEAN && value.value;
      return (name.value === 'include') === Boolean(told);
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
    const told = fieldsOf(fresh)[node.name.value];
    if (!told) {
      const replacement = declared?.extensions.replacement;
      if (!replacement || 'none' in replacement) return [];
      const written = parse(`{ ${replacement.use} }`, { noLocation: true }).definitions[0] as OperationDefinitionNode;
      return changed(selections(written.selectionSet, fresh, fresh, null));
    }
    const key = node.alias?.value ?? node.name.value;
    const below = path !== null && asked.itemPath[path.length] === key ? [...path, key] : null;
    const isContainer = below !== null;
    const type = getNamedType(told.type);
    const args = publicArguments(node.arguments ?? [], declared?.args ?? told.args, told, taken);
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
    return merged(set.selections.flatMap((one) => selection(one, old, fresh, path)));
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

  /** What a mutation returns, within its payload. */
  function payloadSelections(
    node: FieldNode,
    declared: GraphQLField<unknown, unknown>,
    told: GraphQLField<unknown, unknown>,
    path: readonly string[],
  ): Selected[] {
    const [old, payload] = [getNamedType(declared.type), getNamedType(told.type)];
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

  /** What the root is called in the public schema. Throws the reason where it has none, and where only a document by hand can tell. */
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
    const told = fieldsOf(freshRoot)[name];
    if (!told || !declared) throw new NoReplacement(null, node.name.value);
    const path = [node.alias?.value ?? node.name.value];
    const args = publicArguments(node.arguments ?? [], declared.args, told, taken);
    const below = isMutation
      ? merged([...payloadSelections(node, declared, told, path), errors])
      : node.selectionSet &&
        withId(selections(node.selectionSet, getNamedType(declared.type), getNamedType(told.type), path), getNamedType(told.type));
    if (below?.length === 0) throw new NoReplacement(null, node.name.value);
    // a value at the root leads to nothing but itself, which the old response may say otherwise
    const isContainer = below !== undefined || isSame(node);
    return [inGroup({ name, args, old: null, isContainer, below: below ?? null }, told)];
  }

  const roots = merged(
    operation.selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? root(node) : [])),
  ) as SelectedField[];
  return { roots, variables: taken.variables };
}

/** A root field where the public schema has it: in a group, under its name there. */
function inGroup(root: SelectedField, { extensions }: GraphQLField<unknown, unknown>): SelectedField {
  const { grouped } = extensions;
  return grouped ? { name: grouped.group, args: [], old: null, isContainer: true, below: [{ ...root, name: grouped.name }] } : root;
}

/** The public schema has nothing in the place of an operation's root; the reason, where the root says it. */
export class NoReplacement extends Error {
  readonly reason: string | null;

  constructor(reason: string | null, root: string) {
    super(reason ?? `${root} is for old clients alone`);
    this.reason = reason;
  }
}

/** ReplacementPlugin say another value, or the same in another form. */
const changed = (parts: readonly Selected[]): Selected[] =>
  parts.map((one) => ('name' in one ? { ...one, old: null, below: one.below && changed(one.below) } : one));

/** An object with a number has its global id beside it: clients keep it by that. */
function withId(parts: Selected[], type: GraphQLNamedType): Selected[] {
  const isNumbered = parts.some((one) => 'name' in one && one.name === 'databaseId');
  const hasId = fieldsOf(type)['id'] !== undefined && !parts.some((one) => 'name' in one && one.name === 'id');
  return isNumbered && hasId ? [{ name: 'id', args: [], old: null, isContainer: false, below: null }, ...parts] : parts;
}
