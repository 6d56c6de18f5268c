import { toText } from '../parameters/types.ts';
import type { NamespaceTable } from '../table.ts';

/** One place of a path: literal text or a named segment with the pattern it must match. */
export interface Segment {
  name: string;
  pattern: string;
}

const PLACE = /\{(\w+)\}/g;

/** Pattern of a segment: the namespace's own, digits for ids, anything without a slash for the rest. */
export function segmentsOf(path: string, options: NamespaceTable['options']): Segment[] {
  return [...path.matchAll(PLACE)].map(([, name = '']) => ({
    name,
    pattern: options.segments?.[name] ?? (name === 'id' ? '[\\d]+' : '[^/]+'),
  }));
}

/** The path as the index prints it: each segment a named group (core-rest.md 5.3). */
export function indexPattern(path: string, segments: readonly Segment[]): string {
  return path.replace(PLACE, (_, name: string) => `(?P<${name}>${segments.find((s) => s.name === name)?.pattern ?? '[^/]+'})`);
}

/** The last place of a path whose pattern lets slashes through: the router leaves it to us. */
export function openPlace(path: string, segments: readonly Segment[]): { name: string; fits: RegExp } | undefined {
  const last = segments.at(-1);
  if (!last || !path.endsWith(`{${last.name}}`) || last.pattern === '[^/]+' || !last.pattern.includes('/')) return undefined;
  return { name: last.name, fits: new RegExp(`^(?:${last.pattern})$`, 'i') };
}

/** The path as the router takes it. */
export function routerPath(path: string, segments: readonly Segment[]): string {
  const open = openPlace(path, segments);
  return path.replace(PLACE, (_, name: string) => {
    if (name === open?.name) return '*';
    const pattern = segments.find((s) => s.name === name)?.pattern ?? '[^/]+';
    if (pattern === '[^/]+') return `:${name}`;
    // words such as `me` match in any case, as the rest of a path does
    return /(?<!\\)[a-z]/i.test(pattern) ? `:${name}(^(?i:${pattern})$)` : `:${name}(^${pattern}$)`;
  });
}

/** A template such as `/core/v2/posts/{id}` with places filled from an object; dotted names descend. */
export function compileTemplate(template: string): (values: Record<string, unknown>) => string {
  const parts = template.split(/\{([\w.]+)\}/);
  if (parts.length === 1) return () => template;
  const readers = parts.map((part, i) => (i % 2 === 1 ? reader(part) : null));
  return (values) => {
    let out = '';
    for (let i = 0; i < parts.length; i++) out += readers[i] ? toText(readers[i]?.(values)) : parts[i];
    return out;
  };
}

/** Reads a dotted path of an object. */
export function reader(path: string): (values: Record<string, unknown>) => unknown {
  const keys = path.split('.');
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return (values) => values[only];
  return (values) => {
    let at: unknown = values;
    for (const key of keys) {
      if (typeof at !== 'object' || at === null) return undefined;
      at = (at as Record<string, unknown>)[key];
    }
    return at;
  };
}
