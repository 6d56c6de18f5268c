import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEliasFano } from '../../src/rest/parameters/packed/elias-fano.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { encodeEliasFano, packParameters } from './packing.ts';

/** Number of random inputs that are sent through the whole site. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const MAX_GROWTH_BYTES = 16 * 1024 * 1024;

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const decompress = (segments: string) => site.rest('GET', `/maps/v1/decompress/${segments}`);
const ascendingIds = fc
  .uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { minLength: 2, maxLength: 300 })
  .map((ids) => ids.sort((a, b) => a - b));

describe('Packed parameters of maps', () => {
  it.each([
    ['zlib', 'base64eJyrViosTS2qVLJSSkotysnMU6oFAD0XBm0', { query: 'berlin' }],
    ['raw deflate', 'base64q1YqLE0tqlSyUkpKLcrJzFOqBQA', { query: 'berlin' }],
    ['gzip', 'base64H4sIAAAAAAAAA6tWKixNLapUslJKSi3KycxTqgUA1Tb0VxIAAAA', { query: 'berlin' }],
    ['a plus', 'base64eJyrVipUslKqMDS3tFSqBQAY-gN+', { q: 'x1799' }],
    ['an escaped space instead of a plus', 'base64eJyrVipUslKqMDS3tFSqBQAY-gN%20', { q: 'x1799' }],
    ['padding', 'base64eJyrViosTS2qVLJSSkotysnMU6oFAD0XBm0=', { query: 'berlin' }],
    [
      'ids',
      'base64eJyrVspNLIjPTFGyMtdRys1MSU4qULIyNKgFAGHlB5I/eJxjZWBgYFHl2-ChAQAFtQJd',
      { map_id: 7, midcbp: 10, markerIDs: '3,9,10,25,101' },
    ],
    ['nothing', packParameters({}), []],
  ])('vector: %s', async (_name, segments, expected) => {
    const { status, body, headers } = await decompress(segments);
    expect([status, body, headers['allow']]).toEqual([200, expected, 'GET']);
  });

  it('have the published bytes for IDs', () => {
    const { bytes, end } = encodeEliasFano([3, 9, 10, 25, 101]);
    expect([bytes.toString('hex'), end]).toEqual(['0500000004250eb0f080', 10]);
  });

  it('decode to any IDs that a client encodes', () => {
    fc.assert(
      fc.property(ascendingIds, (ids) => {
        const { bytes, end } = encodeEliasFano(ids);
        expect([...decodeEliasFano(bytes, end)]).toEqual(ids);
      }),
      { numRuns: 2000 },
    );
  });

  it('without the last byte decode to the IDs before it', () => {
    fc.assert(
      fc.property(ascendingIds, (ids) => {
        const { bytes, end } = encodeEliasFano(ids);
        const decoded = [...decodeEliasFano(bytes.subarray(0, -1), end)];
        expect(ids.slice(0, decoded.length)).toEqual(decoded);
        expect(ids.length - decoded.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 500 },
    );
  });

  it('never crash the decoder or make it loop, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (bytes, end) => {
        const decoded = [...decodeEliasFano(bytes, end)];
        expect(decoded.length).toBeLessThanOrEqual(bytes.length * 8);
        expect(decoded.every((id, i) => id > (decoded[i - 1] ?? 0))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it(
    'decode to any parameters that a client packs, with every kind of deflate',
    async () => {
      const value = fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.string()),
        fc.dictionary(fc.string(), fc.nat()),
      );
      const anyParameters = fc
        .record({ map_id: fc.nat(), markerIDs: ascendingIds.map(String), filter: value, 'search[x]': value }, { requiredKeys: ['map_id'] })
        .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
      await fc.assert(
        fc.asyncProperty(anyParameters, fc.constantFrom(deflateSync, deflateRawSync, gzipSync), async (parameters, deflate) => {
          const { body } = await decompress(packParameters(parameters, deflate));
          const { midcbp: _end, ...unpacked } = body;
          expect(unpacked).toEqual(parameters);
        }),
        { numRuns: RUNS },
      );
    },
    60_000 + RUNS * 50,
  );

  it.each([
    'markers',
    'features',
    'polygons',
    'polylines',
    'circles',
    'rectangles',
    'pointlabels',
    'datatables',
    'geocode-cache',
    'query-geocoder',
  ])('of GET /%s replace the query, and unreadable ones are refused', async (route) => {
    const parameters = { phpClass: 'Maps\\CircleDataTable', filter: { map_id: 99 }, query: 'nothing' };
    const { status, body } = await site.rest('GET', `/maps/v1/${route}/${packParameters(parameters)}`, {
      query: 'filter=broken&phpClass=x',
    });
    expect(status).toBe(200);
    if (Object.hasOwn(body, 'request')) expect(body.request).toEqual(parameters);
    const broken = await site.rest('GET', `/maps/v1/${route}/base64AAAA`);
    expect([broken.status, broken.body.code, broken.body.data]).toEqual([400, 'maps_invalid_compressed_parameters', { status: 400 }]);
  });

  describe('Decompression bombs', () => {
    const encodeSegment = (bytes: Buffer) => bytes.toString('base64').replaceAll('/', '-').replace(/=+$/, '');
    const blanks = Buffer.alloc(8_000_000, ' ');
    const thousandfold = deflateSync(blanks);
    const manyIds = Buffer.concat([Buffer.from([255, 255, 255, 127, 0, 0]), Buffer.alloc(1_000_000, 255)]);
    const nested = (open: string, close: string, depth: number) => Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`);

    it.each([
      ['of spaces, compressed a thousand to one', `base64${encodeSegment(thousandfold)}`, 413],
      ['of spaces, with raw deflate', `base64${encodeSegment(deflateRawSync(blanks))}`, 413],
      ['of spaces, with gzip', `base64${encodeSegment(gzipSync(blanks))}`, 413],
      ['of text within JSON', `base64${encodeSegment(deflateSync(Buffer.from(`{"a":"${'x'.repeat(4_000_000)}"}`)))}`, 413],
      ['of IDs', `${packParameters({ midcbp: 1_000_000 })}/${encodeSegment(deflateSync(manyIds))}`, 413],
      ['of IDs, compressed a thousand to one', `${packParameters({ midcbp: 9 })}/${encodeSegment(thousandfold)}`, 413],
      // the inner archive is not unpacked
      ['nested in another', `base64${encodeSegment(gzipSync(thousandfold))}`, 400],
      ['nested in another with the same compression', `base64${encodeSegment(deflateSync(thousandfold))}`, 400],
      ['of nested lists', `base64${encodeSegment(deflateSync(nested('[', ']', 200_000)))}`, 400],
      ['of nested objects', `base64${encodeSegment(deflateSync(nested('{"a":', '}', 150_000)))}`, 400],
    ])('%s are refused before memory grows', async (_what, bomb, expected) => {
      for (const route of ['decompress', 'markers', 'datatables']) {
        const request = () => site.rest('GET', `/maps/v1/${route}/${bomb}`);
        await request();
        const before = process.memoryUsage().rss;
        const { status } = await request();
        expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
        expect([route, status]).toEqual([route, expected]);
      }
    });
  });
});
