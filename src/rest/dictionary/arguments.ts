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

/** The variables of a translation. */
export interface TranslationVariables {
  /** Types of the used variables by name. The translation adds them. */
  types: Map<string, string>;
  /** True if the variable has a value or is kept without one. */
  has(variable: string): boolean;
}

type Input = GraphQLArgument | GraphQLInputField;

/** A value with its path: the names of an argument and of the fields within it. */
interface PathValue {
  path: readonly string[];
  value: ValueNode;
}

/** Returns the enum value with this name or stored value, because the map may contain either. Returns null for other types and values. */
function toEnumValue(type: GraphQLInputType, nameOrValue: string): ValueNode | null {
  const named = getNamedType(type);
  if (!isEnumType(named)) return null;
  const value = named.getValues().find(({ name, value: stored }) => stored === nameOrValue || name === nameOrValue);
  return value ? { kind: Kind.ENUM, value: value.name } : null;
}

function addVariable(name: string, type: GraphQLInputType, { types }: TranslationVariables): void {
  const known = types.get(name);
  // a variable that is non-null in one place is non-null everywhere
  if (known === undefined || (!known.endsWith('!') && isNonNullType(type))) types.set(name, String(type));
}

/** Returns the values of an argument with their paths. Skips variables without a value. */
function collectPathValues(value: ValueNode, path: readonly string[], variables: TranslationVariables): PathValue[] {
  if (value.kind === Kind.VARIABLE) return variables.has(value.name.value) ? [{ path, value }] : [];
  if (value.kind === Kind.OBJECT) {
    const members = value.fields.flatMap((field) => collectPathValues(field.value, [...path, field.name.value], variables));
    return members.length > 0 || value.fields.length > 0 ? members : [{ path, value }];
  }
  if (value.kind === Kind.LIST && value.values.some((item) => item.kind === Kind.VARIABLE && !variables.has(item.name.value))) return [];
  return [{ path, value }];
}

const findInput = (inputs: readonly Input[], [first, ...others]: readonly string[]): Input | undefined => {
  const input = inputs.find(({ name }) => name === first);
  if (!input || others.length === 0) return input;
  const type = getNamedType(input.type);
  return isInputObjectType(type) ? findInput(Object.values(type.getFields()), others) : undefined;
};

/** Returns the path in the argument `by` that replaces an argument, or null if the argument stays. */
function findLookupPath([first, ...others]: readonly string[], publicInputs: readonly Input[]): readonly string[] | null {
  const idArgument = publicInputs.find(({ extensions }) => extensions['lookup']);
  const lookup = idArgument?.extensions['lookup'] as { keys: Record<string, { argument?: string }>; keepsArguments?: true } | undefined;
  if (!idArgument || !lookup || lookup.keepsArguments || others.length > 0) return null;
  if (first === idArgument.name) return ['by', 'databaseId'];
  const key = Object.entries(lookup.keys).find(([, { argument }]) => argument === first);
  return key ? ['by', key[0]] : null;
}

/** Returns the path of an argument in the public schema, or null if it has no counterpart. `inputs` are the arguments of the whole schema. */
export function findPublicPath(
  path: readonly string[],
  inputs: readonly Input[],
  publicInputs: readonly Input[],
): readonly string[] | null {
  const byPath = findLookupPath(path, publicInputs);
  if (byPath && findInput(publicInputs, byPath)) return byPath;
  if (findInput(publicInputs, path)) return path;
  for (let length = 1; length <= path.length; length += 1) {
    const prefix = path.slice(0, length);
    if (findInput(publicInputs, prefix)) continue;
    const replacement = findInput(inputs, prefix)?.extensions.replacement;
    if (!replacement || 'none' in replacement) return null;
    const newPath = [...prefix.slice(0, -1), ...replacement.use.split('.'), ...path.slice(length)];
    const [publicInput, input] = [findInput(publicInputs, newPath), findInput(inputs, path)];
    // a different type accepts different values, which only a handwritten document can map
    return publicInput && input && getNamedType(publicInput.type).name === getNamedType(input.type).name ? newPath : null;
  }
  return null;
}

/** Converts a value to the type of its argument in the public schema and adds its variables to the translation. */
function toPublicValue(value: ValueNode, type: GraphQLInputType, variables: TranslationVariables): ValueNode {
  if (value.kind === Kind.VARIABLE) addVariable(value.name.value, type, variables);
  if (value.kind === Kind.STRING) return toEnumValue(type, value.value) ?? value;
  if (value.kind === Kind.LIST) {
    const list = getNullableType(type);
    const itemType = isListType(list) ? list.ofType : list;
    return { ...value, values: value.values.map((item) => toPublicValue(item, itemType, variables)) };
  }
  return value;
}

/** A value, or the members of an object by name. */
interface Branch {
  value?: ValueNode;
  members: Map<string, Branch>;
}

function toValue({ value, members }: Branch): ValueNode {
  if (value) return value;
  const fields = [...members].map(
    ([name, member]): ObjectFieldNode => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: toValue(member),
    }),
  );
  return { kind: Kind.OBJECT, fields };
}

/** Returns the arguments of a field in the public schema, without those that have no value. */
export function toPublicArguments(
  nodes: readonly ArgumentNode[],
  inputs: readonly GraphQLArgument[],
  field: GraphQLField<unknown, unknown>,
  variables: TranslationVariables,
): ArgumentNode[] {
  const root: Branch = { members: new Map() };
  for (const { path, value } of nodes.flatMap((node) => collectPathValues(node.value, [node.name.value], variables))) {
    const newPath = findPublicPath(path, inputs, field.args);
    const input = newPath && findInput(field.args, newPath);
    if (!newPath || !input) continue;
    let branch = root;
    for (const name of newPath) {
      const next = branch.members.get(name) ?? { members: new Map() };
      branch.members.set(name, next);
      branch = next;
    }
    const parent = findInput(field.args, newPath.slice(0, -1));
    const type = parent && getNamedType(parent.type);
    // the member of a oneOf input cannot be null
    const isOneOf = isInputObjectType(type) && type.isOneOf;
    branch.value = toPublicValue(value, isOneOf && isNullableType(input.type) ? new GraphQLNonNull(input.type) : input.type, variables);
  }
  // required input objects are added, even if empty
  for (const { name, type, defaultValue } of field.args)
    if (isNonNullType(type) && defaultValue === undefined && !root.members.has(name) && isInputObjectType(getNamedType(type)))
      root.members.set(name, { members: new Map() });
  return [...root.members].map(([name, branch]) => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: toValue(branch),
  }));
}
