import { describe, expect, it } from 'vitest';
import type { ParameterSchema, SchemaType } from '../../../src/rest/parameters/schema.ts';
import { sanitizeValue, validateValue } from './values.ts';

const schemas: Record<SchemaType, ParameterSchema> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  array: { type: 'array', items: { type: 'integer' } },
  object: { type: 'object' },
  null: { type: 'null' },
};

describe('The declared type', () => {
  it.each<[type: SchemaType, input: unknown, output: unknown]>([
    ['string', '', ''],
    ['string', ' 5 ', ' 5 '],
    ['string', 'a\0b', 'ab'],
    ['integer', 5, 5],
    ['integer', 5.0, 5],
    ['integer', '5', 5],
    ['integer', '5.0', 5],
    ['integer', '5.', 5],
    ['integer', '1e1', 10],
    ['integer', '-3', -3],
    ['integer', '+3', 3],
    ['integer', '-0', 0],
    ['integer', ' 5\n', 5],
    ['integer', '007', 7],
    ['number', 2.5, 2.5],
    ['number', '2.5', 2.5],
    ['number', '.5', 0.5],
    ['number', '-1E-2', -0.01],
    ['number', ' 7 ', 7],
    ['boolean', true, true],
    ['boolean', false, false],
    ['boolean', 1, true],
    ['boolean', 0, false],
    ['boolean', '1', true],
    ['boolean', '0', false],
    ['boolean', 'TRUE', true],
    ['boolean', 'False', false],
    ['array', [1, '2'], [1, 2]],
    ['array', [], []],
    ['array', {}, []],
    ['array', '', []],
    ['array', ' , ', []],
    ['array', 5, [5]],
    ['array', true, [1]],
    ['array', false, []],
    ['array', '1,2', [1, 2]],
    ['array', '1 2,,\t3\n', [1, 2, 3]],
    ['array', { 0: '1', 7: '2' }, [1, 2]],
    ['object', { a: 1 }, { a: 1 }],
    ['object', {}, {}],
    ['object', '', {}],
    ['object', ['x', 'y'], { 0: 'x', 1: 'y' }],
    ['object', [], {}],
    ['null', null, null],
  ])('%s accepts %j', (type, input, output) => {
    expect(validateValue(input, schemas[type], 'p')).toBeUndefined();
    expect(sanitizeValue(input, schemas[type])).toEqual(output);
  });

  it.each<[type: SchemaType, input: unknown]>([
    ['string', 5],
    ['string', true],
    ['string', null],
    ['string', ['a']],
    ['string', { a: 1 }],
    ['integer', ''],
    ['integer', '0x1A'],
    ['integer', true],
    ['integer', 'abc'],
    ['integer', '5 apples'],
    ['integer', 2.5],
    ['integer', '2.5'],
    ['integer', '1e999'],
    ['integer', '\u00a05'],
    ['integer', '1_000'],
    ['integer', 'Infinity'],
    ['integer', null],
    ['integer', [5]],
    ['number', ''],
    ['number', '.'],
    ['number', '1e'],
    ['number', 'NaN'],
    ['number', false],
    ['boolean', ''],
    ['boolean', 'yes'],
    ['boolean', 'on'],
    ['boolean', ' 1'],
    ['boolean', 2],
    ['boolean', '2'],
    ['boolean', null],
    ['boolean', []],
    ['array', { a: 1 }],
    ['array', { 0: 1, a: 2 }],
    ['array', { '01': 1 }],
    ['array', null],
    ['object', 'text'],
    ['object', 0],
    ['object', false],
    ['object', null],
    ['null', ''],
    ['null', 0],
    ['null', false],
  ])('%s refuses %j', (type, input) => {
    expect(validateValue(input, schemas[type], 'p')).toEqual({
      code: 'rest_invalid_type',
      message: `p is not of type ${type}.`,
      data: { param: 'p' },
    });
  });
});

describe('A value of one of several types', () => {
  const items = { type: 'integer' } as const;
  it.each<[types: SchemaType[], input: unknown, output: unknown]>([
    [['string', 'null'], null, null],
    [['string', 'null'], 'x', 'x'],
    [['string', 'null'], '', ''],
    [['array', 'string'], '1,2', [1, 2]],
    [['array', 'string'], '', ''],
    [['string', 'array'], '1,2', '1,2'],
    [['string', 'array'], ['1'], [1]],
    [['integer', 'string'], '5', 5],
    [['integer', 'string'], '5x', '5x'],
    [['boolean', 'integer'], '1', true],
    [['boolean', 'integer'], '2', 2],
    [
      ['object', 'array'],
      ['1', '2'],
      [1, 2],
    ],
    [['object', 'array'], { a: 1 }, { a: 1 }],
  ])('is read as the first matching type of %j: %j', (type, input, output) => {
    expect(validateValue(input, { type, items }, 'p')).toBeUndefined();
    expect(sanitizeValue(input, { type, items })).toEqual(output);
  });

  it('is refused with the names of all types if none matches', () => {
    expect(validateValue(5, { type: ['string', 'null'] }, 'date')).toEqual({
      code: 'rest_invalid_type',
      message: 'date is not of type string,null.',
      data: { param: 'date' },
    });
  });

  it('is checked against the keywords of the matched type', () => {
    const schema: ParameterSchema = { type: ['integer', 'string'], minimum: 3, minLength: 3 };
    expect(validateValue('2', schema, 'p')?.code).toBe('rest_out_of_bounds');
    expect(validateValue('ab', schema, 'p')?.code).toBe('rest_too_short');
    expect(validateValue('abc', schema, 'p')).toBeUndefined();
  });
});

describe('Sanitizing an unvalidated value', () => {
  it.each<[type: SchemaType, input: unknown, output: unknown]>([
    ['string', 5, '5'],
    ['string', true, '1'],
    ['string', ['a'], ''],
    ['integer', '12 apples', 12],
    ['integer', '-2.9', -2],
    ['integer', 'abc', 0],
    ['integer', true, 1],
    ['integer', null, 0],
    ['integer', '1e999 x', 0],
    ['number', '1.5x', 1.5],
    ['number', [], 0],
    ['boolean', 'yes', true],
    ['boolean', '', false],
    ['boolean', null, false],
    ['array', { a: '1' }, [1]],
    ['array', null, []],
    ['object', 'x', {}],
    ['null', 'x', null],
  ])('still returns a value of type %s for %j', (type, input, output) => {
    expect(sanitizeValue(input, schemas[type])).toEqual(output);
  });

  it('leaves an untyped value unchanged', () => {
    const value = { a: [1, null] };
    expect(sanitizeValue(value, {})).toBe(value);
    expect(validateValue(value, {}, 'p')).toBeUndefined();
  });
});

describe('Hostile text', () => {
  it.each<[type: SchemaType, format: string | undefined, input: string]>([
    ['integer', undefined, `${'1'.repeat(1e6)}x`],
    ['number', undefined, `${' '.repeat(1e6)}x`],
    ['number', undefined, `1e${'1'.repeat(1e6)}x`],
    ['array', undefined, `${', '.repeat(5e5)}x`],
    ['string', 'email', `a@${'a-'.repeat(5e5)}.b`],
    ['string', 'ip', '1.'.repeat(5e5)],
    ['string', 'date-time', '2'.repeat(1e6)],
  ])('is checked in linear time: %s %s', (type, format, input) => {
    const schema: ParameterSchema = { ...schemas[type], ...(format !== undefined && { format }) };
    const startedAt = performance.now();
    expect(validateValue(input, schema, 'p')).toBeDefined();
    sanitizeValue(input, schema);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
