import { compileTemplate } from '../response/templates.ts';
import type { NamespaceTable } from '../routes/route.ts';

/** A named path segment with its pattern. */
export interface Segment {
  name: string;
  pattern: string;
}

const SEGMENT = /\{(\w+)\}/g;

/** Returns the segments of a path. The namespace may define patterns. By default, `id` matches digits, and others match anything except a slash. */
export function readSegments(path: string, options: NamespaceTable['options']): Segment[] {
  return [...path.matchAll(SEGMENT)].map(([, name = '']) => ({
    name,
    pattern: options.segments?.[name] ?? (name === 'id' ? '[\\d]+' : '[^/]+'),
  }));
}

/** Returns the path as the index prints it, with segments as named groups (docs/behaviour/core-rest.md 5.3). */
export function toIndexPattern(path: string, segments: readonly Segment[]): string {
  return path.replace(SEGMENT, (_, name: string) => `(?P<${name}>${segments.find((s) => s.name === name)?.pattern ?? '[^/]+'})`);
}

/** Returns the last segment if its pattern allows slashes, which the router cannot match. */
export function findOpenSegment(path: string, segments: readonly Segment[]): { name: string; expression: RegExp } | undefined {
  const last = segments.at(-1);
  if (!last || !path.endsWith(`{${last.name}}`) || last.pattern === '[^/]+' || !last.pattern.includes('/')) return undefined;
  return { name: last.name, expression: new RegExp(`^(?:${last.pattern})$`, 'i') };
}

/** Converts a path to the syntax of find-my-way. */
export function toRouterPath(path: string, segments: readonly Segment[]): string {
  const open = findOpenSegment(path, segments);
  return path.replace(SEGMENT, (_, name: string) => {
    if (name === open?.name) return '*';
    const pattern = segments.find((s) => s.name === name)?.pattern ?? '[^/]+';
    if (pattern === '[^/]+') return `:${name}`;
    // words such as `me` match in upper and lower case, as fixed parts of a path do
    return /(?<!\\)[a-z]/i.test(pattern) ? `:${name}(^(?i:${pattern})$)` : `:${name}(^${pattern}$)`;
  });
}

/** Returns a function that fills the segments of a path with percent-encoded values. */
export function compilePath(path: string): (segments: Record<string, string>) => string {
  const fill = compileTemplate(path);
  return (segments) => fill(Object.fromEntries(Object.entries(segments).map(([name, value]) => [name, encodeURIComponent(value)])));
}

/** Returns the path of a route below the REST root, starting with the name of the namespace unless the route already does. */
export function getFullPath(table: NamespaceTable, below: string): string {
  return table.name === '' || below.startsWith(`/${table.name}`) ? below : `/${table.name}${below === '/' ? '' : below}`;
}
