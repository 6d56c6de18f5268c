import { pluralize, createFault, createWrongTypeFault } from './fault.ts';
import { findFormat } from './formats.ts';
import { compilePattern } from './patterns.ts';
import type { CompiledSchema, Fault, ParameterSchema } from './schema.ts';
import { accepts, toPhpString } from './types.ts';

/**
 * Compiles strings with their length (in code points) and pattern (docs/behaviour/core-rest.md 3.4). `compileFormatCheck` checks the format later,
 * after `enum`.
 */
export function compileText(schema: ParameterSchema): CompiledSchema {
  const { minLength, maxLength, pattern } = schema;
  const expression = pattern === undefined ? undefined : compilePattern(pattern);
  const clean = findFormat(schema.format)?.clean;
  return {
    accepts: accepts.string,
    sanitize: clean ? (value) => clean(toPhpString(value)) : toPhpString,
    validate(value, name): Fault | undefined {
      if (typeof value !== 'string') return createWrongTypeFault(name, 'string');
      if (minLength !== undefined && isShorterThan(value, minLength)) {
        const message = `${name} must be at least ${pluralize(minLength, 'character', 'characters')} long.`;
        return createFault('rest_too_short', message);
      }
      if (maxLength !== undefined && !isShorterThan(value, maxLength + 1)) {
        const message = `${name} must be at most ${pluralize(maxLength, 'character', 'characters')} long.`;
        return createFault('rest_too_long', message);
      }
      if (expression && !expression.test(value)) {
        return createFault('rest_invalid_pattern', `${name} does not match pattern ${String(pattern)}.`);
      }
      return undefined;
    },
  };
}

/** Compiles the check of a string format, which runs after all other keywords. Returns undefined for formats that accept any string. */
export function compileFormatCheck(schema: ParameterSchema): CompiledSchema['validate'] | undefined {
  const format = findFormat(schema.format);
  const { accepts: accept, code, createMessage } = format ?? {};
  if (!accept || !code || !createMessage) return undefined;
  return (value, name) => (typeof value === 'string' && accept(value) ? undefined : createFault(code, createMessage(name)));
}

function isShorterThan(text: string, length: number): boolean {
  // a code point has one or two UTF-16 units, so most strings need no counting
  if (text.length < length) return true;
  if (text.length >= length * 2) return false;
  let count = 0;
  for (const _ of text) if (++count >= length) return false;
  return true;
}
