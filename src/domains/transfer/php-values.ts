import { serialize, unserialize } from 'php-serialize';

/** Classes that files may name: none. The object has no prototype, because a class name could be the name of an inherited property. */
const noClasses = Object.create(null) as Record<string, never>;

/** Converts empty lists to maps, because PHP serializes an empty map as an empty list. */
function toMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(toMaps);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toMaps(inner)]));
}

/** Parses a map in the format of PHP's `serialize`; undefined for other strings and for objects of classes. */
export function readPhpMap(text: string): Record<string, unknown> | undefined {
  if (!/^a:\d+:\{/.test(text)) return undefined;
  try {
    const value = toMaps(unserialize(text, noClasses, { strict: true }));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes a map like PHP's `serialize`. */
export function writePhpMap(map: unknown): string {
  return serialize(map);
}
