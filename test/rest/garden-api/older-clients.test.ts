import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { everything, item, namespace, untyped, value } from '../../../src/rest/table.ts';
import { everythingBut } from '../../../rest-map/maps-v1/parameters.ts';
import { type GardenApi, openGardenApi } from './app.ts';
import { operations, tables } from './map.ts';

/** Routes with features for the conventions of old interfaces. */
const packed = {
  place: 'encoded',
  ids: 'ids',
  idsEnd: 'idsEnd',
  unreadable: { code: 'shed_unreadable', message: 'The parameters cannot be read.' },
  tooLarge: { code: 'shed_too_large', message: 'The parameters are too large.' },
};
const received = { received: everything() };
const form = { text: untyped(), act: untyped() };

const shed = namespace(
  'shed/v1',
  [
    ['GET', '/echo', {}, { engine: 'parameter', parameter: 'received' }, value(), { undocumentedParams: received }],
    [
      'GET',
      '/echo/packed{encoded}',
      {},
      { engine: 'parameter', parameter: 'received' },
      value(),
      { undocumentedParams: received, requestFormat: { packed } },
    ],
    [
      'GET',
      '/plants/{id}',
      {},
      'shedPlant',
      item({ echo: { sent: 'received' }, fieldsBy: { parameter: 'fields', always: ['id'] } }),
      { undocumentedParams: { ...received, fields: untyped() } },
    ],
    [
      'POST',
      '/plants/{id}',
      {},
      'shedPlant',
      item(),
      { requires: { nonceHeader: 'x-shed-nonce', code: 'shed_not_allowed', status: 403, message: 'Not from here.' } },
    ],
    ['DELETE', '/plants/{id}', {}, 'shedUproot', item(), { requestFormat: { methodOverrideMember: 'simulateDelete' } }],
    [
      'GET',
      '/tools',
      {},
      'shedText',
      value(),
      { undocumentedParams: form, alternatives: { parameter: 'act', forms: { bed: ['shedBed', item()], forget: ['forget', value()] } } },
    ],
    [
      'GET',
      '/drawer',
      {},
      'shedText',
      value(),
      { undocumentedParams: { text: { ...untyped({ clean: String }), header: 'x-text' } }, requestFormat: { wrapper: 'all' } },
    ],
    ['POST', '/drawer', {}, 'shedRest', value(), { undocumentedParams: { rest: everythingBut(['text']) } }],
    ['GET', '/locked', {}, { engine: 'refusal', refusal: { code: 'shed_locked', status: 400, message: 'Locked.' } }, value()],
    [
      'GET',
      '/broken/{id}',
      {},
      'shedPlant',
      item(),
      { failures: { rest_plant_invalid_id: { status: 400, as: 'message', extra: { success: false } } } },
    ],
  ],
  { segments: { encoded: '[A-Za-z0-9+ -]+={0,3}(?:/[A-Za-z0-9+ -]+={0,3})?' } },
);
const shedOperations = {
  file: 'shed.graphql',
  text: /* GraphQL */ `
    query shedPlant($id: Int!) { plant(id: $id) { id: databaseId name light extra @inline } }
    mutation shedUproot($id: Int!) { uproot(id: $id) { gone: isGone } }
    query shedText($text: String) { echo(text: $text) }
    query shedRest($rest: JSON) { echo(json: $rest) }
    query shedBed { bed(number: 1) { number } }
  `,
};

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi({ tables: [...tables, shed], sources: [operations, shedOperations] });
});

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('/', '-').replace(/=+$/, '');
const pack = (parameters: unknown, deflate: (bytes: Buffer) => Buffer = deflateSync) =>
  text(deflate(Buffer.from(JSON.stringify(parameters))));

describe('Packed parameters', () => {
  it.each([
    ['zlib', deflateSync],
    ['gzip', gzipSync],
    ['raw deflate', deflateRawSync],
  ])('with %s are read', async (_name, deflate) => {
    const { status, body } = await api.send(`/shed/v1/echo/packed${pack({ q: 'a b', deep: { list: [1, '2'] } }, deflate)}`);
    expect([status, body]).toEqual([200, { q: 'a b', deep: { list: [1, '2'] } }]);
  });
  it('replace the query and the body', async () => {
    const { body } = await api.send(`/shed/v1/echo/packed${pack({ q: 1 })}?q=2&r=3`, { json: { q: 4 } });
    expect(body).toEqual({ q: 1 });
  });
  it('with an empty map are written as a list', async () => {
    expect((await api.send(`/shed/v1/echo/packed${pack({})}`)).body).toEqual([]);
    expect((await api.send('/shed/v1/echo')).body).toEqual([]);
  });
  it('accept a space, an escaped space and a plus alike', async () => {
    const plus = 'eJyrVipUslKqMDS3tFSqBQAY-gN+';
    for (const packed of [plus, plus.replace('+', '%20'), plus.replace('+', '%2B')])
      expect((await api.send(`/shed/v1/echo/packed${packed}`)).body).toEqual({ q: 'x1799' });
  });
  it('contain IDs in a second text', async () => {
    const { body } = await api.send(`/shed/v1/echo/packed${pack({ idsEnd: 10 })}/eJxjZWBgYFHl2-ChAQAFtQJd`);
    expect(body).toEqual({ idsEnd: 10, ids: '3,9,10,25,101' });
  });
  it.each([
    ['uncompressed bytes', 'AAAA'],
    ['invalid JSON', text(deflateSync(Buffer.from('{q')))],
    ['a list', pack([1])],
    ['a scalar', pack('x')],
    ['JSON that is too deep', text(deflateSync(Buffer.from(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)))],
    ['packed twice', text(deflateSync(deflateSync(Buffer.from('{}'))))],
    ['truncated IDs', `${pack({ q: 1 })}/eJxjZWBgYFHl2-ChAQAFtQJd`],
    ['uncompressed IDs', `${pack({ idsEnd: 4 })}/AAAA`],
  ])('with %s are refused with the message of the route', async (_name, encoded) => {
    const { status, body, headers } = await api.send(`/shed/v1/echo/packed${encoded}`);
    expect([status, body.code, headers['allow']]).toEqual([400, 'shed_unreadable', 'GET']);
  });
  it.each([
    ['text that expands a thousand times', text(deflateSync(Buffer.alloc(40_000_000, ' ')))],
    ['one byte over the limit', text(deflateSync(Buffer.from(`{"q":"${'x'.repeat(1024 * 1024 - 7)}"}`)))],
    [
      'IDs that expand a thousand times',
      `${pack({ idsEnd: 900_000 })}/${text(deflateSync(Buffer.concat([Buffer.from([255, 255, 255, 0, 0, 0]), Buffer.alloc(900_000, 255)])))}`,
    ],
  ])('with %s are too large', async (_name, encoded) => {
    const { status, body } = await api.send(`/shed/v1/echo/packed${encoded}`);
    expect([status, body.code]).toEqual([413, 'shed_too_large']);
  });
  it('up to the exact limit are read', async () => {
    const { status } = await api.send(`/shed/v1/echo/packed${text(deflateSync(Buffer.from(`{"q":"${'x'.repeat(1024 * 1024 - 8)}"}`)))}`);
    expect(status).toBe(200);
  });
  it('that do not match the pattern get 404', async () => {
    for (const path of ['/shed/v1/echo/packed', '/shed/v1/echo/packed_x', '/shed/v1/echo/packeda/b/c', '/shed/v1/echo/packeda=b'])
      expect((await api.send(path)).body.code).toBe('rest_no_route');
  });
});

describe('Conventions of old clients', () => {
  it('include a parameter that selects another operation; HEAD is refused if that operation writes', async () => {
    expect((await api.send('/shed/v1/tools?text=a')).body).toEqual({ text: 'a' });
    expect((await api.send('/shed/v1/tools?text=a&act=nothing')).body).toEqual({ text: 'a' });
    expect((await api.send('/shed/v1/tools?act=bed')).body).toEqual({ number: 1 });
    api.garden.ran.length = 0;
    const head = await api.send('/shed/v1/tools?act=forget', { method: 'HEAD', as: 'keeper' });
    expect([head.status, api.garden.ran]).toEqual([404, []]);
    await api.send('/shed/v1/tools?act=forget', { as: 'keeper' });
    expect(api.garden.ran).toEqual(['forget']);
  });
  it('include a POST that simulates another method', async () => {
    for (const [id, simulateDelete] of [
      [2, true],
      [3, '1'],
    ]) {
      const { body } = await api.send(`/shed/v1/plants/${id}`, { method: 'POST', as: 'keeper', json: { simulateDelete } });
      expect(body).toEqual({ gone: true });
    }
    const { body } = await api.send('/shed/v1/plants/1', { method: 'POST', as: 'keeper', json: { simulateDelete: false } });
    expect(body.name).toBeDefined();
  });
  it('include members before the object, which _fields can select', async () => {
    const { body } = await api.send('/shed/v1/plants/1?x=1');
    expect(Object.keys(body).slice(0, 2)).toEqual(['sent', 'id']);
    expect(body.sent).toEqual({ x: '1' });
    expect((await api.send('/shed/v1/plants/1?_fields=sent,name')).body).toEqual({
      sent: { _fields: 'sent,name' },
      name: expect.any(String),
    });
  });
  it('include parameters in a wrapping object and in a header', async () => {
    expect((await api.send('/shed/v1/drawer?all[text]=b')).body).toEqual({ text: 'b' });
    expect((await api.send('/shed/v1/drawer', { headers: { 'X-Text': '7a' } })).body).toEqual({ text: '7' });
    expect((await api.send('/shed/v1/drawer?text=d', { headers: { 'X-Text': 'c' } })).body).toEqual({ text: 'd' });
    expect((await api.send('/shed/v1/drawer?r=1', { method: 'POST', json: { text: 't', s: 2 } })).body).toEqual({
      json: { r: '1', s: 2 },
    });
  });
  it('include a route that refuses every caller, and failures in its own format', async () => {
    const { status, body } = await api.send('/shed/v1/locked');
    expect([status, body]).toEqual([400, { code: 'shed_locked', message: 'Locked.', data: { status: 400 } }]);
    const broken = await api.send('/shed/v1/broken/99');
    expect([broken.status, broken.body]).toEqual([400, { message: expect.any(String), success: false }]);
  });
  it('include a nonce of the route for session cookies, but not for passwords', async () => {
    const path = '/shed/v1/plants/1';
    const send = (headers: Record<string, string>) => api.send(path, { method: 'POST', headers });
    expect((await send({ authorization: 'keeper' })).status).toBe(200);
    const refused = await send({ 'X-WP-Nonce': 'good' });
    expect([refused.status, refused.body.code]).toEqual([403, 'shed_not_allowed']);
    expect((await send({ 'X-WP-Nonce': 'good', 'X-Shed-Nonce': 'for /shed/v1/plants/(?P<id>[\\d]+)' })).status).toBe(200);
    expect((await send({ 'X-WP-Nonce': 'good', 'X-Shed-Nonce': 'for /shed/v1/plants' })).status).toBe(403);
  });
});
