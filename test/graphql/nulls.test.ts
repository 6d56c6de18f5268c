import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChangeArguments, getClearingValue, findChangeInputs, refusesNull } from '#graphql/public/nulls.ts';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { type CalendarSite, openCalendar } from '../events/calendar-site.ts';
import { makeMedia, makeUser } from '../support/factories.ts';

let site: CalendarSite;
let schema: GraphQLSchema;
beforeAll(async () => {
  site = await openCalendar();
  schema = createPublicSchema(createSchema());
});
afterAll(() => site.close());

/** Returns every mutation that takes an input of changes, with the argument that contains it. */
function findMutationsWithChanges() {
  const inputs = new Set(findChangeInputs(schema));
  return Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((arg) => {
      const argType = getNullableType(arg.type);
      const type = [...inputs].find(({ name }) => [name, `[${name}!]`].includes(String(argType)));
      return type ? [{ field, arg, type, isList: isListType(argType) }] : [];
    }),
  );
}

/** Returns the inputs nested in an input, with the path to each. */
function findNestedInputs(type: GraphQLInputObjectType): { path: string; type: GraphQLInputObjectType }[] {
  const inputs = findChangeInputs(schema);
  return Object.values(type.getFields()).flatMap((field) => {
    const nested = inputs.find((input) => input === getNamedType(field.type));
    return nested ? [{ path: field.name, type: nested }] : [];
  });
}

const updates = () => Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) => /^(update|rename)/.test(name));

/** Returns the arguments of a mutation that every call must contain, except one, as text. */
const requiredArguments = (args: readonly GraphQLArgument[], except: GraphQLArgument): string[] =>
  args
    .filter((arg) => arg !== except && isNonNullType(arg.type) && arg.defaultValue === undefined)
    .map(({ name, type }) => `${name}: ${exampleOf(String(type))}`);

const exampleOf = (type: string) =>
  ({
    'Int!': '1',
    'Boolean!': 'true',
    'EventSeriesScope!': 'ALL',
    'TicketTexts!': '{}',
    '[LegalDocumentPartInput!]!': '[]',
    'ID!': '"x"',
    'Taxonomy!': 'CATEGORY',
    'CalendarTaxonomy!': 'CATEGORY',
  })[type] ?? '"x"';

describe('Null in an input of changes', () => {
  it('is described in every such input, and every such input is used by a mutation', () => {
    const usedInputs = findMutationsWithChanges().flatMap(({ type }) => [type, ...findNestedInputs(type).map((nested) => nested.type)]);
    expect(new Set(usedInputs.map(({ name }) => name))).toEqual(new Set(findChangeInputs(schema).map(({ name }) => name)));
    expect(findChangeInputs(schema).length).toBeGreaterThan(30);
    for (const type of findChangeInputs(schema)) {
      expect(type.description, type.name).toMatch(/(Fields|In a change, fields) that are left out keep their values\. Null /);
      if (type.extensions.nulls?.handledByResolver === 'all') continue;
      for (const [name, field] of Object.entries(type.getFields()))
        if (!refusesNull(type, name)) expect(field.description, `${type.name}.${name}`).toMatch(/\bnull\b/i);
    }
  });

  it('is refused with the name of the field if the field cannot be empty', async () => {
    let count = 0;
    for (const { field, arg, type, isList } of findMutationsWithChanges()) {
      if (field.name.startsWith('create') && !type.name.endsWith('Changes')) continue;
      const refusing = Object.values(type.getFields()).filter(
        ({ name, type: fieldType, extensions }) =>
          !isNonNullType(fieldType) && refusesNull(type, name) && extensions.currentName === undefined,
      );
      if (refusing.length === 0) continue;
      const required = Object.values(type.getFields()).filter((inputField) => isNonNullType(inputField.type));
      const members = [
        ...refusing.map(({ name }) => `${name}: null`),
        ...required.map(({ name, type: fieldType }) => `${name}: ${exampleOf(String(fieldType))}`),
      ].join(', ');
      const args = [...requiredArguments(field.args, arg), `${arg.name}: ${isList ? `[{ ${members} }]` : `{ ${members} }`}`];
      const call = `${field.name}(${args.join(', ')})`;
      const { errors } = await site.graphql(`mutation { ${call} { __typename } }`, {}, 'administrator');
      const pathOf = (name: string) => [arg.name, ...(isList ? ['0'] : []), name].join('.');
      expect(JSON.stringify(errors), call).toContain(`${refusing[0]?.name} cannot be null`);
      for (const { name } of refusing) expect(JSON.stringify(errors), call).toContain(pathOf(name));
      count += refusing.length;
    }
    expect(count).toBeGreaterThan(100);
  });

  it('is refused with the path of the field in nested inputs', async () => {
    const { data, errors } = await site.graphql(
      'mutation { updatePageCacheSettings(input: { isLocked: null, debugging: { isOn: null, ip: null } }) { pageCacheSettings { isLocked } } }',
      {},
      'administrator',
    );
    expect(data.updatePageCacheSettings).toBeNull();
    expect(errors[0]?.extensions['argumentErrors'] ?? JSON.stringify(errors)).toMatch(/input\.isLocked.*input\.debugging\.isOn/);
    expect(JSON.stringify(errors)).not.toContain('debugging.ip');
  });

  it('is described in every input of an update', () => {
    const replacedInputs = new Set([
      'CheckoutBuyerInput',
      'CheckoutGuestInput',
      'BuyerAnswerInput',
      'BuyerQuestionInput',
      'LegalDocumentPartInput',
    ]);
    const inputs = findChangeInputs(schema).map(({ name }) => name);
    const undeclared = updates()
      .flatMap(({ args }) => args.map(({ type }) => getNamedType(type)))
      .filter((type) => 'getFields' in type && !inputs.includes(type.name) && !replacedInputs.has(type.name));
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('is refused or clears the value in arguments of updates, as their description says', async () => {
    const changing = updates().flatMap((field) => findChangeArguments(field).map((arg) => ({ field, arg })));
    expect(changing.length).toBeGreaterThan(10);
    for (const { field, arg } of changing) {
      expect(field.description, field.name).toMatch(/Arguments that are left out keep their values\. Null clears an argument/);
      if (getClearingValue(arg) !== undefined) {
        expect(arg.description, `${field.name}.${arg.name}`).toMatch(/\bnull\b/i);
        continue;
      }
      const call = `${field.name}(${[...requiredArguments(field.args, arg), `${arg.name}: null`].join(', ')})`;
      const { errors } = await site.graphql(`mutation { ${call} { __typename } }`, {}, 'administrator');
      expect(JSON.stringify(errors), call).toContain(`${arg.name} cannot be null`);
    }
  });

  const change = async (name: string, record: string, id: number, type: string, changes: object, fields: string) => {
    const source = `mutation($changes: ${type}!) { ${name}(id: ${id}, changes: $changes) { ${record} { ${fields} } } }`;
    const { data, errors } = await site.graphql(source, { changes }, 'administrator');
    expect(errors).toEqual([]);
    return data[name][record];
  };

  it('clears optional fields of an event, and omitted fields keep their values', async () => {
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
    const child = await change('updateEvent', 'event', id, 'EventChanges', { parentId: parent.id }, fields);
    expect(child).toMatchObject({ parentId: parent.id, cost: '$5' });
    expect(await change('updateEvent', 'event', id, 'EventChanges', { title: 'Other' }, fields)).toEqual({
      ...child,
      title: { raw: 'Other' },
    });
    const cleared = { parentId: null, cost: null, tags: null, venues: null, excerpt: null };
    expect(await change('updateEvent', 'event', id, 'EventChanges', cleared, fields)).toMatchObject({
      parentId: null,
      cost: '',
      tagIds: [],
      venues: [],
      excerpt: { raw: '' },
      title: { raw: 'Other' },
      website: 'https://example.org/',
    });
  });

  it('clears the position and texts of a venue, and a latitude without longitude is refused', async () => {
    const { id } = await site.makeVenue({ phone: '1', city: 'Oslo' });
    const fields = 'phone city latitude longitude';
    await change('updateVenue', 'venue', id, 'VenueChanges', { latitude: 59, longitude: 10 }, fields);
    expect(await change('updateVenue', 'venue', id, 'VenueChanges', { phone: null, latitude: null, longitude: null }, fields)).toEqual({
      phone: '',
      city: 'Oslo',
      latitude: null,
      longitude: null,
    });
    const latitudeOnly = `mutation { updateVenue(id: ${id}, changes: { latitude: 59 }) { venue { latitude } } }`;
    expect((await site.graphql(latitudeOnly, {}, 'administrator')).errors[0]?.extensions).toMatchObject({ code: 'invalid_arguments' });
  });

  it('clears optional fields of a map, a marker, a shape, a ticket, a checkout form and a discount code, and omitted fields keep their values', async () => {
    const run = async (source: string) => {
      const { data, errors } = await site.graphql(`mutation { ${source} }`, {}, 'administrator');
      expect(errors, source).toEqual([]);
      return Object.values(Object.values(data as object)[0] as object)[0];
    };
    const position = '{ latitude: 59, longitude: 10 }';
    const map = await run(`createMap(input: { title: "M", kml: "https://e.test/a.kml", start: ${position} }) { map { databaseId title } }`);
    expect(await run(`updateMap(id: ${map.databaseId}, input: { kml: null }) { map { title kml start { latitude } } }`)).toEqual({
      title: 'M',
      kml: null,
      start: { latitude: 59 },
    });
    const marker = await run(
      `createMapMarker(input: { mapId: ${map.databaseId}, title: "P", address: "Here", position: ${position} }) { mapMarker { databaseId } }`,
    );
    expect(
      await run(
        `updateMapMarker(id: ${marker.databaseId}, input: { address: null, position: null }) { mapMarker { title address position { latitude longitude } } }`,
      ),
    ).toEqual({ title: 'P', address: null, position: null });
    const circle = await run(
      `createMapCircle(input: { mapId: ${map.databaseId}, name: "C", color: "#ff0000", center: ${position} }) { mapCircle { databaseId } }`,
    );
    expect(
      await run(
        `updateMapCircle(id: ${circle.databaseId}, input: { color: null, center: null }) { mapCircle { name color center { latitude } } }`,
      ),
    ).toEqual({ name: 'C', color: null, center: null });
    const { id } = await site.makeEvent();
    const ticket = await run(
      `createTicket(postId: ${id}, provider: RSVP, ticket: { name: "T", description: "D", startDate: "2030-01-01" }) { ticket { databaseId } }`,
    );
    expect(
      await run(`updateTicket(id: ${ticket.databaseId}, postId: ${id}, ticket: { description: null }) { ticket { title description } }`),
    ).toEqual({ title: 'T', description: '' });
    expect(
      await run(
        `updateTicket(id: ${ticket.databaseId}, postId: ${id}, keepsOmitted: false, ticket: { description: "D" }) { ticket { title description } }`,
      ),
    ).toMatchObject({ description: 'D' });
    await run(
      `updateCheckoutForm(eventId: ${id}, terms: "Be kind.", questions: [{ label: "Size?", kind: TEXT }]) { checkoutForm { terms } }`,
    );
    expect(await run(`updateCheckoutForm(eventId: ${id}, questions: null) { checkoutForm { terms questions { label } } }`)).toEqual({
      terms: 'Be kind.',
      questions: [],
    });
    const code = await run(
      `createDiscountCode(eventId: ${id}, input: { code: "TEN", percent: 10, maxUses: 5 }) { discountCode { databaseId } }`,
    );
    expect(
      await run(
        `updateDiscountCode(id: ${code.databaseId}, input: { percent: null, amount: "2", maxUses: null }) { discountCode { percent maxUses code } }`,
      ),
    ).toEqual({ percent: null, maxUses: null, code: 'TEN' });
    const withoutDiscount = await site.graphql(
      `mutation { updateDiscountCode(id: ${code.databaseId}, input: { amount: null }) { discountCode { code } } }`,
      {},
      'administrator',
    );
    expect(withoutDiscount.errors[0]?.extensions).toMatchObject({ code: 'invalid_arguments' });
  });

  it('clears links and texts of posts, files and comments', async () => {
    const media = await makeMedia(site.site, await makeUser(site.site, 'administrator'));
    const createByRest = async (path: string, body: object) =>
      (await site.rest('POST', `/core/v2/${path}`, { as: 'administrator', body })).body.id as number;
    const post = await createByRest('posts', { title: 'T', content: 'C', excerpt: 'E', featured_media: media.id, status: 'publish' });
    expect(
      await change('updatePost', 'post', post, 'PostChanges', { excerpt: null, featuredMediaId: null }, 'excerpt { raw } featuredMediaId'),
    ).toEqual({ excerpt: { raw: '' }, featuredMediaId: null });
    await change('updateMedia', 'mediaItem', media.id, 'MediaChanges', { attachedToId: post, altText: 'Lamp' }, 'databaseId');
    expect(
      await change('updateMedia', 'mediaItem', media.id, 'MediaChanges', { attachedToId: null, altText: null }, 'altText parentId'),
    ).toEqual({ altText: '', parentId: null });
    const first = await createByRest('comments', { post, content: 'One' });
    const second = await createByRest('comments', { post, content: 'Two', parent: first });
    expect(await change('updateComment', 'comment', second, 'CommentChanges', { parentId: null }, 'parentId')).toEqual({ parentId: null });
  });
});
