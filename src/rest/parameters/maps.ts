import { pluralize, createFault, createWrongTypeFault } from './fault.ts';
import { compilePattern } from './patterns.ts';
import type { Compile, CompiledSchema, Fault, ParameterSchema } from './schema.ts';
import { accepts, parseMap } from './types.ts';

/**
 * Compiles objects with their properties (docs/behaviour/core-rest.md 3.3, 3.4). Faults name properties as `requests[method]`. A null property counts
 * as missing. The sanitized value is a plain object. With `additionalProperties: false`, it has only declared names. Defaults of properties are
 * published but not applied.
 */
export function compileMap(schema: ParameterSchema, compile: Compile): CompiledSchema {
  const { minProperties, maxProperties } = schema;
  const required = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => (property.required ? [name] : []));
  const findProperty = createPropertyFinder(schema, compile);
  return {
    accepts: accepts.object,
    sanitize(value): Record<string, unknown> {
      const clean: Record<string, unknown> = {};
      for (const [name, entry] of Object.entries(parseMap(value) ?? {})) {
        const property = findProperty(name);
        // an own `__proto__`, which JSON may contain, would become the prototype of the object
        if (property === 'forbidden' || name === '__proto__') continue;
        clean[name] = property ? property.sanitize(entry) : entry;
      }
      return clean;
    },
    validate(value, name): Fault | undefined {
      const map = parseMap(value);
      if (!map) return createWrongTypeFault(name, 'object');
      for (const property of required) {
        if (!Object.hasOwn(map, property) || map[property] === null) {
          return createFault('rest_property_required', `${property} is a required property of ${name}.`);
        }
      }
      const names = Object.keys(map);
      for (const key of names) {
        const property = findProperty(key);
        if (property === 'forbidden') {
          return createFault('rest_additional_properties_forbidden', `${key} is not a valid property of Object.`);
        }
        if (property?.validate(map[key], name)) return property.validate(map[key], `${name}[${key}]`);
      }
      if (minProperties !== undefined && names.length < minProperties) {
        const message = `${name} must contain at least ${pluralize(minProperties, 'property', 'properties')}.`;
        return createFault('rest_too_few_properties', message);
      }
      if (maxProperties !== undefined && names.length > maxProperties) {
        const message = `${name} must contain at most ${pluralize(maxProperties, 'property', 'properties')}.`;
        return createFault('rest_too_many_properties', message);
      }
      return undefined;
    },
  };
}

/**
 * Returns a function that finds the schema of a property: its own, the schema of the first matching pattern, or the schema of all other properties.
 */
function createPropertyFinder(schema: ParameterSchema, compile: Compile): (name: string) => CompiledSchema | 'forbidden' | undefined {
  const { additionalProperties } = schema;
  const additional = typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined;
  const others = additionalProperties === false ? 'forbidden' : additional;
  const declared = new Map(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, compile(property)]));
  const patterns = Object.entries(schema.patternProperties ?? {}).map(
    ([pattern, property]) => [compilePattern(pattern), compile(property)] as const,
  );
  return (name) => declared.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? others;
}
