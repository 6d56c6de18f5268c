/** OAuth scopes of modules, and broader scopes that include them (analytics.md 2.5, 6.2). Names have no base, except in `openid`. */

/** Scopes that the connection always needs. */
export const baseScopes = ['openid', 'userinfo.profile', 'userinfo.email'] as const;

/** Alternatives to a scope. Each inner list grants it as a whole. */
const grantedAlsoBy: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'adsense.readonly': [['adsense']],
  'tagmanager.readonly': [['tagmanager.edit.containers']],
  'webmasters.readonly': [['webmasters']],
  'analytics.readonly': [['analytics', 'analytics.edit']],
};

/** Returns the full name of a scope. */
function fullScope(base: string, name: string): string {
  return name === 'openid' ? name : `${base}/${name}`;
}

/** Returns full names without duplicates. */
export function fullScopes(base: string, names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => fullScope(base, name));
}

/** True if the granted scopes include the wanted one. All names are full. */
function isSatisfied(base: string, wanted: string, granted: ReadonlySet<string>): boolean {
  if (granted.has(wanted)) return true;
  const name = wanted.startsWith(`${base}/`) ? wanted.slice(base.length + 1) : wanted;
  return (grantedAlsoBy[name] ?? []).some((all) => all.every((one) => granted.has(fullScope(base, one))));
}

/** Returns the wanted scopes that are not granted. */
export function unsatisfied(base: string, wanted: readonly string[], granted: readonly string[]): string[] {
  const known = new Set(granted);
  return wanted.filter((one) => !isSatisfied(base, one, known));
}
