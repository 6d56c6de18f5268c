import { beforeAll, describe, expect, it } from 'vitest';
import { forced } from '../../../src/rest/requirements.ts';
import { CREATE, DELETE, flag, integer, item, listOf, namespace, page, READ, text, value } from '../../../src/rest/table.ts';
import { type MadeUp, openMadeUp, REST } from './app.ts';
import { operations, tables } from './map.ts';

// Older interfaces publish forms that GraphQL has no types for: values, pages and failures.

const shed = namespace('shed/v1', [
  [READ, '/forms/{id}', { id: integer() }, 'forms', item()],
  [READ, '/masked/{id}', { id: integer() }, 'maskedPlant', item()],
  [READ, '/hidden/{id}', { id: integer() }, 'hiddenPlant', item()],
  [
    READ,
    '/plants',
    { page: integer({ default: 1 }), per_page: integer({ default: 2 }), search: text(), light: listOf(text()) },
    'shedPlants',
    page('plants', {
      headers: ['X-ALL', 'X-PAGES'],
      addresses: { neighbours: true },
      beyondEnd: { code: 'shed-page-not-found', message: 'There is no such page.', bare: true },
    }),
  ],
  [READ, '/by-number', { plant: integer({ default: 1 }) }, 'shedBeds', item({ keyedBy: 'number' })],
  [
    READ,
    '/status/{id}',
    { id: integer() },
    'statusPlant',
    item(),
    { statuses: { by: 'light', named: { SUN: 200, SHADE: 206 }, otherwise: 202 } },
  ],
  [READ, '/site-link/{id}', { id: integer() }, 'siteLink', item(), { headers: { 'X-Site': '{site.name}', 'X-Note': '{note}' } }],
  [
    DELETE,
    '/plants/{id}',
    { id: integer(), force: flag({ default: false }) },
    'shedUproot',
    value({ body: { gone: true } }),
    { requires: forced },
  ],
  [
    CREATE,
    '/plants',
    { name: text({ required: true }), id: integer() },
    'shedCreate',
    item(),
    { status: 202, bareErrors: { rest_plant_exists: 409 } },
  ],
  [READ, '/label/{id}', { id: integer(), format: text() }, 'labelled', item({ xml: { root: 'plant', parameter: 'format' } })],
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
        only_bed: bedList @single { number }
        name @into(key: "about")
        light @into(key: "about")
        visits @omitNull
      }
    }
    query maskedPlant($id: Int!) { plant(id: $id) { id: databaseId _secret: isSecret @masks name @masked(json: "\\"***\\"") height @masked(json: "false") tags } }
    query hiddenPlant($id: Int!) { plant(id: $id) { id: databaseId _secret: isSecret @masks(all: true) name height rare: isRare tags number: notes @fixed(json: "\\"17\\"") } }
    query shedPlants($page: Int, $per_page: Int, $search: String, $light: [Light!]) {
      plantPage(page: $page, perPage: $per_page, beyondEnd: true, filter: { text: $search, light: $light }) {
        total totalPages nodes { id: databaseId } effective { per_page: perPage search: text light: lights }
      }
    }
    query shedBeds($plant: Int) { beds(plantId: $plant) { number name } }
    query statusPlant($id: Int!) { plant(id: $id) { id: databaseId light @hidden } }
    query siteLink($id: Int!) { plant(id: $id) { id: databaseId note: notes } site @hidden { name } }
    mutation shedUproot($id: Int!) { uproot(id: $id) { isGone } }
    mutation shedCreate($id: Int, $name: String!) { createPlant(draft: { id: $id, name: $name }) { id: databaseId name } }
    query labelled($id: Int!) { plant(id: $id) { id: databaseId name tags note: notes } }
  `,
};

let made: MadeUp;
beforeAll(async () => {
  made = await openMadeUp({ tables: [...tables, shed], sources: [operations, source] });
});

const body = async (path: string) => (await made.send(`/shed/v1${path}`)).body;

describe('Values', () => {
  it('have the forms that their directives say', async () => {
    expect(await body('/forms/2')).toEqual({
      id: 2,
      mother: `${REST}/garden/v1/plants/1`,
      nothing: { always: [1] },
      planted: '2026-03-04 05:06:02',
      planted_exactly: '2026-03-04 05:06:02.000000',
      planted_parts: { year: '2026', month: '03', day: '04', hour: '05', minutes: '06', seconds: '02' },
      beds: { 2: { name: 'South' } },
      only_bed: { number: 2 },
      about: { name: 'Bean', light: 'HALF_SHADE' },
    });
  });
  it('are empty where nothing is', async () => {
    expect(await body('/forms/4')).toMatchObject({ mother: '', beds: {}, only_bed: [] });
  });
  it('collected members can be asked for by the name of the object they are in', async () => {
    expect(await body('/forms/2?_fields=about')).toEqual({ about: { name: 'Bean', light: 'HALF_SHADE' } });
    expect(await body('/forms/2?_fields=about.name')).toEqual({ about: { name: 'Bean' } });
  });
  it('are replaced in objects that are hidden from the caller, also when they alone are asked for', async () => {
    expect(await body('/masked/1')).toEqual({ id: 1, name: 'Ash', height: 12.5, tags: ['tree', 'tall'] });
    expect(await body('/masked/5')).toEqual({ id: 5, name: '***', height: false, tags: ['tree'] });
    expect(await body('/masked/5?_fields=name')).toEqual({ name: '***' });
  });
  it('or all of them, in their form', async () => {
    expect(await body('/hidden/5')).toEqual({ id: 0, name: 'No Access', height: 'No Access', rare: null, tags: ['No Access'], number: 0 });
    expect(await body('/hidden/5?_fields=name')).toEqual({ name: 'No Access' });
    expect((await body('/hidden/1')).name).toBe('Ash');
  });
});

describe('Pages', () => {
  it('tell their address and those of their neighbours, made of the values in effect', async () => {
    const { body: first, headers } = await made.send('/shed/v1/plants');
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
  it('after the last one are refused as the row says', async () => {
    const { status, body: refused } = await made.send('/shed/v1/plants?page=9');
    expect([status, refused]).toEqual([404, { code: 'shed-page-not-found', message: 'There is no such page.' }]);
    expect((await made.send('/shed/v1/plants?search=nothing')).body).toMatchObject({ plants: [], total: 0 });
  });
  it('keep what is asked for', async () => {
    expect(await body('/plants?_fields=total')).toEqual({ total: 5 });
  });
});

describe('Answers', () => {
  it('of lists can be maps', async () => {
    expect(await body('/by-number')).toEqual({ 1: { number: 1, name: 'North' } });
    expect(await body('/by-number?plant=4')).toEqual([]);
  });
  it('have a status that depends on the object, wherever they travel', async () => {
    const statusOf = async (id: number, query = '') => {
      const answered = await made.send(`/shed/v1/status/${id}${query}`);
      return query ? answered.body.status : answered.status;
    };
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 202, 206]);
    expect(await statusOf(3, '?_envelope')).toBe(206);
    expect(await statusOf(3, '?_fields=id&_envelope')).toBe(206);
  });
  it('have headers of other root fields, but none that is empty', async () => {
    const { headers, body: answered } = await made.send('/shed/v1/site-link/1');
    expect([headers['x-site'], headers['x-note'], answered]).toEqual(['Garden', 'old', { id: 1, note: 'old' }]);
    expect((await made.send('/shed/v1/site-link/2')).headers['x-note']).toBeUndefined();
  });
  it('can be XML, errors too', async () => {
    const { text: xml, headers } = await made.send('/shed/v1/label/1?format=xml');
    expect([headers['content-type'], xml]).toEqual([
      'text/xml; charset=UTF-8',
      expect.stringMatching(/<plant><id>1<\/id><name>Ash<\/name>.*<\/plant>\s*$/s),
    ]);
    const refused = await made.send('/shed/v1/label/99?format=xml');
    expect([refused.status, refused.headers['content-type']]).toEqual([404, 'text/xml; charset=UTF-8']);
    expect(refused.text).toContain('<code>rest_plant_invalid_id</code>');
    expect((await made.send('/shed/v1/label/1?format=json')).body.name).toBe('Ash');
  });
});

describe('Acts', () => {
  it('that must be asked for are refused without, to those who may', async () => {
    const kept = await made.send('/shed/v1/plants/3', { method: 'DELETE', as: 'keeper' });
    expect([kept.status, kept.body.code, made.garden.plants.has(3)]).toEqual([501, 'rest_trash_not_supported', true]);
    expect((await made.send('/shed/v1/plants/3', { method: 'DELETE' })).body.code).toBe('rest_cannot_edit');
  });
  it('can answer a body of their own', async () => {
    const gone = await made.send('/shed/v1/plants/3?force=1', { method: 'DELETE', as: 'keeper' });
    expect([gone.status, gone.body, made.garden.plants.has(3)]).toEqual([200, { gone: true }, false]);
  });
  it('have failures that are only a sentence, with a status of their own', async () => {
    const { status, body: refused } = await made.send('/shed/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Fig', id: 1 } });
    expect([status, refused]).toEqual([409, { error: 'Exists.' }]);
    expect((await made.send('/shed/v1/plants', { method: 'POST', json: { name: 'Fig' } })).body.code).toBe('rest_cannot_edit');
    expect((await made.send('/shed/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Fig' } })).status).toBe(202);
  });
});
