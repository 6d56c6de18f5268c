import { describe, expect, it } from 'vitest';
import { describeArgument } from '../../../src/rest/parameters/describe.ts';
import type { Field } from '../../../src/rest/parameters/declaration.ts';
import {
  anyOf,
  declare,
  either,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  text,
  untyped,
} from '../../../src/rest/parameters/field-types.ts';

function describeField(field: Field): Record<string, unknown> {
  return describeArgument({ name: 'p', ...field });
}

describe('The public description of an argument', () => {
  it.each<[field: Field, description: Record<string, unknown>]>([
    [untyped(), { required: false }],
    [text({ required: true }), { required: true, type: 'string' }],
    [
      integer({ maximum: 100, minimum: 1, default: 10, phase: 'early', description: 'Page size.' }),
      { required: false, description: 'Page size.', default: 10, type: 'integer', minimum: 1, maximum: 100 },
    ],
    [number({ exclusiveMinimum: true, minimum: 0 }), { required: false, type: 'number', minimum: 0, exclusiveMinimum: true }],
    [flag({ default: false }), { required: false, default: false, type: 'boolean' }],
    [text({ default: null }), { required: false, default: null, type: 'string' }],
    [list(integer(), { default: [] }), { required: false, default: [], type: 'array', items: { type: 'integer' } }],
    [list(), { required: false, type: 'array' }],
    [object({}), { required: false, type: 'object', properties: [] }],
    [either(['string', 'null'], { format: 'date-time' }), { required: false, type: ['string', 'null'], format: 'date-time' }],
    [
      object({ path: text({ required: true, phase: 'early' }), method: text({ enum: ['POST'] }) }, { additionalProperties: false }),
      {
        required: false,
        type: 'object',
        properties: { path: { type: 'string', required: true }, method: { enum: ['POST'], type: 'string' } },
        additionalProperties: false,
      },
    ],
    [
      oneOf([list(integer(), { title: 'List' }), object({}, { title: 'Query' })], { type: ['object', 'array'] }),
      {
        required: false,
        type: ['object', 'array'],
        oneOf: [
          { title: 'List', type: 'array', items: { type: 'integer' } },
          { title: 'Query', type: 'object', properties: {} },
        ],
      },
    ],
    [anyOf([flag(), integer()]), { required: false, anyOf: [{ type: 'boolean' }, { type: 'integer' }] }],
    [text({ onNull: '', from: 'path', check: () => true, clean: String, phase: 'none' }), { required: false, type: 'string' }],
  ])('contains required and the declared keywords, but no internal options (%#)', (field, description) => {
    expect(describeField(field)).toEqual(description);
  });

  it('lists the keywords in their published order, in any order of declaration', () => {
    const field = text({ pattern: 'a', maxLength: 3, enum: ['a'], default: 'a', format: 'email', description: 'd', title: 't' });
    expect(Object.keys(describeField(field))).toEqual([
      'required',
      'title',
      'description',
      'default',
      'type',
      'format',
      'enum',
      'maxLength',
      'pattern',
    ]);
  });
});

describe('A table of fields', () => {
  it('keeps its order and names', () => {
    const declared = declare({ page: integer({ phase: 'early' }), order: text() });
    expect(declared).toEqual([
      { name: 'page', schema: { type: 'integer' }, phase: 'early' },
      { name: 'order', schema: { type: 'string' } },
    ]);
  });
});
