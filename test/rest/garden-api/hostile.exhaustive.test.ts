import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi } from './app.ts';

/** The same requests in every run, unless HOSTILE_SEED is set. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_120);

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

const names = [
  'int',
  'float',
  'text',
  'flag',
  'list',
  'words',
  'json',
  'day',
  'light',
  'with-dash',
  'id',
  'context',
  'page',
  'per_page',
  'bed',
  'ids',
  'order_by',
  'name',
  'tags',
  'extra',
  'planted_on',
  'height',
  'force',
  'requests',
  'validation',
  'changes',
  'namespace',
  '_fields',
  '_embed',
  '_envelope',
  '_pretty',
  '_jsonp',
  '__proto__',
  'constructor',
  'toString',
  'a.b',
  '',
];
const paths = [
  '/',
  '',
  '/garden/v1',
  '/garden/v1/plants',
  '/garden/v1/plants/1',
  '/garden/v1/plants/2',
  '/garden/v1/plants/0',
  '/garden/v1/echo',
  '/garden/v1/old-plants',
  '/garden/v1/beds',
  '/garden/v1/soils/1',
  '/garden/v1/plants/1/in/x',
  '/garden/v1/nothing',
  '/garden/v1/need',
  '/garden/v1/dashed',
  '/garden/v1/forget',
  '/batch/v1',
  '/garden/v1/members',
  '/empty/v1',
];
const existingRoutes: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/garden/v1/plants'],
  ['POST', '/garden/v1/plants'],
  ['GET', '/garden/v1/plants/2'],
  ['PUT', '/garden/v1/plants/1'],
  ['DELETE', '/garden/v1/plants/3'],
  ['GET', '/garden/v1/echo'],
  ['POST', '/garden/v1/echo'],
  ['POST', '/batch/v1'],
  ['GET', '/garden/v1/old-plants'],
  ['GET', '/garden/v1/need'],
  ['GET', '/garden/v1'],
  ['OPTIONS', '/garden/v1/plants/1'],
];
const odd = fc.constantFrom(
  '',
  '0',
  '-1',
  '1',
  'true',
  'edit',
  'embed',
  'null',
  '[]',
  '{}',
  '1e999',
  '9'.repeat(400),
  '\0',
  '\u{1F33F}',
  '\uD800',
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '<script>',
  "' OR 1=1",
  '../..',
  'a,b , c',
  '2026-13-45',
  'NaN',
  'self',
);
const scalar = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 12 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const subRequest = fc.record(
  {
    path: fc.oneof(fc.constantFrom(...paths), odd.map(String)),
    method: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET'),
    body: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }),
  },
  { requiredKeys: ['path'] },
);
const bodies = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6, noNullPrototype: true }).map((map) => JSON.stringify(map)),
  fc.array(subRequest, { maxLength: 4 }).map((requests) => JSON.stringify({ requests })),
  value.map((body) => JSON.stringify(body) ?? ''),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.nat({ max: 2000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.nat({ max: 2000 }).map((depth) => '{"extra":'.repeat(depth) + '1' + '}'.repeat(depth)),
);
const types = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  '',
  'x',
  'application/json; charset=latin1',
);
const queryName = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom('', '[]', '[0]', '[x]', '[x][y]', '[', ']', '[__proto__]', '[[]', '[]'.repeat(60)),
    fc.boolean(),
  )
  .map(([name, tail, escape]) => (escape ? encodeURIComponent(name + tail) : name + tail));
const queryValue = fc.oneof(odd, fc.string({ unit: 'binary-ascii', maxLength: 10 })).map((text) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
});
const query = fc.array(fc.tuple(queryName, queryValue), { maxLength: 6 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
const path = fc.oneof(
  { weight: 16, arbitrary: fc.constantFrom(...paths) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...paths), odd).map(([base, tail]) => `${base}/${encodeURI(tail.toWellFormed())}`) },
  { weight: 1, arbitrary: fc.constantFrom('/%zz', '/garden/v1/plants/%ff') },
);
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS');
const target = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...existingRoutes) }, { weight: 1, arbitrary: fc.tuple(method, path) });
const header = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'x-http-method-override': 'DELETE' },
      { 'x-http-method-override': 'x y' },
      { origin: 'null' },
      { 'x-wp-nonce': 'good' },
      { 'x-wp-nonce': 'no' },
      { authorization: 'wrong' },
    ),
  },
);

describe('Random requests', () => {
  it('never cause a server error and always get the documented format', async () => {
    await fc.assert(
      fc.asyncProperty(
        target,
        query,
        types,
        bodies,
        fc.constantFrom(undefined, 'keeper', 'helper'),
        header,
        async ([method, path], query, type, payload, as, otherHeaders) => {
          const { status, text, headers } = await api.send(`${path}?${query}`, {
            method,
            payload,
            headers: { 'content-type': type, ...otherHeaders },
            ...(as && { as: as as 'keeper' }),
          });
          if (status >= 500) expect.fail(`${status} ${text}`);
          if (text !== '' && String(headers['content-type']).startsWith('application/json'))
            expect(() => JSON.parse(text) as unknown).not.toThrow();
        },
      ),
      { numRuns: 500, seed: SEED },
    );
  }, 60_000);
  it('cause no errors in the log', () => {
    expect(api.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
