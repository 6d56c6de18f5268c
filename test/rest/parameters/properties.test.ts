import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArgumentFailure } from '../../../src/rest/parameters/argument-failure.ts';
import { decodeForm } from '../../../src/rest/parameters/decode.ts';
import { compileArguments } from '../../../src/rest/parameters/read.ts';
import type { ParameterSchema, SchemaType } from '../../../src/rest/parameters/schema.ts';
import { declare, flag, integer, list, object, text } from '../../../src/rest/parameters/field-types.ts';
import { sanitizeValue, validateValue } from './values.ts';

const typical = fc.constantFrom<unknown>('', '0', '1', 'true', '5.0', '1e1', '-3', 'a,b', '1,2', ' 5 ', 0, 1, 2.5, -0, true, false, null);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    typical,
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '1', '7', '__proto__', 'constructor'), tie('value'), { maxKeys: 4 }),
  ),
}));

const type = fc.constantFrom<SchemaType>('string', 'integer', 'number', 'boolean', 'array', 'object', 'null');
const simple = {
  type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
  format: fc.constantFrom('date-time', 'email', 'ip', 'uuid', 'hex-color', 'tel', 'uri', 'text-field', 'textarea-field'),
  enum: fc.array(typical, { maxLength: 3 }),
  minimum: fc.integer({ min: -5, max: 5 }),
  maximum: fc.integer({ min: -5, max: 5 }),
  multipleOf: fc.integer({ min: 1, max: 3 }),
  minLength: fc.nat(3),
  maxLength: fc.nat(3),
  pattern: fc.constantFrom('^a', '[0-9]'),
  minItems: fc.nat(2),
  maxItems: fc.nat(2),
  uniqueItems: fc.boolean(),
};
const schema = schemaOfDepth(2);

function schemaOfDepth(depth: number): fc.Arbitrary<ParameterSchema> {
  const inner = depth > 0 ? schemaOfDepth(depth - 1) : undefined;
  const containers = inner && {
    items: inner,
    properties: fc.dictionary(fc.constantFrom('a', 'b', '0'), inner, { maxKeys: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '^[0-9]$'), inner, { maxKeys: 1 }),
  };
  return fc.record({ ...simple, ...containers }, { requiredKeys: ['type'], noNullPrototype: true });
}

/** Every refusal names the argument or one of its members, except the one of a date (docs/behaviour/core-rest.md 3.5). */
const namesWhatIsWrong = /\bp\b|property of Object|^Invalid date\.$/;

describe('Any value', () => {
  it('is validated and sanitized without an error, by any schema', () => {
    fc.assert(
      fc.property(value, schema, (input, by) => {
        const fault = validateValue(input, by, 'p');
        if (fault) expect(fault.message).toMatch(namesWhatIsWrong);
        sanitizeValue(input, by);
      }),
      { numRuns: 500 },
    );
  });

  it('stays the same when it is sanitized again', () => {
    fc.assert(
      fc.property(value, schema, (input, by) => {
        fc.pre(validateValue(input, by, 'p') === undefined);
        const once = sanitizeValue(input, by);
        expect(sanitizeValue(once, by)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  it('is not mutated', () => {
    fc.assert(
      fc.property(value, schema, (input, by) => {
        const before = structuredClone(input);
        validateValue(input, by, 'p');
        sanitizeValue(input, by);
        expect(input).toEqual(before);
      }),
    );
  });

  it('is read, or refused with an argument failure', () => {
    const fields = { a: integer(), b: list(integer(), { uniqueItems: true }), c: object({ a: flag() }), d: text({ maxLength: 3 }) };
    const read = compileArguments(declare(fields));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '[', ']', '=', '&', '1', '%', ',') }), (query) => {
        try {
          read({ query: decodeForm(query), path: {} });
        } catch (error) {
          expect(error).toBeInstanceOf(ArgumentFailure);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('A list of integers', () => {
  const ids: ParameterSchema = { type: 'array', items: { type: 'integer' } };
  const list = fc.array(fc.integer());

  it('is read alike from brackets, commas, spaces and JSON', () => {
    fc.assert(
      fc.property(list, (numbers) => {
        const forms = [
          decodeForm(numbers.map((id) => `a[]=${id}`).join('&')).a ?? [],
          decodeForm(numbers.map((id, index) => `a[${index * 3}]=${id}`).join('&')).a ?? [],
          decodeForm(`a=${numbers.join()}`).a,
          decodeForm(`a=+${numbers.join('+,%09')}`).a,
          numbers,
        ];
        for (const form of forms) {
          expect(validateValue(form, ids, 'a')).toBeUndefined();
          expect(sanitizeValue(form, ids)).toEqual(numbers);
        }
      }),
    );
  });

  it('has duplicates exactly if its set is smaller', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), (numbers) => {
        const fault = validateValue(numbers.join(), { ...ids, uniqueItems: true }, 'a');
        expect(fault?.code === 'rest_duplicate_items').toBe(new Set(numbers).size < numbers.length);
      }),
    );
  });
});

describe('Numbers in text', () => {
  it('have the value that they spell', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const decimal = String(number);
        expect(validateValue(decimal, { type: 'number' }, 'p')).toBeUndefined();
        expect(sanitizeValue(decimal, { type: 'number' })).toBe(number + 0);
        expect(validateValue(decimal, { type: 'integer' }, 'p') === undefined).toBe(Number.isInteger(number));
      }),
    );
  });
});
