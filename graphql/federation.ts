import {
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  parseConstValue,
  print,
  printSchema,
  visit,
} from 'graphql';
import { invalid, refused } from '#app/core/failures/failure.ts';
import { publicAccess } from './access.ts';
import type { Context } from './context.ts';
import { readGlobalId } from './global-ids.ts';

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])';

/** Types that other subgraphs also define, so that several subgraphs can return them. */
const SHARED = new Set(['PageInfo']);

/** Maximum number of entities that are read at once, the same as for `nodes`. */
const MAX_ENTITIES = 100;

/** Reference of another subgraph to an object of this subgraph. */
interface Representation {
  __typename?: unknown;
  id?: unknown;
}

const Any = new GraphQLScalarType({ name: '_Any', description: 'Reference of another graph to an object: its type and its key.' });

const Service = new GraphQLObjectType<{ sdl: string }>({
  name: '_Service',
  description: 'Information about this graph for routers.',
  fields: { sdl: { type: GraphQLString, description: 'The schema with the directives of Apollo Federation.' } },
});

const isEntity = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');

/** Returns the SDL that a router composes. Every type with a global ID is an entity with the key `id`. */
function buildSubgraphSdl(schema: GraphQLSchema): string {
  const directives = ({ name: { value: name } }: ObjectTypeDefinitionNode) => {
    if (isEntity(schema.getType(name))) return [{ name: 'key', args: { fields: 'id' } }];
    return SHARED.has(name) ? [{ name: 'shareable', args: {} }] : [];
  };
  const document = visit(parse(printSchema(schema)), {
    ObjectTypeDefinition: (node) => ({
      ...node,
      directives: directives(node).map(({ name, args }) => ({
        kind: Kind.DIRECTIVE,
        name: { kind: Kind.NAME, value: name },
        arguments: Object.entries(args).map(([argument, value]) => ({
          kind: Kind.ARGUMENT,
          name: { kind: Kind.NAME, value: argument },
          value: parseConstValue(JSON.stringify(value)),
        })),
      })),
    }),
  });
  return `${LINK}\n\n${print(document)}\n`;
}

/** Returns the global ID of a representation. Throws if it does not identify an object of its type. */
function getGlobalId({ __typename, id }: Representation): string {
  if (typeof id === 'string' && readGlobalId(id).typename === __typename) return id;
  throw invalid('invalid_global_id', `The global ID does not identify an object of the type ${String(__typename)}.`);
}

const catchError = <Value>(run: () => Value): Value | Error => {
  try {
    return run();
  } catch (error) {
    return error as Error;
  }
};

/**
 * Returns the schema as a subgraph of Apollo Federation 2. `_service` returns its SDL to callers who may read it. `_entities` returns objects by
 * global ID as `nodes` does, with the same permissions: null for objects that the caller may not see.
 */
export function createSubgraphSchema(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...otherConfig } = schema.toConfig();
  const readNodes = query?.getFields()['nodes']?.resolve;
  const resolveNodeType = schema.getType('Node');
  if (!query || !readNodes || !resolveNodeType || !('resolveType' in resolveNodeType)) throw new Error('The schema has no nodes.');
  const resolveType = resolveNodeType.resolveType ?? null;
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'Objects to which other graphs may refer.',
    types: types.filter(isEntity),
    resolveType,
  });
  let sdl: string | undefined;
  const readInBatches = async (root: unknown, ids: string[], context: Context, info: GraphQLResolveInfo) => {
    const batches = Array.from({ length: Math.ceil(ids.length / MAX_ENTITIES) }, (_, index) =>
      ids.slice(index * MAX_ENTITIES, (index + 1) * MAX_ENTITIES),
    );
    const nodes = await Promise.all(batches.map(async (batch) => (await readNodes(root, { ids: batch }, context, info)) as unknown[]));
    return nodes.flat();
  };
  const fields: GraphQLFieldConfigMap<unknown, Context> = {
    _service: {
      type: new GraphQLNonNull(Service),
      description: 'Information about this graph, for routers that may read the schema.',
      extensions: { access: publicAccess.extensions.access, complexity: 500 },
      resolve: (_root, _args, { viewer, site }) => {
        if (!viewer.signedIn && !site.config.isIntrospectionEnabled) throw refused(viewer, 'schema_closed', 'Sign in to read the schema.');
        return { sdl: (sdl ??= buildSubgraphSdl(schema)) };
      },
    },
    _entities: {
      type: new GraphQLNonNull(new GraphQLList(Entity)),
      description: 'The objects to which other graphs refer; null in place of each object that does not exist or that you may not see.',
      args: {
        representations: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Any))),
          description: 'Types and global IDs of the objects.',
        },
      },
      extensions: {
        access: publicAccess.extensions.access,
        complexity: ({ representations }: { representations: readonly unknown[] }) => ({ field: 1, multiplier: representations.length }),
      },
      resolve: async (root, { representations }, context, info) => {
        const ids = (representations as readonly Representation[]).map((representation) => catchError(() => getGlobalId(representation)));
        const nodes = await readInBatches(
          root,
          ids.filter((id) => typeof id === 'string'),
          context,
          info,
        );
        return ids.map((id) => (typeof id === 'string' ? nodes.shift() : id));
      },
    },
  };
  const Query = new GraphQLObjectType({ ...query.toConfig(), fields: () => ({ ...query.toConfig().fields, ...fields }) });
  return new GraphQLSchema({ ...otherConfig, query: Query, types: [...types.filter((type) => type !== query), Entity] });
}
