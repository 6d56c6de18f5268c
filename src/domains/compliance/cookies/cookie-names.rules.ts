const LONGEST = 100;

/** A name as it is kept: without quotes, cut to 100 characters. Null for a text that is no name, or that holds an address of the site. */
export function cleanName(name: string, siteUrl: string): string | null {
  if (name.trim() === '' || name.includes(siteUrl) || name.includes(new URL(siteUrl).host)) return null;
  const clean = name
    .replace(/["'`\0]/g, '')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
  return clean === '' ? null : clean;
}

/** Whether a known name with one `*` stands for this one. */
function stands(pattern: string, name: string): boolean {
  const at = pattern.indexOf('*');
  if (at === -1 || pattern.length - 1 > name.length) return false;
  return name.startsWith(pattern.slice(0, at)) && name.endsWith(pattern.slice(at + 1));
}

/** The known name that stands for this one: itself, else the longest with a `*` that fits; null where none exists. */
export function knownName(name: string, known: ReadonlySet<string>, patterns: readonly string[]): string | null {
  if (known.has(name)) return name;
  const fitting = patterns.filter((pattern) => stands(pattern, name)).sort((a, b) => b.length - a.length);
  return fitting[0] ?? null;
}
