const LONGEST = 100;

/** Removes quotes from a cookie name and cuts it to 100 characters. Returns null for an empty text, or one that contains the site's address. */
export function cleanName(name: string, siteUrl: string): string | null {
  if (name.trim() === '' || name.includes(siteUrl) || name.includes(new URL(siteUrl).host)) return null;
  const clean = name
    .replace(/["'`\0]/g, '')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
  return clean === '' ? null : clean;
}

/** True if a known name with one `*` matches the name. */
function stands(pattern: string, name: string): boolean {
  const at = pattern.indexOf('*');
  if (at === -1 || pattern.length - 1 > name.length) return false;
  return name.startsWith(pattern.slice(0, at)) && name.endsWith(pattern.slice(at + 1));
}

/** Returns the known name that matches: the same name, else the longest matching one with a `*`, else null. */
export function knownName(name: string, known: ReadonlySet<string>, patterns: readonly string[]): string | null {
  if (known.has(name)) return name;
  const fitting = patterns.filter((pattern) => stands(pattern, name)).sort((a, b) => b.length - a.length);
  return fitting[0] ?? null;
}
