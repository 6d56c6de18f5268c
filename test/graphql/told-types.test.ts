import SchemaBuilder from '@pothos/core';
import { graphql, isEnumType, isInputObjectType, isInterfaceType, isObjectType, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type ClosedSet, oneOf, zeroIsNone } from '#graphql/public/told.ts';
import { withToldTypes } from '#graphql/public/told-types.ts';
import { createSchema, publicSchema } from '#graphql/schema.ts';

const moods: ClosedSet = { name: 'Mood', description: 'How it is.', values: { 'well-off': 'Good.', bad: 'Not good.' } };

function made() {
  const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>({ defaultFieldNullability: false } as never);
  const heard: unknown[] = [];
  builder.queryType({
    fields: (t) => ({
      parent: t.int({ ...zeroIsNone('Its parent; null = none.'), resolve: () => 0 }),
      soon: t.int({ ...zeroIsNone('Later; null = never.'), resolve: async () => 3 }),
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

describe('values that front ends are told in another way', () => {
  it('are null for none and of an enum for a word, going out and coming in', async () => {
    const { whole, heard } = made();
    const schema = withToldTypes(whole);
    expect(await graphql({ schema, source: '{ parent soon mood moods(only: [WELL_OFF]) }' })).toEqual({
      data: { parent: null, soon: 3, mood: null, moods: ['WELL_OFF'] },
    });
    expect(heard).toEqual([['well-off']]);
    expect((await graphql({ schema, source: '{ moods(only: ["bad"]) }' })).errors).toHaveLength(1);
  });

  it('are described in the words of each', () => {
    expect(made().whole.getQueryType()?.getFields()['mood']?.description).toBe('How it is; empty when nobody knows: `well-off`, `bad`.');
    expect(made().whole.getQueryType()?.getFields()['parent']?.description).toBe('Its parent; 0 = none.');
    const told = printSchema(withToldTypes(made().whole));
    expect(told).toContain('How it is; null when nobody knows.');
    expect(told).toContain('parent: Int\n');
    expect(told).toContain('moods(\n    """Only these."""\n    only: [Mood!]\n  ): [Mood!]!');
  });

  it('need one meaning for a name', () => {
    const builder = new SchemaBuilder<object>({} as never);
    builder.queryType({
      fields: (t) => ({
        one: t.string({ ...oneOf(moods, 'One.'), resolve: () => 'bad' }),
        two: t.string({ ...oneOf({ ...moods }, 'Two.'), resolve: () => 'bad' }),
      }),
    });
    expect(() => withToldTypes(builder.toSchema())).toThrow('Two closed sets are called Mood');
  });
});

describe('The public schema', () => {
  const shown = publicSchema(createSchema());

  it('says by null that there is none, never by 0', () => {
    const said: string[] = [];
    for (const type of Object.values(shown.getTypeMap()))
      if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
        for (const { name, description } of Object.values(type.getFields()))
          if (/\b0 (= (none|of none|nobody)|or null|for visitors|when (unknown|unlimited))/.test(description ?? ''))
            said.push(`${type.name}.${name}`);
    expect(said).toEqual([]);
  });

  it('has every word of a set that is stored', () => {
    const type = shown.getType('PlacesOrigin');
    expect(isEnumType(type) && type.getValues().map(({ name, value }) => [name, value])).toEqual([
      ['OWN', 'own'],
      ['CAPPED', 'capped'],
      ['GLOBAL', 'global'],
    ]);
  });
});
