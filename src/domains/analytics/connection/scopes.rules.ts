// OAuth scopes of modules, and broader scopes that include them (docs/behaviour/analytics.md 2.5, 6.2). Full names start with the base URL of the
// provider. Short names omit it.

/** Scopes that the connection always needs. */
export const baseScopes = ['openid', 'userinfo.profile', 'userinfo.email'] as const;

/** Alternatives to a scope. All scopes of an inner list together include the scope. */
const broaderScopes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'adsense.readonly': [['adsense']],
  'tagmanager.readonly': [['tagmanager.edit.containers']],
  'webmasters.readonly': [['webmasters']],
  'analytics.readonly': [['analytics', 'analytics.edit']],
};

/** Returns the full name of a scope. `openid` has no base. */
function expandScope(base: string, name: string): string {
  return name === 'openid' ? name : `${base}/${name}`;
}

/** Returns the full names of scopes, without duplicates. */
export function expandScopes(base: string, names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => expandScope(base, name));
}

/** True if the granted scopes include the required one. All names are full names. */
function isSatisfied(base: string, required: string, granted: ReadonlySet<string>): boolean {
  if (granted.has(required)) return true;
  const name = required.startsWith(`${base}/`) ? required.slice(base.length + 1) : required;
  return (broaderScopes[name] ?? []).some((alternative) => alternative.every((scope) => granted.has(expandScope(base, scope))));
}

/** Returns the required scopes that the granted scopes do not include. */
export function findUnsatisfied(base: string, required: readonly string[], granted: readonly string[]): string[] {
  const grantedScopes = new Set(granted);
  return required.filter((scope) => !isSatisfied(base, scope, grantedScopes));
}
