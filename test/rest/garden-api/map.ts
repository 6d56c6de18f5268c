import type { OperationSource } from '../../../src/rest/engine/operations.ts';
import type { NamespaceTable } from '../../../src/rest/routes/route.ts';
import {
  engine,
  flag,
  integer,
  item,
  type LinkTable,
  list,
  listOf,
  namespace,
  number,
  object,
  page,
  text,
  untyped,
  value,
} from '../../../src/rest/table.ts';

export const operations: OperationSource = {
  file: 'garden.graphql',
  text: /* GraphQL */ `
    query gardenIndex { site { name url namespaces: __typename authentication: __typename routes: __typename site_logo: logoId } }

    fragment PlantBody on Plant {
      id: databaseId
      title: label { rendered raw @contexts(only: ["edit"]) }
      note: notes @emptyAs(json: "\\"none\\"") @contexts(only: ["view", "edit"])
      light
      height @text
      visits @text
      sizes @text
      rare: isRare @omitEmpty
      tags @omitEmpty
      odd_key: extra @as(key: "odd-key") @emptyAs(json: "[]")
      bed @emptyAs(json: "false") { number name ...BedSoil }
      editor_note: notes @contexts(only: ["edit"])
      parent: parentId @hidden
      _bedId: bedId @hidden
      _can: can @hidden { edit remove }
    }
    fragment BedSoil on Bed { soil @inline { kind ph } }

    query plants($page: Int, $per_page: Int, $order_by: PlantOrder, $light: [Light!], $search: String, $ids: [Int!], $bed: Int, $asEditor: Boolean) {
      plantPage(page: $page, perPage: $per_page, orderBy: $order_by, forEdit: $asEditor, filter: { light: $light, text: $search, ids: $ids, bedId: $bed }) {
        totalCount totalPages nodes { ...PlantBody }
      }
    }
    query oldPlants($page: Int, $per_page: Int) { plantPage(page: $page, perPage: $per_page) { totalCount totalPages nodes { id: databaseId name label { rendered } } } }
    query plant($id: Int!, $asEditor: Boolean) { plant(id: $id, forEdit: $asEditor) { ...PlantBody } }
    query plantSecret($id: Int!) { plant(id: $id) { id: databaseId secret } }
    query plantByWord($id: Int!, $word: String!) { plant(id: $id) { id: databaseId label(language: $word) { rendered language } } }
    mutation createPlant($id: Int, $name: String!, $light: Light, $height: Float, $bed_id: Int, $tags: [String!], $extra: JSON, $planted_on: Day) {
      createPlant(draft: { id: $id, name: $name, light: $light, height: $height, bedId: $bed_id, tags: $tags, extra: $extra, plantedOn: $planted_on }) { ...PlantBody }
    }
    mutation updatePlant($id: Int!, $changes: JSON) { updatePlant(id: $id, changes: $changes) { ...PlantBody } }
    mutation removePlant($id: Int!, $force: Boolean = false) {
      wilt(id: $id) @skip(if: $force) { ...PlantBody }
      uproot(id: $id) @include(if: $force) { deleted: isGone previous: plant { ...PlantBody } }
    }
    query bed($number: Int!) { bed(number: $number) { number name } }
    query beds($plant: Int) { beds(plantId: $plant) { number name } }
    query bedSoil($number: Int!) { bed(number: $number) { soil { kind ph } } }
    query nothing { nothing }
    query echo($int: Int, $float: Float, $text: String, $flag: Boolean, $list: [Int!], $words: [String!], $json: JSON, $day: Day, $light: Light, $with_dash: String) {
      echo(int: $int, float: $float, text: $text, flag: $flag, list: $list, words: $words, json: $json, day: $day, light: $light) @skip(if: false)
      other: echo(text: $with_dash) @include(if: false)
    }
    query dashed($with_dash: String) { echo(text: $with_dash) }
    query broken { broken }
    query busy { busy }
    query members { members }
    query waits { waits }
    mutation forget { forget }
  `,
};

const links: LinkTable = {
  self: { href: '/garden/v1/plants/{id}', hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.remove']] },
  collection: { href: '/garden/v1/plants' },
  about: { href: '/garden/v1/kinds/plant' },
  parent: { href: '/garden/v1/plants/{parent}', embeddable: true, when: 'parent', attributes: { number: 'parent' } },
  help: { href: 'http://help.test/{id}', external: true },
  'core:bed': { href: '/garden/v1/beds/{_bedId}', embeddable: true, when: '_bedId', attributes: { kind: { text: 'bed' } } },
  'core:neighbors': [
    { href: '/garden/v1/plants?bed={_bedId}', embeddable: true, when: '_bedId' },
    { href: '/garden/v1/beds?plant={id}', embeddable: true },
  ],
  'core:action-edit': { href: '/garden/v1/plants/{id}', when: '_can.edit', contexts: ['edit'] },
};

const context = text({ enum: ['view', 'embed', 'edit'], default: 'view', phase: 'early' });
const listPlants = {
  context,
  page: integer({ default: 1, minimum: 1, phase: 'early', description: 'Current page of the collection.' }),
  per_page: integer({ default: 10, minimum: 1, maximum: 100, phase: 'early' }),
  search: text({ phase: 'early' }),
  order_by: text({ enum: ['name', 'planted-at'], default: 'planted-at' }),
  light: listOf(text({ enum: ['sun', 'half shade', 'shade'] })),
  ids: listOf(integer()),
  bed: integer(),
};
const plantParameters = {
  name: text({ required: true, phase: 'early', minLength: 1, description: 'Name of the plant.' }),
  light: text({ enum: ['sun', 'half shade', 'shade'], default: 'sun', phase: 'early' }),
  height: number({ phase: 'early', minimum: 0 }),
  'bed-id': integer({ phase: 'early', onNull: 0 }),
  tags: listOf(text(), { phase: 'early', onNull: 'absent' }),
  extra: object(undefined, { phase: 'early' }),
  planted_on: text({ phase: 'early' }),
};
const echoParameters = {
  int: integer(),
  float: number(),
  text: text(),
  flag: flag(),
  list: listOf(integer()),
  words: listOf(text()),
  json: untyped(),
  day: text(),
  light: text({ enum: ['sun', 'shade'] }),
  'with-dash': text(),
};

const garden: NamespaceTable = namespace(
  'garden/v1',
  [
    ['GET', '/plants', listPlants, 'plants', list({ links }), { batch: true, title: 'plant' }],
    [
      'POST',
      '/plants',
      plantParameters,
      'createPlant',
      item({ links, context: 'edit' }),
      { batch: true, status: 201, headers: { Location: '{rest}/garden/v1/plants/{id}' }, undocumentedParams: { id: integer() } },
    ],
    [
      'GET',
      '/plants/{id}',
      { id: integer(), context },
      'plant',
      item({ links }),
      { batch: true, title: 'plant', headers: { Link: '<http://garden.test/{id}>; rel="alternate"; type=text/html' } },
    ],
    ['EDIT', '/plants/{id}', { id: integer(), changes: object() }, 'updatePlant', item({ links, context: 'edit' }), { batch: true }],
    [
      'DELETE',
      '/plants/{id}',
      { id: integer(), force: flag({ default: false }) },
      'removePlant',
      item({ links, context: 'edit' }),
      { batch: true },
    ],
    ['GET', '/plants/{id}/secret', {}, 'plantSecret', item()],
    ['GET', '/plants/{id}/in/{word}', { word: text() }, 'plantByWord', item()],
    [
      'GET',
      '/old-plants',
      { page: integer({ default: 1 }), per_page: integer({ default: 2 }) },
      'oldPlants',
      page('plants', { headers: 'X-Old' }),
    ],
    ['GET', '/beds/{number}', { number: integer() }, 'bed', item()],
    ['GET', '/beds', { plant: integer() }, 'beds', item()],
    ['GET', '/soils/{number}', {}, 'bedSoil', item({ at: ['soil'] })],
    ['GET', '/nothing', {}, 'nothing', value()],
    ['GET', '/echo', echoParameters, 'echo', value()],
    ['POST', '/echo', echoParameters, 'echo', value()],
    [['PUT', 'PATCH'], '/echo', echoParameters, 'echo', value()],
    ['DELETE', '/echo', echoParameters, 'echo', value()],
    ['GET', '/dashed', { 'with-dash': text() }, 'dashed', value()],
    ['GET', '/broken', {}, 'broken', value()],
    ['GET', '/busy', {}, 'busy', value()],
    ['GET', '/members', {}, 'members', value()],
    ['GET', '/waits', {}, 'waits', value()],
    [
      'GET',
      '/need',
      {
        a: text({ required: true }),
        b: integer({ required: true }),
        c: text({ required: true, default: 'x' }),
        page: integer({ minimum: 1, phase: 'early' }),
        order: text({ enum: ['asc', 'desc'] }),
      },
      'nothing',
      value(),
    ],
    ['DELETE', '/forget', {}, 'forget', value(), { status: 204 }],
    ['GET', '/users/{user}/tools', {}, 'nothing', value()],
  ],
  { segments: { user: '(?:[\\d]+|me)', number: '\\d+' } },
);

const requests = object({
  method: text({ enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' }),
  path: text({ required: true }),
  body: object(undefined, { additionalProperties: true }),
  headers: object(undefined, { additionalProperties: { type: ['string', 'array'], items: { type: 'string' } } }),
});

export const tables: readonly NamespaceTable[] = [
  namespace(
    '',
    [
      [
        'GET',
        '/',
        { context: untyped({ default: 'view' }) },
        engine('index'),
        item({ links: { help: { href: 'http://help.test', external: true } } }),
      ],
    ],
    { isOfSite: true },
  ),
  namespace(
    'batch/v1',
    [
      [
        'POST',
        '/batch/v1',
        {
          validation: text({ enum: ['require-all-validate', 'normal'], default: 'normal' }),
          requests: listOf(requests, { required: true, maxItems: 25 }),
        },
        engine('batch'),
        item(),
      ],
    ],
    { isOfSite: true },
  ),
  garden,
];
