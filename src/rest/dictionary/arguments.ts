import {
  type ArgumentNode,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isNullableType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql';

/** What a translation takes of the variables. */
export interface Taken {
  /** Types of the variables that are used, by name; filled here. */
  variables: Map<string, string>;
  has(variable: string): boolean;
}

type Input = GraphQLArgument | GraphQLInputField;

/** Where a value goes: names of an argument and of the fields within it. */
interface Placed {
  path: readonly string[];
  value: ValueNode;
}

/** The enum's name of a word that the map writes as it is stored. */
function enumName(type: GraphQLInputType, word: string): ValueNode | null {
  const named = getNamedType(type);
  if (!isEnumType(named)) return null;
  const value = named.getValues().find((one) => one.value === word || one.name === word);
  return value ? { kind: Kind.ENUM, value: value.name } : null;
}

function noteVariable(name: string, type: GraphQLInputType, { variables }: Taken): void {
  const known = variables.get(name);
  // what must not be null in one place must not be null at all
  if (known === undefined || (!known.endsWith('!') && isNonNullType(type))) variables.set(name, String(type));
}

/** Names and literal values of what an argument is given, without what has no value. */
function placed(value: ValueNode, path: readonly string[], taken: Taken): Placed[] {
  if (value.kind === Kind.VARIABLE) return taken.has(value.name.value) ? [{ path, value }] : [];
  if (value.kind === Kind.OBJECT) {
    const parts = value.fields.flatMap((field) => placed(field.value, [...path, field.name.value], taken));
    return parts.length > 0 || value.fields.length > 0 ? parts : [{ path, value }];
  }
  if (value.kind === Kind.LIST && value.values.some((one) => one.kind === Kind.VARIABLE && !taken.has(one.name.value))) return [];
  return [{ path, value }];
}

const inputAt = (inputs: readonly Input[], path: readonly string[]): Input | undefined => {
  const [first, ...rest] = path;
  const found = inputs.find(({ name }) => name === first);
  if (!found || rest.length === 0) return found;
  const type = getNamedType(found.type);
  return isInputObjectType(type) ? inputAt(Object.values(type.getFields()), rest) : undefined;
};

/** The member of `by` that says what an argument says; null where it goes on to be said by that. */
function nameFor([first, ...rest]: readonly string[], fresh: readonly Input[]): readonly string[] | null {
  const number = fresh.find(({ extensions }) => extensions['lookup']);
  const lookup = number?.extensions['lookup'] as { keys: Record<string, { argument?: string }>; keepsArguments?: true } | undefined;
  if (!number || !lookup || lookup.keepsArguments || rest.length > 0) return null;
  if (first === number.name) return ['by', 'databaseId'];
  const key = Object.entries(lookup.keys).find(([, { argument }]) => argument === first);
  return key ? ['by', key[0]] : null;
}

/** The path in the public schema; null where it has nothing for it. */
export function publicPath(path: readonly string[], old: readonly Input[], fresh: readonly Input[]): readonly string[] | null {
  const named = nameFor(path, fresh);
  if (named && inputAt(fresh, named)) return named;
  if (inputAt(fresh, path)) return path;
  for (let length = 1; length <= path.length; length += 1) {
    const at = path.slice(0, length);
    if (inputAt(fresh, at)) continue;
    const replacement = inputAt(old, at)?.extensions.replacement;
    if (!replacement || 'none' in replacement) return null;
    const instead = [...at.slice(0, -1), ...replacement.use.split('.'), ...path.slice(length)];
    const [there, was] = [inputAt(fresh, instead), inputAt(old, path)];
    // another type takes another value, which only a document by hand can tell
    return there && was && getNamedType(there.type).name === getNamedType(was.type).name ? instead : null;
  }
  return null;
}

function valueFor(value: ValueNode, type: GraphQLInputType, taken: Taken): ValueNode {
  if (value.kind === Kind.VARIABLE) noteVariable(value.name.value, type, taken);
  if (value.kind === Kind.STRING) return enumName(type, value.value) ?? value;
  if (value.kind === Kind.LIST) {
    const list = getNullableType(type);
    const item = isListType(list) ? list.ofType : list;
    return { ...value, values: value.values.map((one) => valueFor(one, item, taken)) };
  }
  return value;
}

interface Branch {
  value?: ValueNode;
  below: Map<string, Branch>;
}

/** Values by path as values of objects. */
function asValue({ value, below }: Branch): ValueNode {
  if (value) return value;
  const fields = [...below].map(
    ([name, inner]): ObjectFieldNode => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: asValue(inner),
    }),
  );
  return { kind: Kind.OBJECT, fields };
}

/** The arguments of a field in the words of the public schema, without those that nothing fills. */
export function publicArguments(
  nodes: readonly ArgumentNode[],
  old: readonly GraphQLArgument[],
  field: GraphQLField<unknown, unknown>,
  taken: Taken,
): ArgumentNode[] {
  const root: Branch = { below: new Map() };
  for (const { path, value } of nodes.flatMap((node) => placed(node.value, [node.name.value], taken))) {
    const there = publicPath(path, old, field.args);
    const input = there && inputAt(field.args, there);
    if (!there || !input) continue;
    let branch = root;
    for (const name of there) {
      const next = branch.below.get(name) ?? { below: new Map() };
      branch.below.set(name, next);
      branch = next;
    }
    const above = inputAt(field.args, there.slice(0, -1));
    const type = above && getNamedType(above.type);
    // what one of several members says is not null
    const isOneOf = isInputObjectType(type) && type.isOneOf;
    branch.value = valueFor(value, isOneOf && isNullableType(input.type) ? new GraphQLNonNull(input.type) : input.type, taken);
  }
  // what must be given is given, if empty
  for (const { name, type, defaultValue } of field.args)
    if (isNonNullType(type) && defaultValue === undefined && !root.below.has(name) && isInputObjectType(getNamedType(type)))
      root.below.set(name, { below: new Map() });
  return [...root.below].map(([name, branch]) => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: asValue(branch),
  }));
}
