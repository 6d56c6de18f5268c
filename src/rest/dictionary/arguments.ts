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
  /** Types of the used variables by name; the translation adds them. */
  variables: Map<string, string>;
  has(variable: string): boolean;
}

type Input = GraphQLArgument | GraphQLInputField;

/** A value with its path: the names of an argument and of the fields within it. */
interface Placed {
  path: readonly string[];
  value: ValueNode;
}

/** Returns the enum value for a word that the map writes in its stored form. */
function enumName(type: GraphQLInputType, word: string): ValueNode | null {
  const named = getNamedType(type);
  if (!isEnumType(named)) return null;
  const value = named.getValues().find((one) => one.value === word || one.name === word);
  return value ? { kind: Kind.ENUM, value: value.name } : null;
}

function noteVariable(name: string, type: GraphQLInputType, { variables }: TranslationVariables): void {
  const known = variables.get(name);
  // a variable that is non-null in one place is non-null everywhere
  if (known === undefined || (!known.endsWith('!') && isNonNullType(type))) variables.set(name, String(type));
}

/** Returns the values of an argument with their paths. Skips variables without a value. */
function placed(value: ValueNode, path: readonly string[], taken: TranslationVariables): Placed[] {
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

/** Returns the path in `by` that replaces an argument; null if the argument stays. */
function nameFor([first, ...rest]: readonly string[], fresh: readonly Input[]): readonly string[] | null {
  const number = fresh.find(({ extensions }) => extensions['lookup']);
  const lookup = number?.extensions['lookup'] as { keys: Record<string, { argument?: string }>; keepsArguments?: true } | undefined;
  if (!number || !lookup || lookup.keepsArguments || rest.length > 0) return null;
  if (first === number.name) return ['by', 'databaseId'];
  const key = Object.entries(lookup.keys).find(([, { argument }]) => argument === first);
  return key ? ['by', key[0]] : null;
}

/** Returns the path in the public schema; null if it has no counterpart. */
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
    // a different type takes different values, which only a handwritten document can map
    return there && was && getNamedType(there.type).name === getNamedType(was.type).name ? instead : null;
  }
  return null;
}

function valueFor(value: ValueNode, type: GraphQLInputType, taken: TranslationVariables): ValueNode {
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

/** Converts values by path to an object value. */
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

/** Returns the arguments of a field in the public schema, without those that have no value. */
export function publicArguments(
  nodes: readonly ArgumentNode[],
  old: readonly GraphQLArgument[],
  field: GraphQLField<unknown, unknown>,
  taken: TranslationVariables,
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
    // the member of a oneOf input cannot be null
    const isOneOf = isInputObjectType(type) && type.isOneOf;
    branch.value = valueFor(value, isOneOf && isNullableType(input.type) ? new GraphQLNonNull(input.type) : input.type, taken);
  }
  // required input objects are added, even if empty
  for (const { name, type, defaultValue } of field.args)
    if (isNonNullType(type) && defaultValue === undefined && !root.below.has(name) && isInputObjectType(getNamedType(type)))
      root.below.set(name, { below: new Map() });
  return [...root.below].map(([name, branch]) => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: asValue(branch),
  }));
}
