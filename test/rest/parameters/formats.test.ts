import { describe, expect, it } from 'vitest';
import { sanitizeValue, validateValue } from './values.ts';

const accepted: Record<string, string[]> = {
  'date-time': [
    '2026-11-20T08:17:27',
    '2026-11-20t08:17:27',
    '2026-11-20 08:17:27',
    '2026-11-20T08:17:27.123',
    '2026-11-20T08:17:27Z',
    '2026-11-20T08:17:27+02',
    '2026-11-20T08:17:27-05:30',
    '2026-11-20T08:17:27.5+05:30',
    '2026-02-30T00:00:00',
  ],
  email: ['a@b.co', "o'neil+x@mail.example.org", 'a.b@x-y.example', 'A@1.2'.padEnd(6, '3')],
  ip: ['127.0.0.1', '255.255.255.255', '::1', '2001:db8::8a2e:370:7334', '::ffff:10.0.0.1'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000', '00000000-0000-0000-0000-000000000000'],
  'hex-color': ['#fff', '#A1b2C3'],
  uri: ['', 'anything at all', 'https://example.org/'],
  'text-field': ['', 'anything at all'],
  'textarea-field': ['', 'anything\nat all'],
  tel: ['not even a number'],
};

const refused: [format: string, code: string, values: string[]][] = [
  [
    'date-time',
    'rest_invalid_date',
    [
      '',
      '2026-11-20',
      '2026-11-20T08:17',
      '2026-11-20T25:00:00',
      '2026-13-20T08:17:27',
      '2026-11-32T08:17:27',
      '2026-11-20T08:60:27',
      '2026-11-20T08:17:27+0200',
      '2026-11-20T08:17:27z',
      '2026-11-20T08:17:27Z ',
      'tomorrow',
    ],
  ],
  [
    'email',
    'rest_invalid_email',
    [
      '',
      'a@b.c',
      'a@bcdef',
      '@example.org',
      'a@@example.org',
      'a@b@example.org',
      'ä@example.org',
      'a b@example.org',
      'a@-x.org',
      'a@x-.org',
      'a@x..org',
      'a@.org',
      'a@x.org.',
      ' a@x.org',
      'a@exämple.org',
    ],
  ],
  ['ip', 'rest_invalid_ip', ['', '1.2.3', '256.1.1.1', '1.2.3.4.5', ':::', 'fe80::1%eth0', ' 127.0.0.1', 'localhost']],
  [
    'uuid',
    'rest_invalid_uuid',
    ['', '123e4567e89b42d3a456426614174000', '123e4567-e89b-42d3-a456-42661417400g', '{123e4567-e89b-42d3-a456-426614174000}'],
  ],
  ['hex-color', 'rest_invalid_hex_color', ['', 'fff', '#ff', '#ffff', '#ggg', '#fff ', 'red']],
];

describe('Text with a format', () => {
  it.each(Object.entries(accepted).flatMap(([format, values]) => values.map((value) => [format, value] as const)))(
    '%s accepts %j',
    (format, value) => {
      expect(validateValue(value, { type: 'string', format }, 'p')).toBeUndefined();
    },
  );

  it.each(refused.flatMap(([format, code, values]) => values.map((value) => [format, value, code] as const)))(
    '%s refuses %j with %s',
    (format, value, code) => {
      const fault = validateValue(value, { type: 'string', format }, 'start');
      expect(fault).toMatchObject({ code, data: null });
      // the message for a date is the one that old clients expect
      expect(fault?.message).toContain(code === 'rest_invalid_date' ? 'Invalid date.' : 'start');
    },
  );

  it('is checked after all other keywords', () => {
    const schema = { type: 'string', format: 'email', enum: ['a@b.co', 'none'], maxLength: 30 } as const;
    expect(validateValue('x', schema, 'p')?.code).toBe('rest_not_in_enum');
    expect(validateValue('x'.repeat(31), schema, 'p')?.code).toBe('rest_too_long');
    expect(validateValue('none', schema, 'p')?.code).toBe('rest_invalid_email');
  });

  it('applies to text among several types, and to no other type', () => {
    const date = { type: ['string', 'null'], format: 'date-time' } as const;
    expect(validateValue(null, date, 'date')).toBeUndefined();
    expect(validateValue('never', date, 'date')?.code).toBe('rest_invalid_date');
    expect(validateValue(5, { type: 'integer', format: 'date-time' }, 'p')).toBeUndefined();
  });

  it.each([
    ['email', ' a@b.co ', 'a@b.co'],
    ['ip', ' ::1\n', '::1'],
    ['uuid', ' x ', 'x'],
    ['hex-color', ' #fff', ' #fff'],
    ['date-time', ' 2026-11-20T08:17:27 ', '2026-11-20T08:17:27'],
    ['date-time', '<b>2026-11-20</b>', '2026-11-20'],
    ['tel', ' 5 ', ' 5 '],
    ['uri', '', ''],
    ['uri', 'example.org/a', 'http://example.org/a'],
    ['uri', 'https://example.org/?a=1', 'https://example.org/?a=1'],
    ['uri', 'mailto:a@b.co', 'mailto:a@b.co'],
    ['uri', 'javascript:alert(1)', ''],
    ['text-field', ' <b>a</b>  b%20\nc ', 'a b c'],
    ['textarea-field', ' <b>a</b>  b%20b\nc ', 'a bb\nc'],
  ])('%s normalizes %j to %j', (format, value, clean) => {
    expect(sanitizeValue(value, { type: 'string', format })).toBe(clean);
  });
});
