import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;
type Field = ReturnType<Composite['getFields']>[string];

/** A field that returns a connection. */
export interface ConnectionField {
  /** `Query.posts`, `Term.posts`. Fields of an interface are named by the interface: `Content.children`. */
  name: string;
  owner: GraphQLObjectType;
  field: Field;
  node: Composite;
}

/** True for a current name. False for a former name, and for a root field that moved into a group. */
const isCurrent = ({ extensions }: { extensions: { currentName?: string; grouped?: object } }) =>
  extensions.currentName === undefined && extensions.grouped === undefined;

const isComposite = (type: GraphQLNamedType): type is Composite => isObjectType(type) || isInterfaceType(type);
const isConnection = (type: GraphQLNamedType) =>
  type.name.endsWith('Connection') && isObjectType(type) && type.getFields()['edges'] !== undefined;

function nodeOf(connection: GraphQLNamedType): Composite {
  const nodes = (connection as GraphQLObjectType).getFields()['nodes'];
  return getNamedType((nodes as Field).type) as Composite;
}

/** Returns every field of the schema that returns a connection. */
export function connectionFields(schema: GraphQLSchema): ConnectionField[] {
  const owners = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  ) as GraphQLObjectType[];
  return owners.flatMap((owner) =>
    Object.values(owner.getFields())
      .filter(isCurrent)
      .filter((field) => isConnection(getNamedType(field.type)))
      .map((field) => {
        const declares = (one: GraphQLInterfaceType) => one.getFields()[field.name] !== undefined;
        const declaredBy = owner.getInterfaces().find((one) => declares(one) && !one.getInterfaces().some(declares));
        return { name: `${declaredBy?.name ?? owner.name}.${field.name}`, owner, field, node: nodeOf(getNamedType(field.type)) };
      }),
  );
}

/** Returns the required arguments of a field as text: known values by argument name, enums by their first value. */
export function needed(args: readonly GraphQLArgument[], known: Readonly<Record<string, number>> = {}): string {
  return args
    .filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
    .map((arg) => {
      const type = getNullableType(arg.type);
      if (known[arg.name] !== undefined) return `${arg.name}: ${known[arg.name]}`;
      if (!isEnumType(type)) throw new Error(`What to give ${arg.name}?`);
      return `${arg.name}: ${type.getValues()[0]?.name}`;
    })
    .join(' ');
}

const isFree = (field: Field) => isCurrent(field) && field.args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue !== undefined);

/** Returns a selection of the leaf fields of a type. */
function leaves(type: Composite): string {
  return Object.values(type.getFields())
    .filter((field) => isFree(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ');
}

/** Returns a selection of a node: its leaf fields, and all relations twice under different aliases. */
function wholeNode(type: Composite): string {
  const relations = Object.values(type.getFields()).filter((field) => {
    const target = getNamedType(field.type);
    return isFree(field) && isComposite(target) && !isConnection(target);
  });
  const shown = relations.map((field) => {
    const { name } = field;
    const inner = `{ __typename ${leaves(getNamedType(field.type) as Composite)} }`;
    return `a_${name}: ${name} ${inner} b_${name}: ${name} ${inner}`;
  });
  return `__typename ${leaves(type)} ${shown.join(' ')}`;
}

const part = (selection: string) =>
  `{ nodes { ${selection} } edges { cursor } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } }`;

function selectConnection({ field }: ConnectionField, first: number, selection: string, alias = ''): string {
  return `${alias}${field.name}(first: ${first} ${needed(field.args)}) ${part(selection)}`;
}

/** Documents that select a connection, by kind of selection. */
export type Documents = Record<'alone' | 'whole' | 'aliased', string>;

/**
 * Returns documents that select a connection for `count` owners: alone, with all fields of its nodes, and under several aliases with
 * different lengths. `roots` names the root field that lists the owners by type. Returns null if the owner has none.
 */
export function documentsOf(connection: ConnectionField, roots: ReadonlyMap<string, ConnectionField>, count: number): Documents | null {
  const whole = wholeNode(connection.node);
  if (connection.owner.name === 'Query')
    return {
      alone: `{ ${selectConnection(connection, count, '__typename')} }`,
      whole: `{ ${selectConnection(connection, count, whole)} }`,
      aliased: `{ ${selectConnection(connection, count, '__typename', 'a: ')} ${selectConnection(connection, count - 1, '__typename', 'b: ')} }`,
    };
  const root = roots.get(connection.owner.name);
  if (!root) return null;
  const below = (text: string) => `{ ${root.field.name}(first: ${count} ${needed(root.field.args)}) { nodes { ${text} } } }`;
  return {
    alone: below(selectConnection(connection, 2, '__typename')),
    whole: below(selectConnection(connection, 2, whole)),
    aliased: below(['a: ', 'b: ', 'c: '].map((alias, n) => selectConnection(connection, n + 1, '__typename', alias)).join(' ')),
  };
}

/** Returns a selection of a composite field of a node; of a connection, selects two nodes. */
function relation(field: Field, inner: (type: Composite) => string): string {
  const target = getNamedType(field.type) as Composite;
  if (isConnection(target)) return `${field.name}(first: 2 ${needed(field.args)}) { nodes { ${inner(nodeOf(target))} } }`;
  return `${field.name} { ${inner(target)} }`;
}

/** Returns a selection of the leaf fields of a type and its relations, lists and connections to a given depth. */
function deepNode(type: Composite, levels: number): string {
  const hangs = Object.values(type.getFields()).filter((field) => isFree(field) && isComposite(getNamedType(field.type)));
  const shown = levels === 0 ? [] : hangs.map((field) => relation(field, (target) => deepNode(target, levels - 1)));
  return `__typename ${leaves(type)} ${shown.join(' ')}`;
}

/** Returns documents by root field. Each reads a list of a given length with the relations of its nodes, two levels deep. */
export function deepDocuments(schema: GraphQLSchema): Map<string, (count: number) => string> {
  const documents = new Map<string, (count: number) => string>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const list = getNamedType(field.type);
    if (!isObjectType(list) || !list.getFields()['nodes'] || !field.args.every((arg) => isFreeArgument(arg))) continue;
    const length = ['first', 'perPage'].find((name) => field.args.some((arg) => arg.name === name));
    if (length === undefined) continue;
    const node = deepNode(nodeOf(list), 2);
    documents.set(field.name, (count) => `{ ${field.name}(${length}: ${count} ${needed(field.args)}) { nodes { ${node} } } }`);
  }
  return documents;
}

const isFreeArgument = ({ type, defaultValue }: GraphQLArgument) =>
  !isNonNullType(type) || defaultValue !== undefined || isEnumType(getNullableType(type));

/** A place in the schema that takes or returns a value. */
export interface Place {
  /** `Event.status`, `EventDraft.status`, `Query.orders(status)`. */
  name: string;
  type: GraphQLNamedType;
  description: string;
}

const inUse = <One extends Parameters<typeof isCurrent>[0]>(fields: Readonly<Record<string, One>>): One[] =>
  Object.values(fields).filter(isCurrent);

/** Returns every field, argument and input field of the schema, under its current name. */
export function placesOf(schema: GraphQLSchema): Place[] {
  const place = (name: string, { type, description }: { type: GraphQLType; description?: string | null | undefined }) => ({
    name,
    type: getNamedType(type),
    description: description ?? '',
  });
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isInputObjectType(type)) return inUse(type.getFields()).map((field) => place(`${type.name}.${field.name}`, field));
    if (!isComposite(type)) return [];
    return inUse(type.getFields()).flatMap((field) => [
      place(`${type.name}.${field.name}`, field),
      ...field.args.filter(isCurrent).map((arg) => place(`${type.name}.${field.name}(${arg.name})`, arg)),
    ]);
  });
}

const has = (type: GraphQLObjectType, ...names: string[]) => names.every((name) => name in type.getFields());

/** True for types that carry the nodes of a list: page, connection, edge and page info. */
export const carriesNodes = (type: GraphQLObjectType) =>
  has(type, 'edges', 'pageInfo') || has(type, 'node', 'cursor') || has(type, 'nodes', 'totalPages') || type.name === 'PageInfo';

/** Returns the names of the types that only mutations and subscriptions return, and of their parts. */
export function outcomesOf(schema: GraphQLSchema): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap());
  const returnedBy = Map.groupBy(
    types
      .filter(isComposite)
      .flatMap((by) => Object.values(by.getFields()).map((field) => ({ by: by.name, type: getNamedType(field.type).name }))),
    ({ type }) => type,
  );
  const found = new Set(['Mutation', 'Subscription']);
  for (let known = 0; found.size > known; ) {
    known = found.size;
    for (const { name } of types.filter(isObjectType)) {
      const by = returnedBy.get(name) ?? [];
      if (by.length > 0 && by.every((one) => found.has(one.by))) found.add(name);
    }
  }
  return found;
}
