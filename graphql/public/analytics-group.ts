import { type GraphQLFieldConfig, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Of a deprecated root field: the root field that has it now, and its name there. */
    grouped?: { group: string; name: string };
  }
}

const GROUP = 'analytics';

/** `analyticsReport` → `report`. `analytics4Settings` keeps its name, which is that of a product. */
const nameInGroup = (name: string) => name.replace(/^analytics([A-Z])/, (_, first: string) => first.toLowerCase());

/**
 * The schema with one root field `analytics`, which holds the root queries called `analytics…` under shorter names. These stay, deprecated. Each has its
 * own permission and resolver in both places; the group itself reads nothing. Changes the given schema's fields, which are its own.
 */
export function withAnalyticsGroup(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...rest } = schema.toConfig();
  if (!query) return schema;
  const { fields, ...config } = query.toConfig();
  const grouped: Record<string, GraphQLFieldConfig<unknown, Context>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!/^analytics[A-Z\d]/.test(name)) continue;
    const short = nameInGroup(name);
    grouped[short] = field;
    fields[name] = {
      ...field,
      deprecationReason: `Use \`${GROUP} { ${short} }\`.`,
      extensions: { ...field.extensions, grouped: { group: GROUP, name: short } },
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
  return new GraphQLSchema({ ...rest, types: types.filter((type) => type !== query), query: new GraphQLObjectType({ ...config, fields }) });
}
