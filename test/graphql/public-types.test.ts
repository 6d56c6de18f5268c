import SchemaBuilder from '@pothos/core';
import { graphql, isEnumType, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type EnumDefinition, oneOf, zeroAsNull } from '#graphql/public/public-mapping.ts';
import { withPublicTypes } from '#graphql/public/public-types.ts';
import { findUnusedReasons, withJsonReasons } from '#graphql/public/json-reasons.ts';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { listKindNames } from '#app/domains/content/kinds.ts';
import { statusNames } from '#app/domains/content/statuses.ts';
import { contentKinds, publicationStatuses } from '#graphql/content/enum-definitions.ts';
import { listsValues, matchesPath, openStrings, ordinaryZeros } from './listed-values.ts';
import { listMembers } from './schema-walk.ts';

const moods: EnumDefinition = { name: 'Mood', description: 'The mood.', values: { 'well-off': 'Good.', bad: 'Not good.' } };

function createTestSchema() {
  const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({ defaultFieldNullability: false } as never);
  const receivedArguments: unknown[] = [];
  builder.queryType({
    fields: (t) => ({
      parent: t.int({ ...zeroAsNull('Its parent; null if none is set.'), resolve: () => 0 }),
      soon: t.int({ ...zeroAsNull('Later; null if never.'), resolve: async () => 3 }),
      mood: t.string({ ...oneOf(moods, 'The mood; null if unknown.', { none: '' }), resolve: () => '' }),
      moods: t.stringList({
        ...oneOf(moods, 'The moods.'),
        args: { only: t.arg.stringList({ ...oneOf(moods, 'Only these.') }) },
        resolve: (_root, { only }) => {
          receivedArguments.push(only);
          return only ?? ['bad', 'well-off'];
        },
      }),
    }),
  });
  return { schema: builder.toSchema(), receivedArguments };
}

describe('Public types of values', () => {
  it('replace "none" by null and strings by enum values, in results and arguments', async () => {
    const { schema: fullSchema, receivedArguments } = createTestSchema();
    const schema = withPublicTypes(fullSchema);
    expect(await graphql({ schema, source: '{ parent soon mood moods(only: [WELL_OFF]) }' })).toEqual({
      data: { parent: null, soon: 3, mood: null, moods: ['WELL_OFF'] },
    });
    expect(receivedArguments).toEqual([['well-off']]);
    expect((await graphql({ schema, source: '{ moods(only: ["bad"]) }' })).errors).toHaveLength(1);
  });

  it('have their own descriptions', () => {
    expect(createTestSchema().schema.getQueryType()?.getFields()['mood']?.description).toBe(
      'The mood; empty if unknown: `well-off`, `bad`.',
    );
    expect(createTestSchema().schema.getQueryType()?.getFields()['parent']?.description).toBe('Its parent; 0 if none is set.');
    const printed = printSchema(withPublicTypes(createTestSchema().schema));
    expect(printed).toContain('The mood; null if unknown.');
    expect(printed).toContain('parent: Int\n');
    expect(printed).toContain('moods(\n    """Only these."""\n    only: [Mood!]\n  ): [Mood!]!');
  });

  it('can reuse values, names and types that exist already', async () => {
    const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({ defaultFieldNullability: false } as never);
    const Size = builder.enumType('Size', { values: { SMALL: { value: 's' }, LARGE: { value: 'l' } } });
    const sizes: EnumDefinition = { name: 'Size', description: 'How large.', values: { s: 'Small.', l: 'Large.' } };
    const shops: EnumDefinition = {
      name: 'Shop',
      description: 'Which.',
      values: { tc: 'This.', other: 'Another.' },
      names: { tc: 'THIS_SHOP' },
    };
    builder.queryType({
      fields: (t) => ({
        size: t.field({ type: Size, resolve: () => 's' as never }),
        written: t.string({ ...oneOf(sizes, 'How large.'), args: { size: t.arg.string(oneOf(sizes, 'How large.')) }, resolve: () => 'l' }),
        shop: t.string({ ...oneOf(shops, 'Which.', { written: { shop: 'tc' } }), resolve: () => 'shop' }),
        other: t.string({ ...oneOf(shops, 'Which.', { otherwise: 'other' }), resolve: async () => 'gone' }),
        nobody: t.string({ ...oneOf(shops, 'Which.', { otherwise: null }), resolve: () => 'gone' }),
        shops: t.stringList({ ...oneOf(shops, 'Which.', { otherwise: null }), resolve: () => ['tc', 'gone'] }),
      }),
    });
    const schema = withPublicTypes(builder.toSchema());
    expect(await graphql({ schema, source: '{ size written(size: SMALL) shop other nobody shops }' })).toEqual({
      data: { size: 'SMALL', written: 'LARGE', shop: 'THIS_SHOP', other: 'OTHER', nobody: null, shops: ['THIS_SHOP'] },
    });
    const incompleteSizes = { ...sizes, values: { s: 'Small.' } };
    const otherBuilder = new SchemaBuilder<object>({} as never);
    otherBuilder.enumType('Size', { values: { SMALL: { value: 's' }, LARGE: { value: 'l' } } });
    otherBuilder.queryType({ fields: (t) => ({ size: t.string({ ...oneOf(incompleteSizes, 'How large.'), resolve: () => 's' }) }) });
    expect(() => withPublicTypes(otherBuilder.toSchema())).toThrow('The values of the enum Size in the schema differ');
  });

  it('reject two enum definitions with the same name', () => {
    const builder = new SchemaBuilder<object>({} as never);
    builder.queryType({
      fields: (t) => ({
        one: t.string({ ...oneOf(moods, 'One.'), resolve: () => 'bad' }),
        two: t.string({ ...oneOf({ ...moods }, 'Two.'), resolve: () => 'bad' }),
      }),
    });
    expect(() => withPublicTypes(builder.toSchema())).toThrow('Two enum definitions have the name Mood.');
  });
});

describe('The public schema', () => {
  const schema = createPublicSchema(createSchema());

  const members = listMembers(schema);

  it('uses null for "none", never 0', () => {
    const explainsZero = (text: string) =>
      /\b0 (= |or null|for |if |means |once |stands for |unless |when (unknown|unlimited)|where )/.test(text);
    const withZero = members.filter(({ type, description }) => (type.name === 'Int' || type.name === 'Float') && explainsZero(description));
    expect(withZero.map(({ name }) => name).filter((name) => !ordinaryZeros[name])).toEqual([]);
  });

  it('uses enums for closed sets of strings', () => {
    const listed = members.filter(({ type, description }) => type.name === 'String' && listsValues(description)).map(({ name }) => name);
    const isOpen = (name: string) => Object.keys(openStrings).some((pattern) => matchesPath(name, pattern));
    expect(listed.filter((name) => !isOpen(name))).toEqual([]);
    expect(Object.keys(openStrings).filter((pattern) => !listed.some((name) => matchesPath(name, pattern)))).toEqual([]);
  });

  it('gives the reason for each use of JSON', () => {
    const json = members.filter(({ type }) => type.name === 'JSON');
    expect(json.length).toBeLessThan(100);
    expect(json.filter(({ description }) => !/.\. The type is JSON because .{15,}\.$/.test(description)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(findUnusedReasons(schema)).toEqual([]);
    const builder = new SchemaBuilder<{ Scalars: { JSON: { Input: unknown; Output: unknown } } }>({} as never);
    builder.scalarType('JSON', { serialize: (value) => value });
    builder.queryType({ fields: (t) => ({ anything: t.field({ type: 'JSON', resolve: () => 1 }) }) });
    expect(() => withJsonReasons(builder.toSchema())).toThrow('Query.anything is JSON');
  });

  it('contains every status and kind of stored content', () => {
    expect(Object.keys(publicationStatuses.values)).toEqual(statusNames);
    expect(Object.keys(contentKinds.values).toSorted()).toEqual(listKindNames().toSorted());
  });

  it('contains every value of a stored set', () => {
    const type = schema.getType('PlacesOrigin');
    expect(isEnumType(type) && type.getValues().map(({ name, value }) => [name, value])).toEqual([
      ['OWN', 'own'],
      ['CAPPED', 'capped'],
      ['GLOBAL', 'global'],
    ]);
  });
});
