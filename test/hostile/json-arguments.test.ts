import {
  buildSchema,
  getNamedType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { type AnalyticsSite, openAnalyticsSite } from '../analytics/analytics-site.ts';

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
  // only connected users can use surveys
  await site.connect();
});
afterAll(() => site.close());

const oddJson = [
  'abc',
  '',
  5,
  -1.5,
  true,
  [],
  ['a', 1, null, {}],
  {},
  { a: { b: [null] } },
  { session_id: [], urls: { a: 1 }, id: {} },
  null,
] as const;

/** Returns a value of the type with the given JSON at every JSON position, and with required members and members that contain JSON only. */
function valueOf(type: GraphQLInputType, json: unknown, depth = 0): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, json, depth);
  if (isListType(type)) return [valueOf(type.ofType, json, depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || containsJson(field.type, depth + 1))
        .map((field) => [field.name, valueOf(field.type, json, depth + 1)]),
    );
  const values: Record<string, unknown> = { JSON: json, Int: 1, Float: 1.5, Boolean: true, ID: '1', DateTime: '2031-06-01T19:00:00Z' };
  return getNamedType(type).name in values ? values[getNamedType(type).name] : 'a1b2c3d4e5f6a7b8@example.org';
}

function containsJson(type: GraphQLInputType, depth = 0): boolean {
  const namedType = getNamedType(type);
  if (isInputObjectType(namedType))
    return depth < 5 && Object.values(namedType.getFields()).some((field) => containsJson(field.type, depth + 1));
  return namedType.name === 'JSON';
}

const schema = buildSchema(printSchema(createPublicSchema(createSchema())));
const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {})
    .filter(({ args }) => args.some(({ type }) => containsJson(type)))
    .map((field) => ({ kind: root === schema.getQueryType() ? 'query' : 'mutation', field })),
);

describe('Odd JSON in an argument', () => {
  it('covers all arguments of the schema that contain JSON', () => expect(fields.length).toBeGreaterThan(25));

  it.each(fields)('of $kind $field.name is accepted or refused', async ({ kind, field }) => {
    const args = field.args.filter(({ type }) => isNonNullType(type) || containsJson(type));
    const declarations = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const isLeaf = !('getFields' in getNamedType(field.type)) && !('getTypes' in getNamedType(field.type));
    const source = `${kind}(${declarations}) { ${field.name}(${args.map(({ name }) => `${name}: $${name}`).join(', ')})${isLeaf ? '' : ' { __typename }'} }`;
    for (const json of oddJson) {
      const variables = Object.fromEntries(args.map(({ name, type }) => [name, valueOf(type, json)]));
      const { errors } = await site.graphql(source, variables, 'administrator');
      const codes = errors.map(({ extensions, message }) => extensions?.['code'] ?? message);
      expect(codes, JSON.stringify(json)).not.toContain('internal_server_error');
    }
    expect(site.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
