import SchemaBuilder from '@pothos/core';
import { graphql, isEnumType, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type ClosedSet, oneOf, zeroAsNull } from '#graphql/public/public-mapping.ts';
import { withPublicTypes } from '#graphql/public/public-types.ts';
import { idleReasons, withJsonReasons } from '#graphql/public/json-reasons.ts';
import { createSchema, publicSchema } from '#graphql/schema.ts';
import { kindNames } from '#app/domains/content/kinds.ts';
import { statusNames } from '#app/domains/content/statuses.ts';
import { contentKinds, publicationStatuses } from '#graphql/content/closed-sets.ts';
import { listsWords, matchesPath, numbersOfZero, openTexts } from './listed-words.ts';
import { placesOf } from './schema-walk.ts';

const moods: ClosedSet = { name: 'Mood', description: 'How it is.', values: { 'well-off': 'Good.', bad: 'Not good.' } };

function createTestSchema() {
  const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({ defaultFieldNullability: false } as never);
  const heard: unknown[] = [];
  builder.queryType({
    fields: (t) => ({
      parent: t.int({ ...zeroAsNull('Its parent; null = none.'), resolve: () => 0 }),
      soon: t.int({ ...zeroAsNull('Later; null = never.'), resolve: async () => 3 }),
      mood: t.string({ ...oneOf(moods, 'How it is; null when nobody knows.', { none: '' }), resolve: () => '' }),
      moods: t.stringList({
        ...oneOf(moods, 'How they are.'),
        args: { only: t.arg.stringList({ ...oneOf(moods, 'Only these.') }) },
        resolve: (_root, { only }) => {
          heard.push(only);
          return only ?? ['bad', 'well-off'];
        },
      }),
    }),
  });
  return { whole: builder.toSchema(), heard };
}

describe('Public types of values', () => {
  it('replace "none" by null and strings by enum values, in results and arguments', async () => {
    const { whole, heard } = createTestSchema();
    const schema = withPublicTypes(whole);
    expect(await graphql({ schema, source: '{ parent soon mood moods(only: [WELL_OFF]) }' })).toEqual({
      data: { parent: null, soon: 3, mood: null, moods: ['WELL_OFF'] },
    });
    expect(heard).toEqual([['well-off']]);
    expect((await graphql({ schema, source: '{ moods(only: ["bad"]) }' })).errors).toHaveLength(1);
  });

  it('have their own descriptions', () => {
    expect(createTestSchema().whole.getQueryType()?.getFields()['mood']?.description).toBe(
      'How it is; empty when nobody knows: `well-off`, `bad`.',
    );
    expect(createTestSchema().whole.getQueryType()?.getFields()['parent']?.description).toBe('Its parent; 0 = none.');
    const told = printSchema(withPublicTypes(createTestSchema().whole));
    expect(told).toContain('How it is; null when nobody knows.');
    expect(told).toContain('parent: Int\n');
    expect(told).toContain('moods(\n    """Only these."""\n    only: [Mood!]\n  ): [Mood!]!');
  });

  it('can reuse values, names and types that exist already', async () => {
    const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({ defaultFieldNullability: false } as never);
    const Size = builder.enumType('Size', { values: { SMALL: { value: 's' }, LARGE: { value: 'l' } } });
    const sizes: ClosedSet = { name: 'Size', description: 'How large.', values: { s: 'Small.', l: 'Large.' } };
    const shops: ClosedSet = {
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
    const wrong = { ...sizes, values: { s: 'Small.' } };
    const again = new SchemaBuilder<object>({} as never);
    again.enumType('Size', { values: { SMALL: { value: 's' }, LARGE: { value: 'l' } } });
    again.queryType({ fields: (t) => ({ size: t.string({ ...oneOf(wrong, 'How large.'), resolve: () => 's' }) }) });
    expect(() => withPublicTypes(again.toSchema())).toThrow('The schema has another Size');
  });

  it('reject two closed sets with the same name', () => {
    const builder = new SchemaBuilder<object>({} as never);
    builder.queryType({
      fields: (t) => ({
        one: t.string({ ...oneOf(moods, 'One.'), resolve: () => 'bad' }),
        two: t.string({ ...oneOf({ ...moods }, 'Two.'), resolve: () => 'bad' }),
      }),
    });
    expect(() => withPublicTypes(builder.toSchema())).toThrow('Two closed sets are called Mood');
  });
});

describe('The public schema', () => {
  const shown = publicSchema(createSchema());

  const places = placesOf(shown);

  it('uses null for "none", never 0', () => {
    const saysNone = (text: string) =>
      /\b0 (= (none|of none|no |nobody|nothing|for ever)|or null|for visitors|once |unless |for an? |where |when (unknown|unlimited))/.test(
        text,
      );
    const said = places.filter(({ type, description }) => (type.name === 'Int' || type.name === 'Float') && saysNone(description));
    expect(said.map(({ name }) => name).filter((name) => !numbersOfZero[name])).toEqual([]);
  });

  it('uses enums for closed sets of strings', () => {
    const listed = places.filter(({ type, description }) => type.name === 'String' && listsWords(description)).map(({ name }) => name);
    const isOpen = (name: string) => Object.keys(openTexts).some((open) => matchesPath(name, open));
    expect(listed.filter((name) => !isOpen(name))).toEqual([]);
    expect(Object.keys(openTexts).filter((open) => !listed.some((name) => matchesPath(name, open)))).toEqual([]);
  });

  it('gives the reason for each use of JSON', () => {
    const json = places.filter(({ type }) => type.name === 'JSON');
    expect(json.length).toBeLessThan(100);
    expect(json.filter(({ description }) => !/.\. The type is JSON because .{15,}\.$/.test(description)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(idleReasons(shown)).toEqual([]);
    const builder = new SchemaBuilder<{ Scalars: { JSON: { Input: unknown; Output: unknown } } }>({} as never);
    builder.scalarType('JSON', { serialize: (value) => value });
    builder.queryType({ fields: (t) => ({ anything: t.field({ type: 'JSON', resolve: () => 1 }) }) });
    expect(() => withJsonReasons(builder.toSchema())).toThrow('Query.anything is JSON');
  });

  it('contains every status and kind of stored content', () => {
    expect(Object.keys(publicationStatuses.values)).toEqual(statusNames);
    expect(Object.keys(contentKinds.values).toSorted()).toEqual(kindNames().toSorted());
  });

  it('contains every value of a stored set', () => {
    const type = shown.getType('PlacesOrigin');
    expect(isEnumType(type) && type.getValues().map(({ name, value }) => [name, value])).toEqual([
      ['OWN', 'own'],
      ['CAPPED', 'capped'],
      ['GLOBAL', 'global'],
    ]);
  });
});
