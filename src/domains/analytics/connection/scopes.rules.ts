/** Scopes: what modules need, and what grants it (analytics.md 2.5, 6.2). Names are without their base, but for `openid`. */

/** What the connection itself needs. */
export const baseScopes = ['openid', 'userinfo.profile', 'userinfo.email'] as const;

/** What else grants a scope: one of these lists, all of it. */
const grantedAlsoBy: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'adsense.readonly': [['adsense']],
  'tagmanager.readonly': [['tagmanager.edit.containers']],
  'webmasters.readonly': [['webmasters']],
  'analytics.readonly': [['analytics', 'analytics.edit']],
};

/** The full name of a scope. */
function fullScope(base: string, name: string): string {
  return name === 'openid' ? name : `${base}/${name}`;
}

/** Full names without repetitions. */
export function fullScopes(base: string, names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => fullScope(base, name));
}

/** Whether the granted scopes give the wanted one; full names. */
function isSatisfied(base: string, wanted: string, granted: ReadonlySet<string>): boolean {
  if (granted.has(wanted)) return true;
  const name = wanted.startsWith(`${base}/`) ? wanted.slice(base.length + 1) : wanted;
  return (grantedAlsoBy[name] ?? []).some((all) => all.every((one) => granted.has(fullScope(base, one))));
}

/** The wanted scopes that the granted ones do not give. */
export function unsatisfied(base: string, wanted: readonly string[], granted: readonly string[]): string[] {
  const known = new Set(granted);
  return wanted.filter((one) => !isSatisfied(base, one, known));
}
