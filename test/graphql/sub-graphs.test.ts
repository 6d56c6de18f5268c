import { refusalKinds } from '#graphql/public/refusal-kinds.ts';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isNullableType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const wholeSchema = createSchema();
const schema = createPublicSchema(wholeSchema);

const fieldsOf = (type: GraphQLNamedType | undefined) => (isObjectType(type) || isInterfaceType(type) ? type.getFields() : {});

/** Returns the names of all fields, arguments and input fields of a type: `Query.event(id)`. */
function members(type: GraphQLNamedType): string[] {
  const outputs = Object.values<GraphQLField<unknown, unknown>>(fieldsOf(type));
  return [
    ...outputs.flatMap(({ name, args }) => [`${type.name}.${name}`, ...args.map((arg) => `${type.name}.${name}(${arg.name})`)]),
    ...(isInputObjectType(type) ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`) : []),
  ];
}

/** Returns the members under former names, with their own members. */
function formerMembers(type: GraphQLNamedType): string[] {
  const isFormer = ({ extensions }: { extensions: { currentName?: string } }) => extensions.currentName !== undefined;
  const inputs = isInputObjectType(type) ? Object.values(type.getFields()).filter(isFormer) : [];
  const fields = Object.values<GraphQLField<unknown, unknown>>(fieldsOf(type)).flatMap((field) => [
    ...(isFormer(field) ? [field.name, ...field.args.map((arg) => `${field.name}(${arg.name})`)] : []),
    ...field.args.filter(isFormer).map((arg) => `${field.name}(${arg.name})`),
  ]);
  return [...inputs.map(({ name }) => name), ...fields].map((name) => `${type.name}.${name}`);
}

describe('The public schema', () => {
  const mutations = (graph: GraphQLSchema) => graph.getMutationType()?.getFields() ?? {};
  const payloads = new Set(Object.values(mutations(schema)).map(({ type }) => getNamedType(type).name));
  const isGenerated = (name: string) => payloads.has(name) || name === 'Refusal' || name === 'Analytics' || name in refusalKinds;
  const [inWhole, inPublic] = [wholeSchema, schema].map((graph) => new Set(Object.values(graph.getTypeMap()).flatMap(members)));
  const restOnly = [...(inWhole ?? [])].filter((name) => !inPublic?.has(name));

  it('is a subset of the whole schema, except for lookups and former names', () => {
    const former = new Set(Object.values(schema.getTypeMap()).flatMap(formerMembers));
    const isLookupOrFormer = (name: string) => /^\w+By\.|^Query\.\w+\(by\)$|^Query.analytics$/.test(name) || former.has(name);
    const publicOnly = [...(inPublic ?? [])].filter((name) => !inWhole?.has(name) && !isGenerated(name.split('.', 1)[0] ?? ''));
    expect(publicOnly.filter((name) => !isLookupOrFormer(name))).toEqual([]);
    expect(restOnly).toContain('Query.event(discreet)');
    expect(restOnly).toContain('EventFilter.statusFallback');
    expect(restOnly).toContain('Term.taxonomySlug');
  });

  it('has the resolvers and permissions of the whole schema', () => {
    for (const type of Object.values(schema.getTypeMap()).filter(({ name }) => !isGenerated(name)))
      for (const field of Object.values(fieldsOf(type))) {
        const { currentName = field.name, grouped: _grouped, ...extensions } = field.extensions;
        const original = fieldsOf(wholeSchema.getType(type.name))[currentName];
        if (field.name === 'analytics' && type === schema.getQueryType()) continue;
        // null for "none" is tested in public-types.test.ts, lookups by name in lookups.test.ts, payloads of mutations in payloads.test.ts
        const isNamed = field.args.some(({ name }) => name === 'by');
        const hasFormer = field.args.some((arg) => arg.extensions.currentName !== undefined);
        const isOwn = 'publicMapping' in field.extensions || isNamed || hasFormer || type === schema.getMutationType();
        const { formerName: _former, ...declared } = original?.extensions ?? {};
        const { formerName: _formerToo, ...published } = extensions;
        expect([isOwn ? original?.resolve : field.resolve, field.subscribe, published]).toEqual([
          original?.resolve,
          original?.subscribe,
          declared,
        ]);
      }
  });

  it('gives every mutation its own payload type with refusals', () => {
    for (const field of Object.values(mutations(schema))) {
      expect(String(field.type)).toBe(`${field.name[0]?.toUpperCase()}${field.name.slice(1)}Payload`);
      const members = Object.values(fieldsOf(getNamedType(field.type)));
      expect(members.map(({ name, type }) => [name, String(type)])).toContainEqual(['errors', '[Refusal!]!']);
      expect(members.length, field.name).toBeGreaterThan(1);
      for (const { name, type } of members) if (name !== 'errors') expect(isNullableType(type), `${field.name}.${name}`).toBe(true);
    }
  });

  it('groups the analytics queries, with the resolvers and permissions of the root fields', () => {
    const [group, roots] = [fieldsOf(schema.getType('Analytics')), fieldsOf(wholeSchema.getQueryType() ?? undefined)];
    const grouped = Object.values(fieldsOf(schema.getQueryType() ?? undefined)).filter(({ extensions }) => extensions.grouped);
    expect(grouped.map(({ extensions }) => extensions.grouped?.name ?? '').toSorted()).toEqual(Object.keys(group).toSorted());
    expect(grouped.length).toBeGreaterThan(40);
    for (const { name, extensions, deprecationReason } of grouped) {
      const field = group[extensions.grouped?.name ?? ''];
      const root = roots[name];
      expect([field?.extensions.access, field?.args.length]).toEqual([root?.extensions.access, root?.args.length]);
      expect(deprecationReason).toBe(`Use \`analytics { ${field?.name} }\`.`);
    }
  });

  it.each([
    'discreet',
    'forEdit',
    'nonce',
    'skipUnknownLinks',
    'whenReversed',
    'reuseExisting',
    'statusFallback',
    'allowUnknownParent',
    'exactTimes',
    'fallbackNonce',
    'typeName',
    'taxonomySlug',
    'formatSlug',
  ])('does not contain %s', (internalName) => {
    const matches = [...(inPublic ?? [])].filter((name) => name.endsWith(`.${internalName}`) || name.endsWith(`(${internalName})`));
    // this field creates nonces for browser clients
    expect(matches.filter((name) => name !== 'Query.nonce')).toEqual([]);
  });
});

describe('/graphql', () => {
  let site: WholeSite;
  beforeAll(async () => {
    site = await openWholeSite();
  });
  afterAll(() => site.close());

  it('rejects arguments for old clients, which REST still uses', async () => {
    const { data, errors } = await site.graphql('{ event(id: 1, discreet: true) { name } }');
    expect([data, errors[0]?.message]).toEqual([null, 'Unknown argument "discreet" on field "Query.event".']);
    const { body } = await site.rest('GET', '/evt/v1/events/99999999');
    expect(body).toMatchObject({ code: 'rest_forbidden' });
  });
});
