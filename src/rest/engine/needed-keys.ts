import type { ResponseFormat, LinkDefinition, RouteOptions } from '../routes/route.ts';

function readTopKeys(templates: readonly string[]): string[] {
  return templates.flatMap((template) => [...template.matchAll(/\{([\w.]+)\}/g)].map(([, path = '']) => path.split('.')[0] ?? ''));
}

/** Returns the response keys that headers and status always need, and the keys that links need if the request selects links. */
export function findNeededKeys(response: ResponseFormat, options: RouteOptions): { always: Set<string>; links: Set<string> } {
  const links = new Set<string>();
  for (const { href, when, attributes = {}, hints = [] } of Object.values(response.links ?? {}).flat() as LinkDefinition[]) {
    const paths = [when, ...Object.values(attributes), ...hints.map(([, condition]) => condition)];
    for (const key of [...readTopKeys([href]), ...paths.flatMap((p) => (typeof p === 'string' ? [p.split('.')[0] ?? ''] : []))])
      links.add(key);
  }
  const statusKeys = typeof options.status === 'object' ? [options.status.by.split('.')[0] ?? ''] : [];
  return { always: new Set([...readTopKeys(Object.values(options.headers ?? {})), ...statusKeys]), links };
}
