import { type GraphQLSchema, isListType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsOfChanges, refusesNull } from '#graphql/public/nulls.ts';
import { createSchema, publicSchema } from '#graphql/schema.ts';
import { type CalendarSite, openCalendar } from '../events/calendar-site.ts';
import { makeMedia, makeUser } from '../support/factories.ts';

let site: CalendarSite;
let schema: GraphQLSchema;
beforeAll(async () => {
  site = await openCalendar();
  schema = publicSchema(createSchema());
});
afterAll(() => site.close());

/** Every mutation that takes an input of changes, with the argument that holds it. */
function takers() {
  const inputs = new Set(inputsOfChanges(schema));
  return Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((arg) => {
      const type = [...inputs].find((one) =>
        [one.name, `[${one.name}!]`].includes(String(isNonNullType(arg.type) ? arg.type.ofType : arg.type)),
      );
      return type ? [{ field, arg, type, isList: isListType(isNonNullType(arg.type) ? arg.type.ofType : arg.type) }] : [];
    }),
  );
}

const mayBeNull = (type: unknown) => !isNonNullType(type);

describe('null in an input of changes', () => {
  it('is declared of all of them, each taken by a mutation', () => {
    expect(new Set(takers().map(({ type }) => type.name))).toEqual(new Set(inputsOfChanges(schema).map(({ name }) => name)));
    expect(inputsOfChanges(schema).length).toBeGreaterThan(30);
    for (const type of inputsOfChanges(schema)) {
      expect(type.description, type.name).toMatch(/Fields that are left out keep their values\. Null /);
      if (type.extensions.nulls?.passed === 'all') continue;
      for (const [name, field] of Object.entries(type.getFields()))
        if (!refusesNull(type, name)) expect(field.description, `${type.name}.${name}`).toMatch(/\bnull\b/i);
    }
  });

  it('is refused by name wherever a field cannot be empty', async () => {
    let count = 0;
    for (const { field, arg, type, isList } of takers()) {
      const refusing = Object.values(type.getFields()).filter((one) => mayBeNull(one.type) && refusesNull(type, one.name));
      if (refusing.length === 0) continue;
      const needed = Object.values(type.getFields()).filter((one) => isNonNullType(one.type));
      const members = [...refusing.map(({ name }) => `${name}: null`), ...needed.map(({ name }) => `${name}: "x"`)].join(', ');
      const others = field.args.filter((one) => one !== arg && isNonNullType(one.type) && one.defaultValue === undefined);
      const words = others.map((one) => `${one.name}: ${exampleOf(String(one.type))}`);
      const call = `${field.name}(${[...words, `${arg.name}: ${isList ? `[{ ${members} }]` : `{ ${members} }`}`].join(', ')})`;
      const { errors } = await site.graphql(`mutation { ${call} { __typename } }`, {}, 'administrator');
      const at = (name: string) => [arg.name, ...(isList ? ['0'] : []), name].join('.');
      expect(JSON.stringify(errors), call).toContain(`${refusing[0]?.name} cannot be null`);
      for (const { name } of refusing) expect(JSON.stringify(errors), call).toContain(at(name));
      count += refusing.length;
    }
    expect(count).toBeGreaterThan(100);
  });

  const exampleOf = (type: string) =>
    ({ 'Int!': '1', 'ID!': '"x"', 'Taxonomy!': 'CATEGORY', 'CalendarTaxonomy!': 'CATEGORY' })[type] ?? '"x"';

  const change = async (name: string, thing: string, id: number, type: string, changes: object, fields: string) => {
    const source = `mutation($changes: ${type}!) { ${name}(id: ${id}, changes: $changes) { ${thing} { ${fields} } } }`;
    const { data, errors } = await site.graphql(source, { changes }, 'administrator');
    expect(errors).toEqual([]);
    return data[name][thing];
  };

  it('clears what an event may do without; what is left out stays', async () => {
    const parent = await site.makeEvent();
    const venue = await site.makeVenue();
    const { id } = await site.makeEvent({
      venue: [venue.id],
      cost: '$5',
      website: 'https://example.org/',
      tags: ['A tag'],
      excerpt: 'Short.',
    });
    const fields = 'parentId excerpt { raw } website cost venues { databaseId } tagIds title { raw }';
    const below = await change('updateEvent', 'event', id, 'EventChanges', { parentId: parent.id }, fields);
    expect(below).toMatchObject({ parentId: parent.id, cost: '$5' });
    expect(await change('updateEvent', 'event', id, 'EventChanges', { title: 'Other' }, fields)).toEqual({
      ...below,
      title: { raw: 'Other' },
    });
    expect(
      await change(
        'updateEvent',
        'event',
        id,
        'EventChanges',
        { parentId: null, cost: null, tags: null, venues: null, excerpt: null },
        fields,
      ),
    ).toMatchObject({
      parentId: null,
      cost: '',
      tagIds: [],
      venues: [],
      excerpt: { raw: '' },
      title: { raw: 'Other' },
      website: 'https://example.org/',
    });
  });

  it('clears the position and texts of a venue, and refuses half of a position', async () => {
    const { id } = await site.makeVenue({ phone: '1', city: 'Oslo' });
    const fields = 'phone city latitude longitude';
    await change('updateVenue', 'venue', id, 'VenueChanges', { latitude: 59, longitude: 10 }, fields);
    expect(await change('updateVenue', 'venue', id, 'VenueChanges', { phone: null, latitude: null, longitude: null }, fields)).toEqual({
      phone: '',
      city: 'Oslo',
      latitude: null,
      longitude: null,
    });
    const half = `mutation { updateVenue(id: ${id}, changes: { latitude: 59 }) { venue { latitude } } }`;
    expect((await site.graphql(half, {}, 'administrator')).errors[0]?.extensions).toMatchObject({ code: 'invalid_arguments' });
  });

  it('clears links and texts of posts, files, comments, terms and the own account', async () => {
    const media = await makeMedia(site.site, await makeUser(site.site, 'administrator'));
    const made = async (path: string, body: object) =>
      (await site.rest('POST', `/core/v2/${path}`, { as: 'administrator', body })).body.id as number;
    const post = await made('posts', { title: 'T', content: 'C', excerpt: 'E', featured_media: media.id, status: 'publish' });
    expect(
      await change('updatePost', 'post', post, 'PostChanges', { excerpt: null, featuredMediaId: null }, 'excerpt { raw } featuredMediaId'),
    ).toEqual({ excerpt: { raw: '' }, featuredMediaId: null });
    await change('updateMedia', 'mediaItem', media.id, 'MediaChanges', { attachedToId: post, altText: 'Lamp' }, 'databaseId');
    expect(
      await change('updateMedia', 'mediaItem', media.id, 'MediaChanges', { attachedToId: null, altText: null }, 'altText parentId'),
    ).toEqual({
      altText: '',
      parentId: null,
    });
    const first = await made('comments', { post, content: 'One' });
    const second = await made('comments', { post, content: 'Two', parent: first });
    expect(await change('updateComment', 'comment', second, 'CommentChanges', { parentId: null }, 'parentId')).toEqual({ parentId: null });
  });
});
