import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const registered = `{ site { name } } # ${'r'.repeat(150_000)}`;
let site: WholeSite;
beforeAll(async () => {
  const file = join(tmpdir(), `documents-${process.pid}.json`);
  await writeFile(file, JSON.stringify({ long: registered }));
  site = await openWholeSite({ GRAPHQL_DOCUMENTS: file, RATE_LIMIT: '0' });
  await site.graphql('{ site { name } }');
});
afterAll(() => site.close());

/** Collects garbage and returns the used memory in megabytes. */
const measureHeap = () => {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1e6;
};

/**
 * Returns the CPU time of the work in milliseconds: the minimum of three runs, because other programs run on the machine. The limits are
 * several times the usual value, since a busy machine takes up to three times longer. Reading a whole request would take ten times longer.
 */
async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  let minimum = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    minimum = Math.min(minimum, (user + system) / 1000);
  }
  return minimum;
}

const makeDocument = (bytes: number, n = 0) => {
  const body = `{ site { name } } # ${n} `;
  return body + 'x'.repeat(bytes - body.length);
};
const send = (payload: string, headers: Record<string, string> = {}) =>
  site.http.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json', ...headers }, payload });
const codeOf = (payload: string) => JSON.parse(payload).errors?.[0]?.extensions.code;

describe('A GraphQL document', () => {
  it('over 100 kB is refused before it is parsed, unless it is registered', async () => {
    expect((await site.graphql(makeDocument(100_000))).errors).toEqual([]);
    for (const bytes of [100_001, 1_000_000, 9_900_000]) {
      const { status, errors } = await site.graphql(makeDocument(bytes, bytes));
      expect([bytes, status, errors[0]?.extensions['code']]).toEqual([bytes, 400, 'graphql_limit_exceeded']);
    }
    // ä takes two bytes
    expect((await site.graphql(`{ site { name } } # ${'ä'.repeat(50_000)}`)).status).toBe(400);
    expect((await site.graphql(registered)).errors).toEqual([]);
    expect(JSON.parse((await send(JSON.stringify({ documentId: 'long' }))).payload).data.site.name).toBeTypeOf('string');
  });

  it('is not retained in memory: hundreds of different documents take as much as a few', async () => {
    const sendDocuments = async (from: number) => {
      for (let n = from; n < from + 350; n += 1) await site.graphql(makeDocument(99_000, n));
      for (let n = from; n < from + 60; n += 1) await site.graphql(`{ site { ${`name n${n}: name `.repeat(70)}`);
      return measureHeap();
    };
    const first = await sendDocuments(0);
    expect((await sendDocuments(1000)) - first).toBeLessThan(5);
  });
});

describe('GraphQL over HTTP', () => {
  it('reads at most one megabyte from a visitor, and more from a signed-in user', async () => {
    const body = (bytes: number) => JSON.stringify({ query: '{ site { name } }', variables: { s: 'x'.repeat(bytes) } });
    expect((await send(body(1_000_000))).statusCode).toBe(200);
    const refused = await send(body(1_100_000));
    expect([refused.statusCode, codeOf(refused.payload)]).toEqual([400, 'graphql_limit_exceeded']);
    const { authorization } = await site.user('editor');
    expect((await send(body(1_100_000), { authorization })).statusCode).toBe(200);
    const { statusCode, payload } = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      // without a declared length
      payload: Readable.from([body(500_000), ' '.repeat(600_000)]),
    });
    expect([statusCode, codeOf(payload)]).toEqual([400, 'graphql_limit_exceeded']);
    const largest = body(9_900_000);
    expect(await measureCpu(() => send(largest))).toBeLessThan(300);
  });

  it('refuses oversized documents and variables without reading the rest of the request, even from signed-in users', async () => {
    const { authorization } = await site.user('administrator');
    const long = `{"variables":{},"query":"${'x'.repeat(1_000_000)}`;
    const batch = `[{"query":"{ __typename }"},{"id":"a","query":"${'\\n'.repeat(500_000)}`;
    const list = `{"query":"{ __typename }","variables":{"list":[${'[1],'.repeat(1001)}`;
    for (const payload of [long, batch, list]) {
      const { statusCode, payload: text } = await send(payload, { authorization });
      expect([statusCode, codeOf(text)]).toEqual([400, 'graphql_limit_exceeded']);
    }
    // without a declared length, the bytes are checked chunk by chunk, for any chunk size
    const tricky = JSON.stringify({
      query: 'query($s: String!) { __type(name: $s) { name } }',
      variables: { s: `\\\\"${'['.repeat(600)}\\"` },
    });
    const chunked = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: Readable.from(tricky.split('').map((piece) => Buffer.from(piece))),
    });
    expect(JSON.parse(chunked.payload).data).toEqual({ __type: null });
    const wide = `{"query":"{ __typename }","variables":{"lists":[${`[${'1,'.repeat(900)}1],`.repeat(900)}1]}}`;
    const { statusCode, payload } = await send(wide, { authorization });
    expect([statusCode, JSON.parse(payload).errors[0].message]).toEqual([400, 'The body is not valid JSON: Too many values.']);
    // accepts long variables, up to two megabytes of JSON and the length of the registered document; reads nothing beyond this limit
    for (const payload of [
      `{"query":"{ __typename }","variables":{"s":"${'x'.repeat(3_100_000)}`,
      Readable.from([`{"query":"{ __typename }","variables":{"s":"`, 'x'.repeat(3_100_000), 'no JSON']),
    ]) {
      const { statusCode: refused, payload: text } = await site.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', authorization },
        payload,
      });
      expect([refused, codeOf(text)]).toEqual([400, 'graphql_limit_exceeded']);
    }
    const text = JSON.stringify({ query: 'query($s: String) { __typename }', variables: { s: 'x'.repeat(2_000_000) } });
    expect((await send(text, { authorization })).statusCode).toBe(200);
  });
});

describe('File uploads over GraphQL', () => {
  const form = (bytes: number, path: string, headers: Record<string, string>) =>
    site.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'multipart/form-data; boundary=cut', 'graphql-preflight': '1', ...headers },
      payload: [
        ...[
          [
            'name="operations"',
            '{"query":"mutation($file: Upload!) { uploadMedia(file: $file) { mediaItem { id } } }","variables":{"file":null}}',
          ],
          ['name="map"', '{"file":["variables.file"]}'],
          ['name="file"; filename="a.png"', 'x'.repeat(bytes)],
        ].map(([name, value]) => `--cut\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`),
        '--cut--\r\n',
      ].join(''),
    });

  it('cost at most ten times as much as over REST', async () => {
    const { authorization } = await site.user('editor');
    const cpuOf = (path: string) => measureCpu(() => form(5_000_000, path, { authorization }));
    expect(codeOf((await form(1000, '/graphql', { authorization })).payload)).toBeTypeOf('string');
    expect(await cpuOf('/graphql')).toBeLessThan(10 * (await cpuOf('/rest/core/v2/media')) + 100);
  });

  it('are not read from visitors, who may not upload', async () => {
    const { statusCode, payload } = await form(1_100_000, '/graphql', {});
    expect([statusCode, codeOf(payload)]).toEqual([400, 'graphql_limit_exceeded']);
  });
});

describe('GraphQL variables', () => {
  const PAGE = 'query($filter: PostFilter) { postPage(filter: $filter) { total } }';
  const include = (list: unknown[]) => JSON.stringify({ query: PAGE, variables: { filter: { include: list } } });

  it('are refused with more than a thousand items in a list', async () => {
    expect(JSON.parse((await send(include(Array.from({ length: 1000 }, (_, n) => n)))).payload).errors).toBeUndefined();
    const { statusCode, payload } = await send(include(Array.from({ length: 1001 }, (_, n) => n)));
    expect([statusCode, codeOf(payload)]).toEqual([400, 'graphql_limit_exceeded']);
    const literal = await site.graphql(`{ postPage(filter: { include: [${'1 '.repeat(1001)}] }) { total } }`);
    expect([literal.status, literal.errors[0]?.extensions['code']]).toEqual([400, 'graphql_limit_exceeded']);
  });

  it('are reported with at most ten errors and a note about the others', async () => {
    const { payload } = await send(include(Array.from({ length: 900 }, () => 'x')));
    expect(JSON.parse(payload).errors.length).toBeLessThanOrEqual(11);
  });

  it('cost next to nothing if there are too many', async () => {
    const wrong = include(Array.from({ length: 90_000 }, () => 'x'));
    const mass = include(Array.from({ length: 1_000_000 }, () => 'x'));
    expect((await send(wrong)).statusCode).toBe(400);
    expect((await send(mass)).statusCode).toBe(400);
    expect(await measureCpu(() => send(wrong))).toBeLessThan(450);
    expect(await measureCpu(() => send(mass))).toBeLessThan(450);
  });
});

describe('Lists in REST parameters', () => {
  const sendDocuments = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  const tooMany = { code: 'rest_invalid_param', data: { status: 400, details: { include: { code: 'rest_too_many_items' } } } };

  it.each([
    ['with commas', (n: number) => ({ query: { include: sendDocuments(n).join() } })],
    ['in JSON', (n: number) => ({ body: { include: sendDocuments(n) } })],
    ['with commas in JSON', (n: number) => ({ body: { include: sendDocuments(n).join() } })],
  ])('%s have at most a thousand items', async (_name, options) => {
    expect((await site.rest('GET', '/core/v2/posts', options(1000))).status).toBe(200);
    const { status, body } = await site.rest('GET', '/core/v2/posts', options(1001));
    expect([status, body]).toEqual([400, expect.objectContaining({ code: tooMany.code })]);
    expect(body.data.details.include).toMatchObject({ code: 'rest_too_many_items', message: 'include must contain at most 1000 items.' });
  });

  it.each([
    ['/core/v2/posts', { slug: 'a,'.repeat(2000) }],
    ['/core/v2/posts', { categories: '1,'.repeat(2000) }],
    ['/core/v2/posts', { categories: { terms: '1,'.repeat(2000) } }],
    ['/core/v2/posts', { status: 'a,'.repeat(2000) }],
    ['/vendor/events/v1/events', { include: '1,'.repeat(2000) }],
    ['/vendor/tickets/v1/attendees', { include: '1,'.repeat(2000) }],
    ['/vendor/tickets/v1/tickets', { provider: 'rsvp,'.repeat(2000) }],
    ['/core/v2/search', { subtype: 'a,'.repeat(2000) }],
  ])('have the same limit at %s %o', async (path, body) => {
    expect((await site.rest('GET', path, { body })).status).toBe(400);
  });

  it('cost next to nothing if they are longer', async () => {
    const { authorization } = await site.user('subscriber');
    for (const body of [{ include: sendDocuments(500_000) }, { include: '1,'.repeat(4_000_000) }, { slug: 'a '.repeat(4_000_000) }]) {
      // the limit for visitors is lower
      expect((await site.rest('GET', '/core/v2/posts', { body })).status).toBe(413);
      expect((await site.rest('GET', '/core/v2/posts', { body, as: 'subscriber' })).status).toBe(400);
      const headers = { 'content-type': 'application/json', authorization };
      const request = () => site.http.inject({ method: 'GET', url: '/rest/core/v2/posts', headers, payload: JSON.stringify(body) });
      expect(await measureCpu(request)).toBeLessThan(450);
    }
  });
});

describe('A body from a visitor', () => {
  const parts = (n: number) => `${'--cut\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(n)}--cut--\r\n`;
  const form = { 'content-type': 'multipart/form-data; boundary=cut' };

  it('is not read after the point of refusal: multipart, deep and wide JSON', async () => {
    const bodies: [string, Record<string, string>, string][] = [
      ['/rest/core/v2/posts', form, parts(170_000)],
      ['/rest/core/v2/media', form, parts(170_000)],
      ['/graphql', { ...form, 'graphql-preflight': '1' }, parts(170_000)],
      ['/rest/core/v2/posts', { 'content-type': 'application/json' }, `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`],
      ['/rest/core/v2/posts', { 'content-type': 'application/json' }, `{"title":${'{"raw":'.repeat(1_400_000)}`],
      [
        '/graphql',
        { 'content-type': 'application/json' },
        `{"query":"{ site { name } }","variables":{"a":[${'{},'.repeat(3_000_000)}{}]}}`,
      ],
    ];
    for (const [url, headers, payload] of bodies) {
      const request = () => site.http.inject({ method: 'POST', url, headers, payload });
      const { statusCode } = await request();
      expect([url, statusCode]).toEqual([url, expect.toSatisfy((status: number) => [400, 401, 413].includes(status))]);
      expect(await measureCpu(request)).toBeLessThan(450);
    }
  });
});
