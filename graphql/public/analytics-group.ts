import { type GraphQLFieldConfig, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** For a deprecated root field: the group that replaces it, and its name in the group. */
    grouped?: { group: string; name: string };
  }
}

const GROUP = 'analytics';

/** Returns the name of a root field in the group: `analyticsReport` → `report`. `analytics4Settings` keeps the name of the product Analytics 4. */
const getNameInGroup = (name: string) => name.replace(/^analytics([A-Z])/, (_, first: string) => first.toLowerCase());

/**
 * Adds a root field `analytics` that contains all root queries called `analytics…`, under shorter names. The root queries remain and are deprecated.
 * Fields have the same permission and resolver in both places; the group itself reads no data. Changes the fields of the given schema.
 */
export function withAnalyticsGroup(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...otherConfig } = schema.toConfig();
  if (!query) return schema;
  const { fields, ...queryConfig } = query.toConfig();
  const grouped: Record<string, GraphQLFieldConfig<unknown, Context>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!/^analytics[A-Z\d]/.test(name)) continue;
    const shortName = getNameInGroup(name);
    grouped[shortName] = field;
    fields[name] = {
      ...field,
      deprecationReason: `Use \`${GROUP} { ${shortName} }\`.`,
      extensions: { ...field.extensions, grouped: { group: GROUP, name: shortName } },
    };
  }
  const group = new GraphQLObjectType({
    name: 'Analytics',
    description:
      'Settings, modules, reports and notifications of the analytics connector. Each field has its own permission; a field that fails is null.',
    fields: grouped,
  });
  fields[GROUP] = {
    type: group,
    description: 'The analytics connector, for administrators and users with whom a dashboard is shared.',
    resolve: () => ({}),
  };
  return new GraphQLSchema({
    ...otherConfig,
    types: types.filter((type) => type !== query),
    query: new GraphQLObjectType({ ...queryConfig, fields }),
  });
}
