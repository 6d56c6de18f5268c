import type { Config } from '../../config/config.ts';

/** True if the namespace `core/v2` is also mounted as `wp/v2`, its name in WordPress. */
export function hasUpstreamNames(config: Config): boolean {
  return 'wp/v2' in config.namespaceAliases;
}

/** Returns the base URL of link relations. It is that of WordPress if `wp/v2` is mounted, because clients of `wp/v2` expect it. */
export function getRelationBase(config: Config): string {
  return hasUpstreamNames(config) ? 'https://api.w.org/' : `${config.siteUrl}/rel/`;
}
