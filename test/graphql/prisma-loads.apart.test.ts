import { RootFieldBuilder } from '@pothos/core';
import '@pothos/plugin-prisma';
import { getNamedType, type GraphQLNamedType, type GraphQLOutputType, isListType, getNullableType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { carriesNodes, findOutcomeTypes } from './schema-walk.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Set for fields declared by `prismaField` or `prismaConnection`, which Pothos itself does not mark in the schema. */
    loadsThroughPlugin?: true;
    pothosPrismaSelect?: unknown;
  }
}

type Declare = (options: { extensions?: object }, ...args: unknown[]) => unknown;
const builder = RootFieldBuilder.prototype as unknown as Record<'prismaField' | 'prismaConnection', Declare>;
for (const name of ['prismaField', 'prismaConnection'] as const) {
  const original = builder[name];
  builder[name] = function (this: unknown, options, ...args) {
    return original.call(this, { ...options, extensions: { ...options.extensions, loadsThroughPlugin: true } }, ...args);
  };
}
const { createSchema } = await import('#graphql/schema.ts');
const schema = createSchema();

/** Models whose lists the benchmark measures. They are read with prepared statements. */
const measuredModels = new Set(['Event', 'Ticket', 'Attendee', 'Content', 'Term']);

const modelOf = (type: GraphQLNamedType) =>
  type.name === 'Content' ? 'Content' : (type.extensions['pothosPrismaModel'] as string | undefined);

/** Returns the type of a field. For a page or connection, returns the type of the nodes. */
function targetOf(type: GraphQLOutputType): GraphQLNamedType {
  const named = getNamedType(type);
  const nodes = isObjectType(named) && modelOf(named) === undefined && carriesNodes(named) ? named.getFields()['nodes'] : undefined;
  return nodes ? getNamedType(nodes.type) : named;
}

const outcomes = findOutcomeTypes(schema);
const owners = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => !outcomes.has(type.name) && !carriesNodes(type));
const fields = owners.flatMap((owner) =>
  Object.values(owner.getFields()).flatMap((field) => {
    const target = targetOf(field.type);
    const model = modelOf(target);
    if (model === undefined) return [];
    const { loadsThroughPlugin, pothosPrismaSelect } = field.extensions;
    const isLoaded = loadsThroughPlugin === true || pothosPrismaSelect !== undefined;
    return [{ owner, name: `${owner.name}.${field.name}`, target, model, isLoaded, isOne: !isListType(getNullableType(field.type)) }];
  }),
);
const roots = fields.filter(({ owner }) => owner === schema.getQueryType());
const rootTypes = new Set(roots.map(({ target }) => target));
/** Edges between types. Excludes fields that only show more columns of their own row, because they load nothing. */
const edges = fields.filter(
  ({ owner, model, target, isOne }) => owner !== schema.getQueryType() && !(isOne && modelOf(owner) === model && !rootTypes.has(target)),
);

it.each([
  ['roots', roots, 0.6],
  ['edges', edges, 0.6],
] as const)('A minimum share of the %s with a Prisma model loads through the Prisma plugin', (name, all, minimum) => {
  const remaining = all.filter(({ model }) => !measuredModels.has(model));
  const loaded = remaining.filter(({ isLoaded }) => isLoaded);
  const notLoaded = remaining.filter(({ isLoaded }) => !isLoaded);
  process.stdout.write(
    `${name}: ${all.filter(({ isLoaded }) => isLoaded).length} of ${all.length}; without measured models: ${loaded.length} of ${remaining.length}\n` +
      `not through the plugin: ${notLoaded.map(({ name }) => name).join(', ')}\n`,
  );
  expect(loaded.length / remaining.length).toBeGreaterThanOrEqual(minimum);
});
