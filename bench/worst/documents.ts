import {
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;
type Field = GraphQLField<unknown, unknown>;

const isComposite = (type: unknown): type is Composite => isObjectType(type) || isInterfaceType(type);

/**
 * Returns the arguments of a field as GraphQL source: the page size, and a value for each required argument. Returns null if a required argument has
 * a type for which there is no value.
 */
function printArguments(field: Field, pageSize: number): string | null {
  const args: string[] = [];
  for (const { name, type, defaultValue } of field.args) {
    const nullableType = getNullableType(type);
    if (name === 'first' || name === 'perPage') args.push(`${name}: ${pageSize}`);
    else if (!isNonNullType(type) || defaultValue !== undefined) continue;
    else if (isEnumType(nullableType)) args.push(`${name}: ${nullableType.getValues()[0]?.name}`);
    else if (getNamedType(type).name === 'Int') args.push(`${name}: 1`);
    else if (getNamedType(type).name === 'String') args.push(`${name}: "e"`);
    else return null;
  }
  return args.length > 0 ? `(${args.join(' ')})` : '';
}

/** Returns a selection of all fields of a type and, up to `depth` levels, of all nested fields. */
function selectAll(type: Composite, depth: number, pageSize: number): string {
  const selections = ['__typename'];
  for (const field of Object.values(type.getFields())) {
    const target = getNamedType(field.type);
    const args = printArguments(field, pageSize);
    if (args === null) continue;
    if (isLeafType(target)) selections.push(field.name + args);
    else if (depth > 0 && isComposite(target)) selections.push(`${field.name}${args} { ${selectAll(target, depth - 1, pageSize)} }`);
  }
  return selections.join(' ');
}

const repeatWith = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join(' ');

/**
 * Returns expensive documents by name: every root query field with several page sizes, depths and numbers of repetitions, introspection queries and
 * very long documents.
 */
export function createExpensiveDocuments(schema: GraphQLSchema): Map<string, string> {
  const documents = new Map<string, string>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const target = getNamedType(field.type);
    for (const pageSize of [100, 10]) {
      const args = printArguments(field, pageSize);
      if (args === null) continue;
      for (const depth of isComposite(target) ? [1, 3] : [0])
        for (const repetitions of [1, 10, 150]) {
          const selection = isComposite(target) ? `{ ${selectAll(target, depth, 3)} }` : '';
          documents.set(
            `${field.name} × ${repetitions}, ${pageSize}, ${depth} deep`,
            `{ ${repeatWith(repetitions, (n) => `a${n}: ${field.name}${args} ${selection}`)} }`,
          );
        }
    }
  }
  const types =
    '{ types { name description fields(includeDeprecated: true) { name description args { name type { name } } type { name kind } } } }';
  for (const repetitions of [1, 10, 150])
    documents.set(`__schema × ${repetitions}`, `{ ${repeatWith(repetitions, (n) => `a${n}: __schema ${types}`)} }`);
  for (const repetitions of [10, 150])
    documents.set(
      `__type × ${repetitions}`,
      `{ ${repeatWith(repetitions, (n) => `a${n}: __type(name: "Query") { fields { name args { name type { name } } } }`)} }`,
    );
  documents.set('introspection', getIntrospectionQuery());
  documents.set('comment of 99 kB', `{ __typename } # ${'x'.repeat(99_000)}`);
  documents.set('3,900 tokens', `{ ${'__typename '.repeat(3900)} }`);
  return documents;
}
