import { compileChoice, compileTypeList } from './alternatives.ts';
import { createFault, joinNames, createWrongTypeFault } from './fault.ts';
import { compileList, isSame } from './lists.ts';
import { compileMap } from './maps.ts';
import { compileNumber } from './numbers.ts';
import type { CompiledSchema, Fault, ParameterSchema, SchemaType } from './schema.ts';
import { compileFormatCheck, compileText } from './texts.ts';
import { accepts, isScalar, toBoolean } from './types.ts';

/**
 * Compiles a schema. Throws if a `pattern` is not a regular expression. `oneOf` and `anyOf` are checked first and convert the value. The other
 * keywords of the schema must match too.
 */
export function compileSchema(schema: ParameterSchema): CompiledSchema {
  if (!schema.oneOf && !schema.anyOf) return withEnum(schema);
  const { oneOf: _oneOf, anyOf: _anyOf, ...own } = schema;
  const choice = compileChoice(schema, compileSchema);
  const others = withEnum(own);
  return {
    accepts: (value) => others.accepts(value) && choice.accepts(value),
    sanitize: choice.sanitize,
    validate: (value, name) => choice.validate(value, name) ?? others.validate(value, name),
  };
}

/** Adds `enum`, which compares the converted value, and the format, which is checked last (docs/behaviour/core-rest.md 3.4). */
function withEnum(schema: ParameterSchema): CompiledSchema {
  if (typeof schema.type === 'object') return compileTypeList(schema, schema.type, withEnum);
  const typed = compileType(schema, schema.type);
  const checkEnum = compileEnum(schema.enum, typed);
  const checkFormat = schema.type === 'string' ? compileFormatCheck(schema) : undefined;
  if (!checkEnum && !checkFormat) return typed;
  return {
    ...typed,
    validate: (value, name) => typed.validate(value, name) ?? checkEnum?.(value, name) ?? checkFormat?.(value, name),
  };
}

function compileType(schema: ParameterSchema, type: SchemaType | undefined): CompiledSchema {
  switch (type) {
    case 'string':
      return compileText(schema);
    case 'integer':
    case 'number':
      return compileNumber(schema, type);
    case 'array':
      return compileList(schema, compileSchema);
    case 'object':
      return compileMap(schema, compileSchema);
    case 'boolean':
      return compilePlain(accepts.boolean, toBoolean, 'boolean');
    case 'null':
      return compilePlain(accepts.null, () => null, 'null');
    case undefined:
      return { accepts: () => true, sanitize: (value) => value, validate: () => undefined };
  }
}

function compilePlain(accept: CompiledSchema['accepts'], sanitize: CompiledSchema['sanitize'], type: SchemaType): CompiledSchema {
  return { accepts: accept, sanitize, validate: (value, name) => (accept(value) ? undefined : createWrongTypeFault(name, type)) };
}

function compileEnum(allowed: ParameterSchema['enum'], typed: CompiledSchema): CompiledSchema['validate'] | undefined {
  if (!allowed || allowed.length === 0) return undefined;
  const scalars = new Set(allowed.filter(isScalar));
  const others = allowed.filter((entry) => !isScalar(entry));
  const names = allowed.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  const expected = names.length === 1 ? names[0] : `one of ${joinNames(names)}`;
  return (value, name): Fault | undefined => {
    const clean = typed.sanitize(value);
    if (isScalar(clean) ? scalars.has(clean) : others.some((entry) => isSame(clean, entry))) return undefined;
    return createFault('rest_not_in_enum', `${name} is not ${expected}.`);
  };
}
