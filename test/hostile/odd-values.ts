import fc from 'fast-check';

/** Texts that have crashed programs before. */
export const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '2.5',
  '1e3',
  '1e999',
  '-0',
  '0x1f',
  'NaN',
  'Infinity',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9'.repeat(400),
  'true',
  'TRUE',
  'yes',
  'null',
  'undefined',
  '[]',
  '{}',
  '[1',
  '{"a":',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFFy',
  '\uFEFF',
  '\u202E',
  '\u{1F39F}\uFE0F',
  'ﬀ',
  'İ',
  'ß'.repeat(300),
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ED%A0%80',
  "' OR 1=1 --",
  '"; DROP TABLE content; --',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '\\',
  '\\u0000',
  '_',
  '%_%',
  '<script>alert(1)</script>',
  '<!-- wp:x',
  '<p',
  '&#0;',
  '&#xD800;',
  '[gallery ids="',
  '../../../etc/passwd',
  'C:\\',
  'a,b , c',
  ',,,',
  'date',
  'id',
  'edit',
  'embed',
  'any',
  'trash',
  'publish',
  'me',
  '2026-02-30T25:61:61',
  '2026-11-20T10:00:00',
  '0000-00-00 00:00:00',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00+14:00',
  '12026-01-01',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://a:b@127.0.0.1/',
  '//127.0.0.1',
  '?p=1',
  'x'.repeat(5000),
  'a '.repeat(1500),
  '-',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  'a@b',
  '#12345g',
];

export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const names = fc.oneof(
  fc.constantFrom(
    'raw',
    'rendered',
    'terms',
    'operator',
    'include_children',
    'path',
    'method',
    'body',
    'headers',
    '__proto__',
    'constructor',
    'toString',
    '0',
    '',
  ),
  fc.string({ maxLength: 4 }),
);
const scalar = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(2_147_483_648, -2_147_483_649, 1e308, 0.1),
);

/** Generates any JSON value, including very long lists and very deep nesting. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  {
    weight: 4,
    arbitrary: fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value,
  },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 4000 }).map((depth) => nest(depth)) },
  {
    weight: 1,
    arbitrary: fc.tuple(scalar, fc.integer({ min: 1000, max: 40_000 })).map(([item, length]) => Array.from({ length }, () => item)),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 500, max: 5000 }).map((length) => Object.fromEntries(Array.from({ length }, (_, n) => [`k${n}`, n]))),
  },
);

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { raw: value };
  return value;
}

/** Percent-encodes text. A lone surrogate becomes the bytes that a client without validation would send. */
export function percentEncode(text: string): string {
  return Array.from(text)
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('');
}
