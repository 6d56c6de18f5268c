import { describe, expect, it } from 'vitest';
import { item, namespace, type RouteDefinition, text, value } from '../../../src/rest/table.ts';
import { openGardenApi } from './app.ts';
import { operations, tables } from './map.ts';

const openWithRoute = (route: RouteDefinition, text = '') =>
  openGardenApi({
    tables: [...tables, namespace('extra/v1', [route])],
    sources: [operations, { file: 'extra.graphql', text: text || 'query extra { nothing }' }],
  });

describe('The start fails with a location in the map for', () => {
  it.each<[string, RouteDefinition, string, RegExp]>([
    ['an undefined operation', ['GET', '/a', {}, 'nobody', item()], '', /"nobody", which no file defines/],
    [
      'a field that is not in the schema',
      ['GET', '/a', {}, 'extra', item()],
      'query extra { leaves }',
      /extra\.graphql: extra: Cannot query field "leaves"/,
    ],
    ['an unknown directive', ['GET', '/a', {}, 'extra', item()], 'query extra { nothing @shout }', /Unknown directive "@shout"/],
    [
      'a variable without a parameter',
      ['GET', '/a', {}, 'extra', item()],
      'query extra($id: Int!) { plant(id: $id) { name } }',
      /GET \/extra\/v1\/a: \$id has no parameter of that name/,
    ],
    ['an operation without a name', ['GET', '/a', {}, 'extra', item()], '{ nothing } query extra { nothing }', /an operation has no name/],
    ['an operation defined twice', ['GET', '/a', {}, 'plants', item()], 'query plants { nothing }', /operation plants is defined twice/],
    [
      'a root field inside a fragment',
      ['GET', '/a', {}, 'extra', item()],
      'query extra { ...F } fragment F on Query { nothing }',
      /must select root fields directly/,
    ],
    [
      'a parameter with the name of an Object.prototype member',
      ['GET', '/a', { constructor: text() }, 'extra', value()],
      '',
      /Argument constructor/,
    ],
  ])('%s', async (_title, route, source, message) => {
    await expect(openWithRoute(route, source)).rejects.toThrow(message);
  });
  it('operations of one route with different types for the same variable', async () => {
    const route: RouteDefinition = [
      'GET',
      '/a',
      { id: text(), by: text() },
      'extra',
      value(),
      { alternatives: { parameter: 'by', forms: { text: ['byText', value()] } } },
    ];
    const source = 'query extra($id: Int!) { plant(id: $id) { name } } query byText($id: String) { echo(text: $id) }';
    await expect(openWithRoute(route, source)).rejects.toThrow(/\$id is Int in one of its operations, String in another/);
  });
  it('two routes with the same path and method', async () => {
    const route: RouteDefinition = ['GET', '/a', {}, 'nothing', value()];
    await expect(openGardenApi({ tables: [...tables, namespace('extra/v1', [route, route])] })).rejects.toThrow(/is defined by two routes/);
  });
});
