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

/** Returns the arguments of a field as text: required ones with an obvious value, and the maximum page size. Null if a value cannot be guessed. */
function argumentsOf(field: Field, most: number): string | null {
  const given: string[] = [];
  for (const { name, type, defaultValue } of field.args) {
    const plain = getNullableType(type);
    if (name === 'first' || name === 'perPage') given.push(`${name}: ${most}`);
    else if (!isNonNullType(type) || defaultValue !== undefined) continue;
    else if (isEnumType(plain)) given.push(`${name}: ${plain.getValues()[0]?.name}`);
    else if (getNamedType(type).name === 'Int') given.push(`${name}: 1`);
    else if (getNamedType(type).name === 'String') given.push(`${name}: "e"`);
    else return null;
  }
  return given.length > 0 ? `(${given.join(' ')})` : '';
}

/** Returns a selection of all fields of a type to the given depth. */
function whole(type: Composite, depth: number, most: number): string {
  const shown = ['__typename'];
  for (const field of Object.values(type.getFields())) {
    const target = getNamedType(field.type);
    const given = argumentsOf(field, most);
    if (given === null) continue;
    if (isLeafType(target)) shown.push(field.name + given);
    else if (depth > 0 && isComposite(target)) shown.push(`${field.name}${given} { ${whole(target, depth - 1, most)} }`);
  }
  return shown.join(' ');
}

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join(' ');

/** Returns expensive documents by name: every root field with lists of all lengths and maximum depth and repetition. */
export function dearDocuments(schema: GraphQLSchema): Map<string, string> {
  const documents = new Map<string, string>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const target = getNamedType(field.type);
    for (const most of [100, 10]) {
      const given = argumentsOf(field, most);
      if (given === null) continue;
      for (const depth of isComposite(target) ? [1, 3] : [0])
        for (const often of [1, 10, 150]) {
          const selection = isComposite(target) ? `{ ${whole(target, depth, 3)} }` : '';
          documents.set(
            `${field.name} × ${often}, ${most}, ${depth} deep`,
            `{ ${times(often, (n) => `a${n}: ${field.name}${given} ${selection}`)} }`,
          );
        }
    }
  }
  const types =
    '{ types { name description fields(includeDeprecated: true) { name description args { name type { name } } type { name kind } } } }';
  for (const often of [1, 10, 150]) documents.set(`__schema × ${often}`, `{ ${times(often, (n) => `a${n}: __schema ${types}`)} }`);
  for (const often of [10, 150])
    documents.set(
      `__type × ${often}`,
      `{ ${times(often, (n) => `a${n}: __type(name: "Query") { fields { name args { name type { name } } } }`)} }`,
    );
  documents.set('introspection', getIntrospectionQuery());
  documents.set('comment of 99 kB', `{ __typename } # ${'x'.repeat(99_000)}`);
  documents.set('3,900 tokens', `{ ${'__typename '.repeat(3900)} }`);
  return documents;
}
