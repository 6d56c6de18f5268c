const MAX_LENGTH = 100;

/** Removes quotes from a cookie name and truncates it to 100 characters. Null if it is empty, or contains the site's URL or host. */
export function cleanCookieName(name: string, siteUrl: string): string | null {
  if (name.trim() === '' || name.includes(siteUrl) || name.includes(new URL(siteUrl).host)) return null;
  const clean = name
    .replace(/["'`\0]/g, '')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed();
  return clean === '' ? null : clean;
}

/** True if the pattern, which contains one `*`, matches the name. */
function matchesPattern(pattern: string, name: string): boolean {
  const starIndex = pattern.indexOf('*');
  if (starIndex === -1 || pattern.length - 1 > name.length) return false;
  return name.startsWith(pattern.slice(0, starIndex)) && name.endsWith(pattern.slice(starIndex + 1));
}

/** Returns the known name for a cookie: the same name, or else the longest matching pattern, or else null. */
export function findKnownName(name: string, knownNames: ReadonlySet<string>, patterns: readonly string[]): string | null {
  if (knownNames.has(name)) return name;
  const matching = patterns.filter((pattern) => matchesPattern(pattern, name)).sort((a, b) => b.length - a.length);
  return matching[0] ?? null;
}
