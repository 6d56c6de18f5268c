import type { Config } from '../../config/config.ts';

/** Whether the core namespace is mounted under upstream's own name too. */
export function hasUpstreamNames(config: Config): boolean {
  return 'wp/v2' in config.namespaceAliases;
}

/** Base of the addresses of relations: upstream's own where its namespace names are mounted, because clients look for it there. */
export function relationBaseOf(config: Config): string {
  return hasUpstreamNames(config) ? 'https://api.w.org/' : `${config.siteUrl}/rel/`;
}
