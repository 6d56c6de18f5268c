import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { oddText, oddValue } from './odd-values.ts';

/** A GraphQL document with its variables. */
export interface HostileDocument {
  query: string;
  variables: Record<string, unknown>;
}

const leafValues: Record<string, fc.Arbitrary<unknown>> = {
  Int: fc.integer({ min: 0, max: 60 }),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
  ID: fc.integer({ min: 0, max: 60 }).map(String),
  String: fc.oneof(fc.lorem({ maxCount: 3 }), fc.constantFrom('publish', 'draft', '1', 'http://127.0.0.1:1/'), oddText),
};
const otherLeafValue = fc.oneof(
  fc.constantFrom('2026-11-20T10:00:00', '2026-11-20T10:00:00Z', '2026-11-20', 'Europe/Berlin', 'a@b.org', '12.50'),
  fc.integer({ min: 0, max: 60 }),
  fc.dictionary(fc.constantFrom('a', 'footnotes'), oddText, { maxKeys: 2, noNullPrototype: true }),
);

/** Generates a valid value of the type. */
function generateValidValue(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const nullableType = getNullableType(type);
  const nonNullValue = (): fc.Arbitrary<unknown> => {
    if (isListType(nullableType)) return fc.array(generateValidValue(nullableType.ofType, depth + 1), { maxLength: 3 });
    if (isEnumType(nullableType)) return fc.constantFrom(...nullableType.getValues().map(({ name }) => name));
    if (!isInputObjectType(nullableType)) return leafValues[nullableType.name] ?? otherLeafValue;
    const fields = Object.values(nullableType.getFields());
    const required = fields.filter((field) => isNonNullType(field.type));
    const optional = fields.filter((field) => !isNonNullType(field.type));
    const selection = depth > 3 ? fc.constant([] as typeof fields) : fc.subarray(optional, { maxLength: Math.min(4, optional.length) });
    return selection.chain((selected) =>
      fc
        .tuple(
          ...[...required, ...selected].map((field) =>
            generateValidValue(field.type, depth + 1).map((value) => [field.name, value] as const),
          ),
        )
        .map((pairs) => Object.fromEntries(pairs)),
    );
  };
  return isNonNullType(type)
    ? nonNullValue()
    : fc.oneof({ weight: 9, arbitrary: nonNullValue() }, { weight: 1, arbitrary: fc.constant(null) });
}

/** Generates a value of the type that is sometimes replaced by a wrong value, possibly inside. */
const generateValue = (type: GraphQLInputType) =>
  fc.oneof(
    { weight: 7, arbitrary: generateValidValue(type) },
    { weight: 2, arbitrary: oddValue },
    { weight: 1, arbitrary: fc.tuple(generateValidValue(type), oddValue).map(([value, odd]) => replaceSomewhere(value, odd)) },
  );

function replaceSomewhere(value: unknown, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null) return odd;
  const [first] = Object.keys(value);
  return first === undefined ? odd : Array.isArray(value) ? [odd, ...value] : { ...value, [first]: odd };
}

/** Returns a JSON value as a GraphQL literal. Keys that are no GraphQL names stay unchanged, so that the server refuses the document. */
function formatLiteral(value: unknown, depth = 0): string {
  if (depth > 300) return '0';
  if (Array.isArray(value)) return `[${value.map((item) => formatLiteral(item, depth + 1)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}: ${formatLiteral(member, depth + 1)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

interface Draft {
  declarations: string[];
  variables: Record<string, unknown>;
}

/** Writes a document with random fields and arguments. */
class Writer {
  readonly #draw: <T>(arbitrary: fc.Arbitrary<T>) => T;
  readonly #schema: GraphQLSchema;
  readonly draft: Draft = { declarations: [], variables: {} };
  /** Number of fields that may still be selected below the root field. */
  #budget = 60;

  constructor(schema: GraphQLSchema, draw: <T>(arbitrary: fc.Arbitrary<T>) => T) {
    this.#schema = schema;
    this.#draw = draw;
  }

  field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const args = field.args.filter((arg) => isNonNullType(arg.type) || this.#draw(fc.nat(3)) === 0).map((arg) => this.#writeArgument(arg));
    const alias = this.#draw(fc.nat(6)) === 0 ? `a${this.#draw(fc.nat(99))}: ` : '';
    const directive = this.#draw(fc.nat(14)) === 0 ? ' @include(if: true)' : '';
    const type = getNamedType(field.type);
    return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${isLeafType(type) ? '' : ` ${this.selection(type as GraphQLNamedOutputType, depth + 1)}`}`;
  }

  selection(type: GraphQLNamedOutputType, depth: number): string {
    const parts: string[] = ['__typename'];
    if (isAbstractType(type)) {
      const possible = this.#schema.getPossibleTypes(type);
      const objectType = possible[this.#draw(fc.nat(possible.length - 1))] as GraphQLObjectType;
      parts.push(`... on ${objectType.name} ${this.#selectFields(objectType, depth)}`);
    }
    if ('getFields' in type) parts.push(this.#selectFields(type as GraphQLObjectType, depth).slice(1, -1));
    return `{ ${parts.join(' ')} }`;
  }

  #selectFields(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter((field) => depth < 5 || isLeafType(getNamedType(field.type)));
    const selection = this.#draw(fc.subarray(fields, { maxLength: Math.min(depth < 3 ? 6 : 3, fields.length) }));
    const affordable = selection.filter(() => (this.#budget -= 1) > 0);
    return `{ ${['__typename', ...affordable.map((field) => this.field(field as GraphQLField<unknown, unknown>, depth))].join(' ')} }`;
  }

  #writeArgument(arg: GraphQLArgument): string {
    const value = this.#draw(generateValue(arg.type));
    if (this.#draw(fc.nat(4)) === 0) return `${arg.name}: ${formatLiteral(value)}`;
    const name = `v${this.draft.declarations.length}`;
    this.draft.declarations.push(`$${name}: ${String(arg.type)}`);
    this.draft.variables[name] = value;
    return `${arg.name}: $${name}`;
  }
}

/** Generates a document that selects fields of the schema to any depth, with mostly valid arguments. */
export function generateDocument(schema: GraphQLSchema, kind: 'query' | 'mutation'): fc.Arbitrary<HostileDocument> {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  if (!isObjectType(root)) throw new Error(`The schema has no root type for a ${kind}.`);
  const fields = Object.values(root.getFields());
  return fc.tuple(fc.nat(fields.length - 1), fc.gen()).map(([index, gen]) => {
    const writer = new Writer(schema, (arbitrary) => gen(() => arbitrary));
    const rootField = writer.field(fields[index] as GraphQLField<unknown, unknown>, 0);
    const { declarations, variables } = writer.draft;
    return { query: `${kind}${declarations.length > 0 ? `(${declarations.join(', ')})` : ''} { ${rootField} }`, variables };
  });
}
