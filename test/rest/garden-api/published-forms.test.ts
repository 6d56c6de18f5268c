import { beforeAll, describe, expect, it } from 'vitest';
import { forceRequirement } from '../../../rest-map/core-v2/parameters.ts';
import { readAs } from '../../../rest-map/site-analytics-v1/parameters.ts';
import { flag, integer, item, listOf, namespace, object, page, text, untyped, value } from '../../../src/rest/table.ts';
import { type GardenApi, openGardenApi, REST } from './app.ts';
import { operations, tables } from './map.ts';

// Old interfaces publish formats without a GraphQL type: values, pages and failures.

const shed = namespace('shed/v1', [
  ['GET', '/forms/{id}', { id: integer() }, 'forms', item()],
  ['GET', '/masked/{id}', { id: integer() }, 'maskedPlant', item()],
  ['GET', '/hidden/{id}', { id: integer() }, 'hiddenPlant', item()],
  [
    'GET',
    '/plants',
    { page: integer({ default: 1 }), per_page: integer({ default: 2 }), search: text(), light: listOf(text()) },
    'shedPlants',
    page('plants', {
      headers: ['X-ALL', 'X-PAGES'],
      pageUrls: { neighbors: true },
      pageNotFound: { code: 'shed-page-not-found', message: 'There is no such page.', bare: true },
    }),
  ],
  ['GET', '/by-number', { plant: integer({ default: 1 }) }, 'shedBeds', item({ keyedBy: 'number' })],
  ['GET', '/names', { plant: integer({ default: 1 }) }, 'shedBeds', item({ keyedBy: 'number', pluck: 'name' })],
  ['GET', '/bed-names', { plant: integer({ default: 1 }) }, 'shedBeds', item({ pluck: 'name' })],
  ['GET', '/changed', {}, 'shedChanged', value({ as: 'note' })],
  ['GET', '/wrapped', {}, 'shedNothing', value({ as: 'note', empty: false, extra: { kind: 'none' } })],
  ['GET', '/wrapped/{id}', { id: integer() }, 'shedTags', item({ as: 'plant' })],
  ['GET', '/tags/{id}', { id: integer() }, 'shedTags', value({ at: ['tags'] })],
  [
    'POST',
    '/nested',
    { data: object({ plant: object({ name: text({ required: true }) }), tags: listOf(text()) }, { required: true }) },
    'shedNested',
    item(),
  ],
  [
    'POST',
    '/exists',
    { id: integer({ required: true }) },
    'shedExists',
    item(),
    { failures: { rest_plant_exists: { code: 'taken', status: 500, data: null } } },
  ],
  [
    'GET',
    '/lent',
    { plants: readAs(object({ names: listOf(integer()) }), object({ names: untyped({ required: true }) })) },
    'shedLent',
    value(),
  ],
  [
    'GET',
    '/status/{id}',
    { id: integer() },
    'statusPlant',
    item(),
    { status: { by: 'light', statuses: { SUN: 200, SHADE: 206 }, fallback: 202 } },
  ],
  ['GET', '/site-link/{id}', { id: integer() }, 'siteLink', item(), { headers: { 'X-Site': '{site.name}', 'X-Note': '{note}' } }],
  [
    'DELETE',
    '/plants/{id}',
    { id: integer(), force: flag({ default: false }) },
    'shedUproot',
    value({ body: { gone: true } }),
    { requires: forceRequirement },
  ],
  [
    'POST',
    '/plants',
    { name: text({ required: true }), id: integer() },
    'shedCreate',
    item(),
    { status: 202, failures: { rest_plant_exists: 409 } },
  ],
  ['GET', '/label/{id}', { id: integer(), format: text() }, 'labelled', item({ xml: { root: 'plant', parameter: 'format' } })],
]);

const source = {
  file: 'shed.graphql',
  text: /* GraphQL */ `
    query forms($id: Int!) {
      plant(id: $id) {
        id: databaseId
        mother: parentId @address(path: "/garden/v1/plants/{}")
        nothing: notes @fixed(json: "{\\"always\\": [1]}")
        planted: plantedAt @sqlTime
        planted_exactly: plantedAt @sqlTime(fraction: 6)
        planted_parts: plantedAt @timeParts
        beds: bedList @keyed(by: "number") { number name }
        bed_names: bedList @keyed(by: "number", value: "name") { number name }
        only_bed: bedList @single { number }
        shade: light @lower
        planted_seconds: plantedAt @unixTime
        name @into(key: "about")
        light @into(key: "about")
        visits @omitNull
      }
    }
    query maskedPlant($id: Int!) { plant(id: $id) { id: databaseId _secret: isSecret @masks name @masked(json: "\\"***\\"") height @masked(json: "false") tags } }
    query hiddenPlant($id: Int!) { plant(id: $id) { id: databaseId _secret: isSecret @masks(all: true) name height rare: isRare tags number: notes @fixed(json: "\\"17\\"") } }
    query shedPlants($page: Int, $per_page: Int, $search: String, $light: [Light!]) {
      plantPage(page: $page, perPage: $per_page, beyondEnd: true, filter: { text: $search, light: $light }) {
        totalCount totalPages nodes { id: databaseId } effective { per_page: perPage search: text light: lights }
      }
    }
    query shedBeds($plant: Int) { beds(plantId: $plant) { number name } }
    query statusPlant($id: Int!) { plant(id: $id) { id: databaseId light @hidden } }
    query siteLink($id: Int!) { plant(id: $id) { id: databaseId note: notes } site @hidden { name } }
    mutation shedUproot($id: Int!) { uproot(id: $id) { isGone } }
    mutation shedCreate($id: Int, $name: String!) { createPlant(draft: { id: $id, name: $name }) { id: databaseId name } }
    mutation shedNested($data__plant__name: String!, $data__light: Light, $data__tags: [String!]) { createPlant(draft: { name: $data__plant__name, light: $data__light, tags: $data__tags }) { name light tags } }
    mutation shedExists($id: Int!) { createPlant(draft: { id: $id, name: "Ivy" }) { id: databaseId } }
    query shedLent($plants: JSON) { echo(json: $plants) }
    query shedNothing { nothing }
    query shedChanged { nothing @unixTime }
    query shedTags($id: Int!) { plant(id: $id) { tags } }
    query labelled($id: Int!) { plant(id: $id) { id: databaseId name tags note: notes } }
  `,
};

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi({ tables: [...tables, shed], sources: [operations, source] });
});

const body = async (path: string) => (await api.send(`/shed/v1${path}`)).body;

describe('Formatted values', () => {
  it('have the format of their directives', async () => {
    expect(await body('/forms/2')).toEqual({
      id: 2,
      mother: `${REST}/garden/v1/plants/1`,
      nothing: { always: [1] },
      planted: '2026-03-04 05:06:02',
      planted_exactly: '2026-03-04 05:06:02.000000',
      planted_parts: { year: '2026', month: '03', day: '04', hour: '05', minutes: '06', seconds: '02' },
      beds: { 2: { name: 'South' } },
      bed_names: { 2: 'South' },
      only_bed: { number: 2 },
      shade: 'half_shade',
      planted_seconds: new Date('2026-03-04T05:06:02').getTime() / 1000,
      about: { name: 'Bean', light: 'HALF_SHADE' },
    });
  });
  it('are empty values instead of null', async () => {
    expect(await body('/forms/4')).toMatchObject({ mother: '', beds: {}, only_bed: [] });
  });
  it('that are grouped into an object can be selected by the name of that object', async () => {
    expect(await body('/forms/2?_fields=about')).toEqual({ about: { name: 'Bean', light: 'HALF_SHADE' } });
    expect(await body('/forms/2?_fields=about.name')).toEqual({ about: { name: 'Bean' } });
  });
  it('are masked in objects that are hidden from the caller, even if selected alone', async () => {
    expect(await body('/masked/1')).toEqual({ id: 1, name: 'Ash', height: 12.5, tags: ['tree', 'tall'] });
    expect(await body('/masked/5')).toEqual({ id: 5, name: '***', height: false, tags: ['tree'] });
    expect(await body('/masked/5?_fields=name')).toEqual({ name: '***' });
  });
  it('can be masked completely, in their own format', async () => {
    expect(await body('/hidden/5')).toEqual({ id: 0, name: 'No Access', height: 'No Access', rare: null, tags: ['No Access'], number: 0 });
    expect(await body('/hidden/5?_fields=name')).toEqual({ name: 'No Access' });
    expect((await body('/hidden/1')).name).toBe('Ash');
  });
});

describe('Lists with page URLs', () => {
  it('contain their own URL and those of the next and previous page, with the effective parameters', async () => {
    const { body: first, headers } = await api.send('/shed/v1/plants');
    expect(first).toEqual({
      plants: [{ id: 1 }, { id: 2 }],
      rest_url: `${REST}/shed/v1/plants/?per_page=2`,
      next_rest_url: `${REST}/shed/v1/plants/?per_page=2&page=2`,
      total: 5,
      total_pages: 3,
    });
    expect([headers['x-all'], headers['x-pages']]).toEqual(['5', '3']);
    expect(await body('/plants?page=3&unknown=1')).toMatchObject({
      rest_url: `${REST}/shed/v1/plants/?per_page=2&page=3`,
      previous_rest_url: `${REST}/shed/v1/plants/?per_page=2&page=2`,
    });
  });
  it('refuse a page after the last one as the route says', async () => {
    const { status, body: refused } = await api.send('/shed/v1/plants?page=9');
    expect([status, refused]).toEqual([404, { code: 'shed-page-not-found', message: 'There is no such page.' }]);
    expect((await api.send('/shed/v1/plants?search=nothing')).body).toMatchObject({ plants: [], total: 0 });
  });
  it('respect _fields', async () => {
    expect(await body('/plants?_fields=total')).toEqual({ total: 5 });
  });
});

describe('Nested members of the request body', () => {
  const nested = (json: object) => api.send('/shed/v1/nested', { method: 'POST', json, as: 'keeper' });
  it('fill the variables that name their path', async () => {
    const { body: created } = await nested({ data: { plant: { name: 'Ivy', odd: 1 }, light: 'half-shade', tags: 'a,b' } });
    expect(created).toEqual({ name: 'Ivy', light: 'HALF_SHADE', tags: ['a', 'b'] });
  });
  it('are absent if their path ends early', async () => {
    const { status, body: refused } = await nested({ data: { plant: { name: 'Ivy' }, tags: [] } });
    expect([status, refused.light, refused.tags]).toEqual([200, 'SUN', []]);
    const without = await nested({ data: { light: 'SUN' } });
    expect([without.status, without.body.code, Object.keys(without.body.data.params)]).toEqual([400, 'rest_invalid_param', ['data']]);
  });
  it('are reported by their own names', async () => {
    const { body: refused } = await nested({ data: { plant: {} } });
    expect(refused.data.details.data).toMatchObject({
      code: 'rest_property_required',
      message: 'name is a required property of data[plant].',
    });
  });
});

describe('Parameters that accept more than published', () => {
  it('are described as published and validated by the wider schema', async () => {
    const described = await api.send('/shed/v1/lent', { method: 'OPTIONS' });
    expect(described.body.endpoints[0].args.plants.properties.names).toEqual({ type: 'array', items: { type: 'integer' } });
    expect(await body('/lent?plants[names]=seven')).toEqual({ json: { names: 'seven' } });
    const { body: refused } = await api.send('/shed/v1/lent?plants[other]=1');
    expect(refused.data.details.plants.code).toBe('rest_property_required');
  });
});

describe('Published failures', () => {
  it('have the code, status and data of the route', async () => {
    const { status, body: refused } = await api.send('/shed/v1/exists', { method: 'POST', json: { id: 1 }, as: 'keeper' });
    expect([status, refused]).toEqual([500, { code: 'taken', message: 'Exists.', data: null }]);
  });
});

describe('Responses', () => {
  it('may contain a map instead of a list', async () => {
    expect(await body('/by-number')).toEqual({ 1: { number: 1, name: 'North' } });
    expect(await body('/by-number?plant=4')).toEqual([]);
    expect(await body('/names')).toEqual({ 1: 'North' });
    expect(await body('/names?plant=4')).toEqual([]);
  });
  it('with a map support _fields for entries, and for members of each entry', async () => {
    expect(await body('/by-number?_fields=name')).toEqual({ 1: { name: 'North' } });
    expect(await body('/by-number?_fields=1')).toEqual({ 1: { number: 1, name: 'North' } });
    expect(await body('/by-number?_fields=1.name')).toEqual({ 1: { name: 'North' } });
    for (const fields of ['2', 'odd', '1.odd']) expect(await body(`/by-number?_fields=${fields}`)).toEqual([]);
    expect(await body('/by-number?plant=4&_fields=name')).toEqual([]);
    expect(await body('/names?_fields=1')).toEqual({ 1: 'North' });
  });
  it('may contain one member of each list item', async () => {
    expect(await body('/bed-names')).toEqual(['North']);
    expect(await body('/bed-names?_fields=number')).toEqual(['North']);
  });
  it('may be wrapped into a member, with a replacement for null', async () => {
    expect(await body('/wrapped')).toEqual({ kind: 'none', note: false });
    expect(await body('/changed')).toEqual({ note: 0 });
    expect(await body('/wrapped/1')).toEqual({ plant: { tags: ['tree', 'tall'] } });
    expect(await body('/wrapped/1?_fields=plant.tags')).toEqual({ plant: { tags: ['tree', 'tall'] } });
    expect(await body('/wrapped/1?_fields=other')).toEqual([]);
  });
  it('may be plain values', async () => {
    expect(await body('/tags/1')).toEqual(['tree', 'tall']);
    expect(await body('/tags/1?_fields=nothing')).toEqual(['tree', 'tall']);
  });
  it('may have a status that depends on the object, also in an envelope', async () => {
    const statusOf = async (id: number, query = '') => {
      const { status, body } = await api.send(`/shed/v1/status/${id}${query}`);
      return query ? body.status : status;
    };
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 202, 206]);
    expect(await statusOf(3, '?_envelope')).toBe(206);
    expect(await statusOf(3, '?_fields=id&_envelope')).toBe(206);
  });
  it('may have headers from other root fields, except empty ones', async () => {
    const { headers, body: plant } = await api.send('/shed/v1/site-link/1');
    expect([headers['x-site'], headers['x-note'], plant]).toEqual(['Garden', 'old', { id: 1, note: 'old' }]);
    expect((await api.send('/shed/v1/site-link/2')).headers['x-note']).toBeUndefined();
  });
  it('may be XML, including errors', async () => {
    const { text: xml, headers } = await api.send('/shed/v1/label/1?format=xml');
    expect([headers['content-type'], xml]).toEqual([
      'text/xml; charset=UTF-8',
      expect.stringMatching(/<plant><id>1<\/id><name>Ash<\/name>.*<\/plant>\s*$/s),
    ]);
    const refused = await api.send('/shed/v1/label/99?format=xml');
    expect([refused.status, refused.headers['content-type']]).toEqual([404, 'text/xml; charset=UTF-8']);
    expect(refused.text).toContain('<code>rest_plant_invalid_id</code>');
    expect((await api.send('/shed/v1/label/1?format=json')).body.name).toBe('Ash');
  });
});

describe('Write routes', () => {
  it('with a required confirmation are refused without it, after the permission check', async () => {
    const refused = await api.send('/shed/v1/plants/3', { method: 'DELETE', as: 'keeper' });
    expect([refused.status, refused.body.code, api.garden.plants.has(3)]).toEqual([501, 'rest_trash_not_supported', true]);
    expect((await api.send('/shed/v1/plants/3', { method: 'DELETE' })).body.code).toBe('rest_cannot_edit');
  });
  it('may return their own body', async () => {
    const { status, body } = await api.send('/shed/v1/plants/3?force=1', { method: 'DELETE', as: 'keeper' });
    expect([status, body, api.garden.plants.has(3)]).toEqual([200, { gone: true }, false]);
  });
  it('may report failures as a plain message with their own status', async () => {
    const { status, body: refused } = await api.send('/shed/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Fig', id: 1 } });
    expect([status, refused]).toEqual([409, { error: 'Exists.' }]);
    expect((await api.send('/shed/v1/plants', { method: 'POST', json: { name: 'Fig' } })).body.code).toBe('rest_cannot_edit');
    expect((await api.send('/shed/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Fig' } })).status).toBe(202);
  });
});
