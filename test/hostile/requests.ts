import fc from 'fast-check';
import { percentEncode, oddText, oddTexts, oddValue } from './odd-values.ts';

/** A request as it is sent over the wire. */
export interface HostileRequest {
  method: string;
  /** Path relative to the REST root, with query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** An endpoint of the site index. */
export interface Endpoint {
  /** Pattern of the path, such as `/core/v2/posts/(?P<id>[\d]+)`. */
  route: string;
  method: string;
  args: Record<
    string,
    { type?: string | string[]; required?: boolean; enum?: unknown[]; minimum?: number; maximum?: number; format?: string }
  >;
}

interface IndexRoute {
  endpoints: { methods: string[]; args: Endpoint['args'] | [] }[];
}

/** Returns the endpoints in the site index whose route `isIncluded` accepts. */
export function listEndpoints(routes: Record<string, IndexRoute>, isIncluded: (route: string) => boolean): Endpoint[] {
  return Object.entries(routes)
    .filter(([route]) => isIncluded(route))
    .flatMap(([route, { endpoints }]) =>
      endpoints.flatMap(({ methods, args }) => methods.map((method) => ({ route, method, args: Array.isArray(args) ? {} : args }))),
    );
}

/** Valid values for arguments by name: existing IDs, nonces, keys. */
export type ArgumentValues = Readonly<Record<string, readonly unknown[]>>;

const generateValidValue = (name: string, arg: Endpoint['args'][string], argumentValues: ArgumentValues): fc.Arbitrary<unknown> => {
  if (argumentValues[name]) return fc.constantFrom(...argumentValues[name]);
  if (['title', 'content', 'excerpt'].includes(name)) return fc.oneof(fc.lorem({ maxCount: 5 }), oddText, fc.record({ raw: oddText }));
  if (name === 'author' || name === 'featured_media') return fc.constantFrom(0, 1, 2, 3);
  if (name.startsWith('offset')) return fc.integer({ min: 0, max: 5 });
  if (name === 'page' || name === 'per_page') return fc.integer({ min: 1, max: 3 });
  if (arg.enum) return fc.constantFrom(...arg.enum);
  if (arg.format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date('1000-01-01'), max: new Date('9000-01-01') }).map((day) => day.toISOString());
  switch ([arg.type].flat()[0] ?? 'string') {
    case 'integer':
      return fc.integer({ min: arg.minimum ?? -5, max: Math.min(arg.maximum ?? 60, 60) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fc.integer({ min: -1, max: 60 }), { maxLength: 5 });
    case 'object':
      return fc.dictionary(fc.constantFrom('raw', 'terms', 'operator', '_price', 'footnotes', 'nothing'), oddValue, {
        maxKeys: 3,
        noNullPrototype: true,
      });
    default:
      return fc.oneof(fc.lorem({ maxCount: 4 }), fc.string({ unit: 'grapheme', maxLength: 30 }));
  }
};

const controlParameter = fc.constantFrom(
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_pretty',
  '_method',
  '_wpnonce',
  '_locale',
  'rest_route',
  'force',
  'password',
  'unknown',
);

const subRequest = fc.record(
  {
    path: fc.oneof(
      fc.constantFrom(
        '/core/v2/posts',
        '/core/v2/tags',
        '/core/v2/posts/1',
        '/core/v2/posts?_fields=id,title',
        '/batch/v1',
        '/core/v2/users/me',
        '/',
      ),
      oddText,
    ),
    method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    body: fc.oneof(
      fc.record({ title: fc.lorem({ maxCount: 3 }), status: fc.constantFrom('draft', 'publish') }),
      fc.dictionary(fc.constantFrom('title', 'name', 'status', 'meta', 'id', 'force'), oddValue, { maxKeys: 3, noNullPrototype: true }),
    ),
    headers: fc.dictionary(
      fc.constantFrom('x-test', 'authorization', 'x-http-method-override'),
      fc.oneof(oddText, fc.array(oddText, { maxLength: 2 })),
      { maxKeys: 1, noNullPrototype: true },
    ),
  },
  { requiredKeys: ['path'] },
);

/** Generates values for some of the declared arguments and a few others: all valid, all but one valid, or all odd. */
function generateArguments({ route, method, args }: Endpoint, argumentValues: ArgumentValues): fc.Arbitrary<Record<string, unknown>> {
  // writes read more parameters than they declare
  const declared = [...new Set([...Object.keys(args), ...(method === 'GET' ? [] : Object.keys(argumentValues))])];
  const anyName =
    declared.length === 0
      ? controlParameter
      : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...declared) }, { weight: 1, arbitrary: controlParameter });
  const validArgument = (key: string) =>
    route === '/batch/v1' && key === 'requests'
      ? fc.array(subRequest, { maxLength: 6 })
      : args[key] || argumentValues[key]
        ? generateValidValue(key, args[key] ?? {}, argumentValues)
        : fc.constant('1' as unknown);
  const validArguments =
    declared.length === 0
      ? fc.constant({})
      : fc.subarray(declared, { maxLength: Math.min(8, declared.length) }).chain((keys) => {
          const names = [...new Set([...keys, ...declared.filter((key) => args[key]?.required)])];
          return fc.tuple(...names.map(validArgument)).map((values) => Object.fromEntries(names.map((key, i) => [key, values[i]])));
        });
  const oddArgument = fc.tuple(anyName, oddValue).map(([key, value]) => ({ [key]: value }));
  const oddArguments = fc.array(oddArgument, { maxLength: 5 }).map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
  return fc.oneof(
    { weight: 3, arbitrary: validArguments },
    { weight: 3, arbitrary: fc.tuple(validArguments, oddArgument).map(([valid, odd]) => ({ ...valid, ...odd })) },
    { weight: 1, arbitrary: oddArguments },
  );
}

/** Returns a value as text. Does not call `toString` of an object, which an odd value may have replaced. */
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

function flatten(name: string, value: unknown, depth = 0): string[] {
  if (depth < 6 && Array.isArray(value)) return value.slice(0, 60).flatMap((item) => flatten(`${name}[]`, item, depth + 1));
  if (depth < 6 && typeof value === 'object' && value !== null)
    return Object.entries(value)
      .slice(0, 30)
      .flatMap(([key, member]) => flatten(`${name}[${key}]`, member, depth + 1));
  return [`${percentEncode(name)}=${percentEncode(toText(value))}`];
}
const formatForm = (values: Record<string, unknown>) =>
  Object.entries(values)
    .flatMap(([name, value]) => flatten(name, value))
    .join('&');

const generatedQueryChange = fc.oneof(
  { weight: 14, arbitrary: fc.constant((query: string) => query) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '&&',
        '&=',
        '&a[',
        '&a]=1',
        '&[]=1',
        '&a[b',
        '&%',
        '&%ff=%fe',
        '&__proto__[x]=1',
        '&a[__proto__]=1',
        '&id=7&id[]=8',
        `&${'a[]=1&'.repeat(1500)}`,
        `&a${'[b]'.repeat(500)}=1`,
      )
      .map((suffix) => (query: string) => query + suffix),
  },
);

function createMultipartBody(values: Record<string, unknown>, breakage: number): { type: string; body: string } {
  const parts = Object.entries(values)
    .map(([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${toText(value)}\r\n`)
    .join('');
  const complete = `${parts}--cut--\r\n`;
  const variants = [
    { type: 'multipart/form-data; boundary=cut', body: complete },
    { type: 'multipart/form-data', body: complete },
    { type: 'multipart/form-data; boundary=other', body: complete },
    { type: 'multipart/form-data; boundary=cut', body: complete.slice(0, Math.floor(complete.length / 2)) },
    { type: 'multipart/form-data; boundary=cut', body: complete.replaceAll('\r\n', '\n') },
    {
      type: 'multipart/form-data; boundary=cut',
      body: `--cut\r\nContent-Disposition: form-data; name="f"; filename="../../x.php"\r\nContent-Type: image/png\r\n\r\n\0\xff\r\n${complete}`,
    },
    { type: 'multipart/form-data; boundary=""', body: '--\r\n\r\n' },
  ];
  return variants[breakage % variants.length] as { type: string; body: string };
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'x',
  'application/',
  '*/*',
  'application/json,text/html',
  'image/png',
];
const rawBodies = [
  '{"title":',
  '"',
  '[]',
  'null',
  '1e999',
  '{"title":"\xff\xfe"}',
  '{"title":"a","title":["b"]}',
  '{"__proto__":{"status":"publish"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '\uFEFF{"title":"x"}',
  '\0',
  '<?xml version="1.0"?><a/>',
  '[[[['.repeat(5000),
  `{"title":"${'\\u0000'}"}`,
  `{"title":"\\ud800"}`,
  `{"meta":{"footnotes":"\\u0000\\udfff"}}`,
  '{"title":{"raw":{"raw":{}}}}',
  '{"requests":[{"path":"/core/v2/posts","body":{"title":"\\u0000"}}]}',
  '{"id":1e400}',
];

function generateBody(endpoint: Endpoint, argumentValues: ArgumentValues): fc.Arbitrary<{ body: Buffer | null; type: string | null }> {
  const values = generateArguments(endpoint, argumentValues);
  return fc.oneof(
    { weight: endpoint.method === 'GET' ? 6 : 1, arbitrary: fc.constant({ body: null, type: null }) },
    { weight: 5, arbitrary: values.map((map) => ({ body: Buffer.from(JSON.stringify(map)), type: 'application/json' })) },
    { weight: 2, arbitrary: values.map((map) => ({ body: Buffer.from(formatForm(map)), type: 'application/x-www-form-urlencoded' })) },
    {
      weight: 1,
      arbitrary: fc.tuple(values, fc.nat(20)).map(([map, breakage]) => {
        const { type, body } = createMultipartBody(map, breakage);
        return { body: Buffer.from(body, 'latin1'), type };
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...rawBodies), fc.constantFrom(...contentTypes))
        .map(([text, type]) => ({ body: Buffer.from(text, 'latin1'), type })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...contentTypes))
        .map(([bytes, type]) => ({ body: Buffer.from(bytes), type })),
    },
  );
}

const headers = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'x-http-method-override': 'DELETE' },
      { 'x-http-method-override': 'PROPFIND' },
      { 'x-http-method-override': '' },
      { origin: 'null' },
      { origin: 'http://evil.invalid' },
      { accept: 'text/xml' },
      { 'accept-encoding': 'gzip;q=nonsense' },
      { 'x-forwarded-for': '::ffff:999' },
      { 'if-none-match': '"' },
      { range: 'bytes=0-' },
      { cookie: 'marquee_session=%00; =; a' },
      { cookie: '\xff\xfe' },
      { referer: 'x'.repeat(3000) },
      { 'content-encoding': 'br' },
      { host: 'evil.invalid' },
      { 'x-wp-nonce': '' },
      { authorization: 'Basic' },
      { authorization: 'Basic ====' },
      { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` },
      { authorization: `Basic ${Buffer.from('a\0b:\xff').toString('base64')}` },
      { authorization: `Bearer ${'x'.repeat(2000)}` },
      { authorization: `Basic ${'QQ'.repeat(3000)}` },
    ),
  },
);

const method = (declared: string) =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constant(declared) },
    { weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
    { weight: 1, arbitrary: fc.constantFrom('TRACE', 'PROPFIND', 'QUERY', 'LINK', 'MKCOL', 'LOCK', 'SEARCH', 'PURGE') },
  );

/** IDs of existing objects, by the path segment before them. */
export type KnownIds = Readonly<Record<string, readonly (string | number)[]>>;

const generateSegment = (ids: readonly (string | number)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids.map(String)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '0',
        '2147483647',
        '2147483648',
        '99999999999999999999',
        'me',
        '007',
        '00000000-0000-4000-8000-000000000000',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts.filter((text) => text.length < 500)).map(percentEncode) },
  );

/** Generates a request to an endpoint. */
export function generateRequest(endpoint: Endpoint, knownIds: KnownIds, argumentValues: ArgumentValues = {}): fc.Arbitrary<HostileRequest> {
  const idGroups = [...endpoint.route.matchAll(/([\w-]+)\/\(\?P<\w+>(?:[^()]|\([^()]*\))+\)/g)];
  return fc
    .tuple(
      fc.tuple(...idGroups.map(([, name]) => generateSegment(knownIds[name ?? ''] ?? [1]))),
      endpoint.method === 'GET'
        ? generateArguments(endpoint, argumentValues)
        : fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: generateArguments(endpoint, argumentValues) }),
      generatedQueryChange,
      generateBody(endpoint, argumentValues),
      headers,
      method(endpoint.method),
      fc.oneof({ weight: 15, arbitrary: fc.constant('') }, { weight: 2, arbitrary: fc.constantFrom('/', '//', '/%2e%2e/', '%00') }),
    )
    .map(([values, query, changeQuery, { body, type }, extraHeaders, requestMethod, suffix]) => {
      let index = 0;
      const path = endpoint.route.replace(/\(\?P<\w+>(?:[^()]|\([^()]*\))+\)/g, () => values[index++] ?? '') + suffix;
      // Node accepts at most 16 kB of URL and headers
      const search = changeQuery(formatForm(query)).slice(0, 9000);
      return {
        method: requestMethod,
        path: search === '' ? path : `${path}?${search}`,
        headers: { ...extraHeaders, ...(type !== null && { 'content-type': type }) },
        body,
      };
    });
}
