import type { Config } from '../../config/config.ts';

/** True if the core namespace is also mounted under its upstream name. */
export function hasUpstreamNames(config: Config): boolean {
  return 'wp/v2' in config.namespaceAliases;
}

/** Returns the base of the addresses of link relations: that of upstream if its namespace names are mounted, because clients then expect it. */
export function getRelationBase(config: Config): string {
  return hasUpstreamNames(config) ? 'https://api.w.org/' : `${config.siteUrl}/rel/`;
}
