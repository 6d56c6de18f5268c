import type { JsonSchema } from './schemas.ts';

/** Minimum length of the JSON of a schema that becomes a component. */
const MIN_LENGTH = 300;

const isMap = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObjectSchema = (value: JsonSchema): boolean => value['type'] === 'object' && isMap(value['properties']);
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Visits the object schemas within a value, each with a proposal for its name. */
function walk(value: unknown, hint: string, visit: (schema: JsonSchema, hint: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, hint, visit);
  } else if (isMap(value)) {
    if (isObjectSchema(value)) visit(value, hint);
    for (const [key, inner] of Object.entries(value)) walk(inner, proposeName(value, key, hint), visit);
  }
}

/** Returns a name for the value of a key: the operation and its part, or the name of a property. */
function proposeName(parent: JsonSchema, key: string, hint: string): string {
  if (typeof parent['operationId'] === 'string')
    return `${capitalize(parent['operationId'])}${key === 'requestBody' ? 'Body' : 'Response'}`;
  if (key === 'items') return hint.replace(/s$/, '').replace(/Response$/, 'Item');
  const isStructure =
    ['content', 'schema', 'properties', 'anyOf', 'oneOf', 'headers', 'responses', 'additionalProperties', 'requestBody'].includes(key) ||
    /^\d+$|\//.test(key);
  return isStructure || !/^\w+$/.test(key) ? hint : capitalize(key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

/** Moves large object schemas that occur several times to components and replaces them with references. `taken` are names of existing components. */
export function shareSchemas<Paths extends object>(
  paths: Paths,
  taken: Iterable<string>,
): { paths: Paths; schemas: Record<string, JsonSchema> } {
  const seen = new Map<string, { hint: string; count: number; schema: JsonSchema }>();
  walk(paths, '', (schema, hint) => {
    const text = JSON.stringify(schema);
    if (text.length < MIN_LENGTH) return;
    const known = seen.get(text);
    if (known) known.count += 1;
    else seen.set(text, { hint, count: 1, schema });
  });
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const [text, { hint, count }] of seen) {
    if (count < 2) continue;
    let name = hint;
    for (let number = 2; used.has(name); number++) name = `${hint}${number}`;
    used.add(name);
    names.set(text, name);
  }
  const withReferences = (value: unknown, isComponent = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => withReferences(item));
    if (!isMap(value)) return value;
    const name = isComponent || !isObjectSchema(value) ? undefined : names.get(JSON.stringify(value));
    return name === undefined
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withReferences(inner)]))
      : { $ref: `#/components/schemas/${name}` };
  };
  const schemas = Object.fromEntries([...names].map(([text, name]) => [name, withReferences(seen.get(text)?.schema, true) as JsonSchema]));
  return { paths: withReferences(paths) as Paths, schemas };
}
