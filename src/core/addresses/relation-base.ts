import type { Config } from '../../config/config.ts';

/** True if the core namespace is also mounted under upstream's name. */
export function hasUpstreamNames(config: Config): boolean {
  return 'wp/v2' in config.namespaceAliases;
}

/** Base of the addresses of link relations. Upstream's own where its namespace names are mounted, because clients look for it there. */
export function relationBaseOf(config: Config): string {
  return hasUpstreamNames(config) ? 'https://api.w.org/' : `${config.siteUrl}/rel/`;
}
