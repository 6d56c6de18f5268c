import type { NamespaceTable } from '../routes/route.ts';

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
