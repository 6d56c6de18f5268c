import { createFault, createWrongTypeFault } from './fault.ts';
import type { CompiledSchema, Fault, ParameterSchema } from './schema.ts';
import { accepts, parseNumber, toInteger, toNumber } from './types.ts';

type BoundCheck = (value: number) => boolean;

/**
 * Compiles numbers and whole numbers with their bounds (docs/behaviour/core-rest.md 3.4). For a fraction out of bounds the error names the bounds, as
 * upstream does.
 */
export function compileNumber(schema: ParameterSchema, type: 'integer' | 'number'): CompiledSchema {
  const { multipleOf } = schema;
  const bounds = compileBounds(schema);
  const accept = accepts[type];
  return {
    accepts: accept,
    sanitize: type === 'integer' ? toInteger : toNumber,
    validate(value, name): Fault | undefined {
      const number = parseNumber(value);
      if (number === undefined) return createWrongTypeFault(name, type);
      if (multipleOf !== undefined && number % multipleOf !== 0) {
        return createFault('rest_invalid_multiple', `${name} must be a multiple of ${multipleOf}.`);
      }
      if (bounds && !bounds.accept(number)) return createFault('rest_out_of_bounds', `${name} must be ${bounds.text}`);
      return type === 'integer' && !Number.isInteger(number) ? createWrongTypeFault(name, type) : undefined;
    },
  };
}

function compileBounds(schema: ParameterSchema): { accept: BoundCheck; text: string } | undefined {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const isAboveMinimum: BoundCheck = (value) => minimum === undefined || (exclusiveMinimum ? value > minimum : value >= minimum);
  const isBelowMaximum: BoundCheck = (value) => maximum === undefined || (exclusiveMaximum ? value < maximum : value <= maximum);
  if (minimum !== undefined && maximum !== undefined) {
    const text = `between ${minimum} (${describeEdge(exclusiveMinimum)}) and ${maximum} (${describeEdge(exclusiveMaximum)})`;
    return { accept: (value) => isAboveMinimum(value) && isBelowMaximum(value), text };
  }
  if (minimum !== undefined) return { accept: isAboveMinimum, text: `greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}` };
  if (maximum !== undefined) return { accept: isBelowMaximum, text: `less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}` };
  return undefined;
}

function describeEdge(exclusive: boolean): string {
  return exclusive ? 'exclusive' : 'inclusive';
}
