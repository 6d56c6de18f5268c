import { describe, expect, it } from 'vitest';
import type { ParameterSchema } from '../../../src/rest/parameters/schema.ts';
import { sanitizeValue, validateValue } from './values.ts';

const text: ParameterSchema = { type: 'string' };
const integer: ParameterSchema = { type: 'integer' };

describe('validateValue', () => {
  it.each<[input: unknown, schema: ParameterSchema, code: string, message: string]>([
    ['DESC', { ...text, enum: ['asc', 'desc'] }, 'rest_not_in_enum', 'p is not one of asc and desc.'],
    ['foo', { ...text, enum: ['exact'] }, 'rest_not_in_enum', 'p is not exact.'],
    ['GET', { ...text, enum: ['POST', 'PUT', 'PATCH', 'DELETE'] }, 'rest_not_in_enum', 'p is not one of POST, PUT, PATCH, and DELETE.'],
    ['4', { ...integer, enum: [1, 2, 3] }, 'rest_not_in_enum', 'p is not one of 1, 2, and 3.'],
    ['x', { ...text, enum: [''] }, 'rest_not_in_enum', 'p is not .'],
    [0, { ...integer, minimum: 1 }, 'rest_out_of_bounds', 'p must be greater than or equal to 1'],
    ['1', { ...integer, minimum: 1, exclusiveMinimum: true }, 'rest_out_of_bounds', 'p must be greater than 1'],
    [11, { ...integer, maximum: 10 }, 'rest_out_of_bounds', 'p must be less than or equal to 10'],
    [10, { ...integer, maximum: 10, exclusiveMaximum: true }, 'rest_out_of_bounds', 'p must be less than 10'],
    ['101', { ...integer, minimum: 1, maximum: 100 }, 'rest_out_of_bounds', 'p must be between 1 (inclusive) and 100 (inclusive)'],
    [
      1,
      { ...integer, minimum: 1, maximum: 9, exclusiveMinimum: true },
      'rest_out_of_bounds',
      'p must be between 1 (exclusive) and 9 (inclusive)',
    ],
    [
      9,
      { type: 'number', minimum: 0.5, maximum: 9, exclusiveMaximum: true },
      'rest_out_of_bounds',
      'p must be between 0.5 (inclusive) and 9 (exclusive)',
    ],
    [0.5, { ...integer, minimum: 1 }, 'rest_out_of_bounds', 'p must be greater than or equal to 1'],
    ['10', { ...integer, multipleOf: 4 }, 'rest_invalid_multiple', 'p must be a multiple of 4.'],
    ['', { ...text, minLength: 1 }, 'rest_too_short', 'p must be at least 1 character long.'],
    ['🎫', { ...text, minLength: 2 }, 'rest_too_short', 'p must be at least 2 characters long.'],
    ['ab', { ...text, maxLength: 1 }, 'rest_too_long', 'p must be at most 1 character long.'],
    ['🎫🎫🎫', { ...text, maxLength: 2 }, 'rest_too_long', 'p must be at most 2 characters long.'],
    ['abc', { ...text, pattern: '^[0-9]+$' }, 'rest_invalid_pattern', 'p does not match pattern ^[0-9]+$.'],
    [[], { type: 'array', minItems: 2 }, 'rest_too_few_items', 'p must contain at least 2 items.'],
    ['', { type: 'array', minItems: 1 }, 'rest_too_few_items', 'p must contain at least 1 item.'],
    ['1,2,3', { type: 'array', maxItems: 2 }, 'rest_too_many_items', 'p must contain at most 2 items.'],
    [[1, 2], { type: 'array', maxItems: 1 }, 'rest_too_many_items', 'p must contain at most 1 item.'],
    ['1,2,1', { type: 'array', uniqueItems: true }, 'rest_duplicate_items', 'p has duplicate items.'],
    [[1, '01'], { type: 'array', items: integer, uniqueItems: true }, 'rest_duplicate_items', 'p has duplicate items.'],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      { type: 'array', uniqueItems: true },
      'rest_duplicate_items',
      'p has duplicate items.',
    ],
    [
      {},
      { type: 'object', properties: { path: { ...text, required: true } } },
      'rest_property_required',
      'path is a required property of p.',
    ],
    [
      { path: null },
      { type: 'object', properties: { path: { ...text, required: true } } },
      'rest_property_required',
      'path is a required property of p.',
    ],
    [
      { a: 1 },
      { type: 'object', additionalProperties: false },
      'rest_additional_properties_forbidden',
      'a is not a valid property of Object.',
    ],
    [
      ['x'],
      { type: 'object', properties: { a: text }, additionalProperties: false },
      'rest_additional_properties_forbidden',
      '0 is not a valid property of Object.',
    ],
    [{}, { type: 'object', minProperties: 1 }, 'rest_too_few_properties', 'p must contain at least 1 property.'],
    ['', { type: 'object', minProperties: 2 }, 'rest_too_few_properties', 'p must contain at least 2 properties.'],
    [{ a: 1, b: 2 }, { type: 'object', maxProperties: 1 }, 'rest_too_many_properties', 'p must contain at most 1 property.'],
    [{ a: 1, b: 2, c: 3 }, { type: 'object', maxProperties: 2 }, 'rest_too_many_properties', 'p must contain at most 2 properties.'],
  ])('refuses %j for the schema %j', (input, schema, code, message) => {
    expect(validateValue(input, schema, 'p')).toEqual({ code, message, data: null });
  });

  it.each<[input: unknown, schema: ParameterSchema]>([
    ['desc', { ...text, enum: ['asc', 'desc'] }],
    ['2.0', { ...integer, enum: [1, 2] }],
    ['True', { type: 'boolean', enum: [true] }],
    [null, { type: ['string', 'null'], enum: ['a', null] }],
    ['1,2', { type: 'array', items: integer, enum: [[1, 2]] }],
    ['x', { ...text, enum: [] }],
    [1, { ...integer, minimum: 1 }],
    ['100', { ...integer, minimum: 1, maximum: 100 }],
    ['8', { ...integer, multipleOf: 4 }],
    ['🎫🎫', { ...text, minLength: 2, maxLength: 2 }],
    ['', { ...text, maxLength: 0 }],
    ['a1b', { ...text, pattern: '[0-9]' }],
    ['a_b', { ...text, pattern: '^a\\_b$' }],
    ['🎫', { ...text, pattern: '^.$' }],
    [[1, '1'], { type: 'array', uniqueItems: true }],
    [['[1]', [1]], { type: 'array', uniqueItems: true }],
    [
      { a: 1, b: 2 },
      { type: 'object', minProperties: 2, maxProperties: 2 },
    ],
  ])('accepts %j for the schema %j', (input, schema) => {
    expect(validateValue(input, schema, 'p')).toBeUndefined();
  });
});

describe('An error inside a value', () => {
  const requests: ParameterSchema = {
    type: 'array',
    maxItems: 2,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
        path: { type: 'string', required: true },
        headers: { type: 'object', additionalProperties: { type: ['string', 'array'], items: { type: 'string' } } },
      },
    },
  };

  it.each<[input: unknown, code: string, message: string, data: unknown]>([
    [[{ path: '/a', method: 'GET' }], 'rest_not_in_enum', 'requests[0][method] is not one of POST, PUT, PATCH, and DELETE.', null],
    [[{ path: '/a' }, {}], 'rest_property_required', 'path is a required property of requests[1].', null],
    [[{ path: '/a' }, 'x'], 'rest_invalid_type', 'requests[1] is not of type object.', { param: 'requests[1]' }],
    [
      [{ path: '/a', headers: { 'X-A': [5] } }],
      'rest_invalid_type',
      'requests[0][headers][X-A][0] is not of type string.',
      { param: 'requests[0][headers][X-A][0]' },
    ],
  ])('of %j is reported with its path', (input, code, message, data) => {
    expect(validateValue(input, requests, 'requests')).toEqual({ code, message, data });
  });

  it('is reported with its list index, even if the list came as text or with numbered names', () => {
    const include: ParameterSchema = { type: 'array', items: integer };
    expect(validateValue('1,x', include, 'include')?.message).toBe('include[1] is not of type integer.');
    expect(validateValue({ 0: '1', 7: 'x' }, include, 'include')?.message).toBe('include[1] is not of type integer.');
  });

  it('is reported before a wrong number of items', () => {
    expect(validateValue([{}, {}, {}], requests, 'requests')?.code).toBe('rest_property_required');
    expect(
      validateValue(
        [1, 2, 3].map(() => ({ path: '/' })),
        requests,
        'requests',
      )?.code,
    ).toBe('rest_too_many_items');
  });

  it('starts with the name from the caller, such as meta.key', () => {
    expect(validateValue(5, text, 'meta.layout')?.message).toBe('meta.layout is not of type string.');
  });
});

describe('An object', () => {
  const schema: ParameterSchema = {
    type: 'object',
    properties: { id: integer },
    patternProperties: { '^n_': { type: 'number' }, _flag$: { type: 'boolean' } },
    additionalProperties: { type: 'array', items: integer },
  };

  it('has its properties sanitized by name, then by pattern, then as additional properties', () => {
    expect(sanitizeValue({ id: '1', n_flag: '0', a_flag: '0', other: '1,2' }, schema)).toEqual({
      id: 1,
      n_flag: 0,
      a_flag: false,
      other: [1, 2],
    });
    expect(validateValue({ a_flag: 'x' }, schema, 'p')?.message).toBe('p[a_flag] is not of type boolean.');
    expect(validateValue({ other: 'x' }, schema, 'p')?.message).toBe('p[other][0] is not of type integer.');
  });

  it('loses forbidden additional properties and any __proto__', () => {
    const strict: ParameterSchema = { type: 'object', properties: { id: integer }, additionalProperties: false };
    expect(sanitizeValue({ id: '1', x: 1 }, strict)).toEqual({ id: 1 });
    const hostile = JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as unknown;
    const clean = sanitizeValue(hostile, { type: 'object' }) as Record<string, unknown>;
    expect(clean.admin).toBeUndefined();
    expect(Object.keys(clean)).toEqual(['constructor']);
    expect(validateValue(hostile, { type: 'object', properties: { toString: { ...text, required: true } } }, 'p')?.code).toBe(
      'rest_property_required',
    );
  });
});

describe('Alternatives', () => {
  const terms: ParameterSchema = {
    type: ['object', 'array'],
    oneOf: [
      { title: 'Term ID List', type: 'array', items: integer },
      {
        title: 'Term ID Taxonomy Query',
        type: 'object',
        properties: { terms: { type: 'array', items: integer }, operator: { type: 'string', enum: ['AND', 'OR'] } },
        additionalProperties: false,
      },
    ],
  };

  it.each<[input: unknown, output: unknown]>([
    ['1,2', [1, 2]],
    [['1'], [1]],
    [{ 0: '4' }, [4]],
    [
      { terms: '1,2', operator: 'AND' },
      { terms: [1, 2], operator: 'AND' },
    ],
  ])('accept %j', (input, output) => {
    expect(validateValue(input, terms, 'tags')).toBeUndefined();
    expect(sanitizeValue(input, terms)).toEqual(output);
  });

  it.each<[input: unknown, schema: ParameterSchema, code: string, message: string, data: unknown]>([
    [
      { terms: '1', include_children: 'true' },
      terms,
      'rest_no_matching_schema',
      'tags is not a valid Term ID Taxonomy Query. Reason: include_children is not a valid property of Object.',
      { position: 1 },
    ],
    ['x', terms, 'rest_no_matching_schema', 'tags is not a valid Term ID List. Reason: tags[0] is not of type integer.', { position: 0 }],
    [['x'], terms, 'rest_no_matching_schema', 'tags does not match any of the expected formats.', null],
    [null, terms, 'rest_no_matching_schema', 'tags does not match any of the expected formats.', null],
    [
      '',
      terms,
      'rest_one_of_multiple_matches',
      'tags matches Term ID List and Term ID Taxonomy Query, but should match only one.',
      { positions: [0, 1] },
    ],
    [
      '5',
      { oneOf: [integer, text] },
      'rest_one_of_multiple_matches',
      'tags matches more than one of the expected formats.',
      { positions: [0, 1] },
    ],
    [
      'abc',
      { anyOf: [integer, { ...text, maxLength: 2 }] },
      'rest_no_matching_schema',
      'tags does not match the expected format. Reason: tags must be at most 2 characters long.',
      { position: 1 },
    ],
    [
      { a: 'x', b: 'x' },
      {
        anyOf: [
          { type: 'object', properties: { a: integer } },
          { type: 'object', title: 'B', properties: { a: integer, b: integer } },
        ],
      },
      'rest_no_matching_schema',
      'tags is not a valid B. Reason: tags[a] is not of type integer.',
      { position: 1 },
    ],
  ])('refuse %j', (input, schema, code, message, data) => {
    expect(validateValue(input, schema, 'tags')).toEqual({ code, message, data });
  });

  it('inherit the outer type if they have none, and the first match of anyOf determines the value', () => {
    const schema: ParameterSchema = { type: 'integer', anyOf: [{ maximum: 0 }, { minimum: 10 }] };
    expect(validateValue('5', schema, 'p')?.code).toBe('rest_no_matching_schema');
    expect(validateValue('12', schema, 'p')).toBeUndefined();
    expect(sanitizeValue('12', schema)).toBe(12);
    expect(sanitizeValue('1', { anyOf: [{ type: 'boolean' }, integer] })).toBe(true);
  });
});
