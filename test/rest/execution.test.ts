import {
  buildSchema,
  execute,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSchema } from '#graphql/schema.ts';
import { prepareExecution } from '#app/rest/engine/execution/execution.ts';

const sdl = /* GraphQL */ `
  interface Plant {
    name: String!
    neighbors(limit: Int = 2): [Plant!]
  }
  type Tree implements Plant {
    name: String!
    neighbors(limit: Int = 2): [Plant!]
    height: Float
    leaves: [[Leaf]]
  }
  type Herb implements Plant {
    name: String!
    neighbors(limit: Int = 2): [Plant!]
    use: Use
    taste: String!
  }
  type Leaf {
    colour: String
    tree: Tree
  }
  enum Use {
    KITCHEN
    MEDICINE
  }
  type Query {
    plants: [Plant]
    plant(name: String!): Plant
    fails: String!
    failsLater: [String!]
    where: String
    echo(words: [String!], times: Int): String
  }
  type Mutation {
    grow(by: Int!): Int
  }
`;

const slowly = async <T>(value: T): Promise<T> => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return value;
};

type Values = Record<string, unknown>;
const leaf: Values = { colour: () => 'green' };
const tree: Values = { __typename: 'Tree', name: 'Oak', height: slowly(25.5), leaves: [[leaf, null], null, slowly([slowly(leaf)])] };
leaf['tree'] = tree;
const herb: Values = { __typename: 'Herb', name: 'Basil', use: 'KITCHEN', taste: null };
const plants = [tree, slowly(herb), null];
for (const plant of [tree, herb]) plant['neighbors'] = ({ limit }: { limit: number }) => [herb, tree].slice(0, limit);

const steps: number[] = [];

function createTestSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const resolvers: Record<string, Record<string, (...args: never[]) => unknown>> = {
    Query: {
      plants: () => new Set(plants),
      plant: (_root, { name }: { name: string }) => slowly([tree, herb].find((plant) => plant['name'] === name)),
      fails: () => {
        throw new Error('It fails.');
      },
      failsLater: () => [slowly('a'), Promise.reject(new Error('It fails later.'))],
      where: (_root, _args, _context, { fieldName, path, fieldNodes }: GraphQLResolveInfo) =>
        `${fieldName} ${path.key} ${fieldNodes.length}`,
      echo: (_root, args: object, context) => JSON.stringify([args, context]),
    },
    Mutation: {
      grow: async (_root, { by }: { by: number }) => {
        steps.push(await slowly(by));
        return steps.length;
      },
    },
  };
  for (const [type, fields] of Object.entries(resolvers))
    for (const [name, resolve] of Object.entries(fields))
      (schema.getType(type) as GraphQLObjectType).getFields()[name]!.resolve = resolve as never;
  return schema;
}

const schema = createTestSchema();

describe('prepareExecution', () => {
  it.each<[string, string, Values]>([
    ['lists, promises, interfaces', '{ plants { __typename name ... on Tree { height leaves { colour } } ... on Herb { use } } }', {}],
    ['recursive objects', '{ plant(name: "Oak") { ... on Tree { leaves { tree { leaves { tree { name } } } } } } }', {}],
    [
      'arguments, their defaults and variables',
      'query($limit: Int, $name: String!) { plant(name: $name) { neighbors(limit: $limit) { name } n: neighbors { name } } }',
      { name: 'Oak', limit: 1 },
    ],
    ['omitted variables', 'query($times: Int = 3, $words: [String!]) { echo(words: $words, times: $times) b: echo(times: null) }', {}],
    [
      'aliases and merged selections',
      '{ a: plant(name: "Oak") { name } a: plant(name: "Oak") { ... on Plant { neighbors { name } } } }',
      {},
    ],
    [
      'conditional fields',
      'query($yes: Boolean = true, $no: Boolean = false) { where @skip(if: $no) b: where @include(if: $no) ... @include(if: $yes) { c: where @skip(if: $no) } }',
      {},
    ],
    ['fragments', 'query { plants { ...Named } } fragment Named on Plant { name ...Tall } fragment Tall on Tree { height }', {}],
    ['a null object', '{ plant(name: "Rose") { name } }', {}],
    ['resolvers that read the field path', '{ there: where }', {}],
  ])('returns the same as graphql-js for %s', async (_title, text, variableValues) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const contextValue = { who: 'me' };
    const expected = await execute({ schema, document, contextValue, variableValues });
    expect(expected.errors).toBeUndefined();
    const run = prepareExecution(schema, document);
    for (let time = 0; time < 2; time++) expect(await run(contextValue, variableValues)).toEqual(JSON.parse(JSON.stringify(expected.data)));
  });

  it.each<[string, string, Values]>([
    ['thrown', '{ where fails }', {}],
    ['thrown while another field is running', '{ plant(name: "Oak") { name } fails }', {}],
    ['rejected later, in a list', '{ where failsLater }', {}],
    ['null for a non-null field', '{ plants { ... on Herb { taste } } }', {}],
    ['a variable of the wrong type', 'query($times: Int) { echo(times: $times) }', { times: 'often' }],
    ['a missing variable', 'query($name: String!) { plant(name: $name) { name } }', {}],
  ])('throws the first error with the same location as graphql-js: %s', async (_title, text, variableValues) => {
    const document = parse(text);
    const expected = (await execute({ schema, document, variableValues })).errors?.[0];
    expect(expected).toBeDefined();
    const thrown = await prepareExecution(schema, document)(undefined, variableValues).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'GraphQLError', message: expected?.message });
    expect((thrown as typeof expected)?.path).toEqual(expected?.path);
    expect((thrown as typeof expected)?.nodes).toEqual(expected?.nodes);
  });

  it('runs mutations one after another', async () => {
    steps.length = 0;
    const data = await prepareExecution(schema, parse('mutation { c: grow(by: 3) a: grow(by: 1) b: grow(by: 2) }'))(undefined, {});
    expect([data, steps]).toEqual([{ c: 1, a: 2, b: 3 }, [3, 1, 2]]);
  });

  it('is not used by resolvers that read the info argument without declaring it', () => {
    const hidden = Object.values(createSchema().getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields()).filter(
            ({ resolve }) => resolve && /^(?:async )?(?:function)? *\((?:[^()]*, *)?\.\.\.\w+\)/.test(String(resolve)),
          )
        : [],
    );
    expect(hidden.map(({ name }) => name)).toEqual([]);
  });
});
