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

/** True unless the member has a former name or is a root field that moved into a group. */
const isCurrent = ({ extensions }: { extensions: { currentName?: string; grouped?: object } }) =>
  extensions.currentName === undefined && extensions.grouped === undefined;

const isComposite = (type: GraphQLNamedType): type is Composite => isObjectType(type) || isInterfaceType(type);
const isConnection = (type: GraphQLNamedType) =>
  type.name.endsWith('Connection') && isObjectType(type) && type.getFields()['edges'] !== undefined;

function getNodeType(connection: GraphQLNamedType): Composite {
  const nodes = (connection as GraphQLObjectType).getFields()['nodes'];
  return getNamedType((nodes as Field).type) as Composite;
}

/** Returns every field of the schema that returns a connection. */
export function listConnectionFields(schema: GraphQLSchema): ConnectionField[] {
  const owners = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  ) as GraphQLObjectType[];
  return owners.flatMap((owner) =>
    Object.values(owner.getFields())
      .filter(isCurrent)
      .filter((field) => isConnection(getNamedType(field.type)))
      .map((field) => {
        const declares = (type: GraphQLInterfaceType) => type.getFields()[field.name] !== undefined;
        const declaredBy = owner.getInterfaces().find((type) => declares(type) && !type.getInterfaces().some(declares));
        return { name: `${declaredBy?.name ?? owner.name}.${field.name}`, owner, field, node: getNodeType(getNamedType(field.type)) };
      }),
  );
}

/** Returns the required arguments of a field as text, with the given values by argument name and the first value of each enum. */
export function formatRequiredArguments(args: readonly GraphQLArgument[], values: Readonly<Record<string, number>> = {}): string {
  return args
    .filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
    .map((arg) => {
      const type = getNullableType(arg.type);
      if (values[arg.name] !== undefined) return `${arg.name}: ${values[arg.name]}`;
      if (!isEnumType(type)) throw new Error(`There is no value for the argument ${arg.name}.`);
      return `${arg.name}: ${type.getValues()[0]?.name}`;
    })
    .join(' ');
}

const isSelectableWithoutArguments = (field: Field) =>
  isCurrent(field) && field.args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue !== undefined);

/** Returns a selection of the leaf fields of a type. */
function selectLeaves(type: Composite): string {
  return Object.values(type.getFields())
    .filter((field) => isSelectableWithoutArguments(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ');
}

/** Returns a selection of a node: its leaf fields, and all relations twice under different aliases. */
function selectAllFields(type: Composite): string {
  const relations = Object.values(type.getFields()).filter((field) => {
    const target = getNamedType(field.type);
    return isSelectableWithoutArguments(field) && isComposite(target) && !isConnection(target);
  });
  const selections = relations.map(({ name, type: relationType }) => {
    const inner = `{ __typename ${selectLeaves(getNamedType(relationType) as Composite)} }`;
    return `a_${name}: ${name} ${inner} b_${name}: ${name} ${inner}`;
  });
  return `__typename ${selectLeaves(type)} ${selections.join(' ')}`;
}

const buildConnectionBody = (selection: string) =>
  `{ nodes { ${selection} } edges { cursor } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } }`;

function selectConnection({ field }: ConnectionField, first: number, selection: string, alias = ''): string {
  return `${alias}${field.name}(first: ${first} ${formatRequiredArguments(field.args)}) ${buildConnectionBody(selection)}`;
}

/** Documents that select a connection, by kind of selection. */
export type Documents = Record<'nodesOnly' | 'allFields' | 'aliased', string>;

/**
 * Returns documents that select a connection for `count` owners: with the nodes alone, with all fields of the nodes, and under several aliases
 * with different lengths. `roots` has the root field that lists the objects of a type, by type name. Returns null if no root field lists the
 * owners.
 */
export function buildDocuments(connection: ConnectionField, roots: ReadonlyMap<string, ConnectionField>, count: number): Documents | null {
  const allFields = selectAllFields(connection.node);
  if (connection.owner.name === 'Query')
    return {
      nodesOnly: `{ ${selectConnection(connection, count, '__typename')} }`,
      allFields: `{ ${selectConnection(connection, count, allFields)} }`,
      aliased: `{ ${selectConnection(connection, count, '__typename', 'a: ')} ${selectConnection(connection, count - 1, '__typename', 'b: ')} }`,
    };
  const root = roots.get(connection.owner.name);
  if (!root) return null;
  const selectOwners = (selection: string) =>
    `{ ${root.field.name}(first: ${count} ${formatRequiredArguments(root.field.args)}) { nodes { ${selection} } } }`;
  return {
    nodesOnly: selectOwners(selectConnection(connection, 2, '__typename')),
    allFields: selectOwners(selectConnection(connection, 2, allFields)),
    aliased: selectOwners(['a: ', 'b: ', 'c: '].map((alias, n) => selectConnection(connection, n + 1, '__typename', alias)).join(' ')),
  };
}

/** Returns a selection of a field with an object type. If the type is a connection, selects two nodes. */
function selectRelation(field: Field, inner: (type: Composite) => string): string {
  const target = getNamedType(field.type) as Composite;
  if (isConnection(target))
    return `${field.name}(first: 2 ${formatRequiredArguments(field.args)}) { nodes { ${inner(getNodeType(target))} } }`;
  return `${field.name} { ${inner(target)} }`;
}

/** Returns a selection of the leaf fields of a type, and of its relations, lists and connections down to a depth. */
function selectDeep(type: Composite, levels: number): string {
  const relations = Object.values(type.getFields()).filter(
    (field) => isSelectableWithoutArguments(field) && isComposite(getNamedType(field.type)),
  );
  const selections = levels === 0 ? [] : relations.map((field) => selectRelation(field, (target) => selectDeep(target, levels - 1)));
  return `__typename ${selectLeaves(type)} ${selections.join(' ')}`;
}

/**
 * Returns a function for each root field that returns a list. The function creates a document, which reads `count` nodes of the list with their
 * relations, two levels deep.
 */
export function buildDeepDocuments(schema: GraphQLSchema): Map<string, (count: number) => string> {
  const documents = new Map<string, (count: number) => string>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const list = getNamedType(field.type);
    if (!isObjectType(list) || !list.getFields()['nodes'] || !field.args.every((arg) => isOptionalOrEnum(arg))) continue;
    const lengthArgument = ['first', 'perPage'].find((name) => field.args.some((arg) => arg.name === name));
    if (lengthArgument === undefined) continue;
    const node = selectDeep(getNodeType(list), 2);
    documents.set(
      field.name,
      (count) => `{ ${field.name}(${lengthArgument}: ${count} ${formatRequiredArguments(field.args)}) { nodes { ${node} } } }`,
    );
  }
  return documents;
}

const isOptionalOrEnum = ({ type, defaultValue }: GraphQLArgument) =>
  !isNonNullType(type) || defaultValue !== undefined || isEnumType(getNullableType(type));

/** A field, argument or input field of the schema. */
export interface SchemaMember {
  /** `Event.status`, `EventDraft.status`, `Query.orders(status)`. */
  name: string;
  type: GraphQLNamedType;
  description: string;
}

const filterCurrent = <Member extends Parameters<typeof isCurrent>[0]>(fields: Readonly<Record<string, Member>>): Member[] =>
  Object.values(fields).filter(isCurrent);

/** Returns every field, argument and input field of the schema, under its current name. */
export function listMembers(schema: GraphQLSchema): SchemaMember[] {
  const member = (name: string, { type, description }: { type: GraphQLType; description?: string | null | undefined }) => ({
    name,
    type: getNamedType(type),
    description: description ?? '',
  });
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isInputObjectType(type)) return filterCurrent(type.getFields()).map((field) => member(`${type.name}.${field.name}`, field));
    if (!isComposite(type)) return [];
    return filterCurrent(type.getFields()).flatMap((field) => [
      member(`${type.name}.${field.name}`, field),
      ...field.args.filter(isCurrent).map((arg) => member(`${type.name}.${field.name}(${arg.name})`, arg)),
    ]);
  });
}

const hasFields = (type: GraphQLObjectType, ...names: string[]) => names.every((name) => name in type.getFields());

/** True for types that contain the nodes of a list or describe it: page, connection, edge and page info. */
export const carriesNodes = (type: GraphQLObjectType) =>
  hasFields(type, 'edges', 'pageInfo') ||
  hasFields(type, 'node', 'cursor') ||
  hasFields(type, 'nodes', 'totalPages') ||
  type.name === 'PageInfo';

/** Returns the names of the types that only mutations and subscriptions return, and of their parts. */
export function findOutcomeTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap());
  const returnedBy = Map.groupBy(
    types
      .filter(isComposite)
      .flatMap((owner) => Object.values(owner.getFields()).map((field) => ({ owner: owner.name, type: getNamedType(field.type).name }))),
    ({ type }) => type,
  );
  const outcomes = new Set(['Mutation', 'Subscription']);
  for (let previousSize = 0; outcomes.size > previousSize; ) {
    previousSize = outcomes.size;
    for (const { name } of types.filter(isObjectType)) {
      const fields = returnedBy.get(name) ?? [];
      if (fields.length > 0 && fields.every(({ owner }) => outcomes.has(owner))) outcomes.add(name);
    }
  }
  return outcomes;
}
