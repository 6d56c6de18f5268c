import { serialize, unserialize } from 'php-serialize';

/** Nothing in a file may name a class of ours, not even one that every object has. */
const noClasses = Object.create(null) as Record<string, never>;

/** An object without keys is written as an empty list: what the map of a meta key holds are maps. */
function asMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(asMaps);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asMaps(inner)]));
}

/** The map that a text of PHP's `serialize` stands for; undefined for anything else, objects of classes included. */
export function readPhpMap(text: string): Record<string, unknown> | undefined {
  if (!/^a:\d+:\{/.test(text)) return undefined;
  try {
    const value = asMaps(unserialize(text, noClasses, { strict: true }));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The map as PHP's `serialize` writes it. */
export function writePhpMap(map: unknown): string {
  return serialize(map);
}
