import type { Site } from '#app/site.ts';

/**
 * Returns the path, query and fragment of a requested redirect, or null if it does not lead to this site. An absolute URL must have the site's
 * origin. Any other string must start with a single `/`.
 */
export function parseOwnPath(site: Pick<Site, 'config'>, requested: string | null | undefined): string | null {
  if (!requested || /[\\\s\p{Cc}]/u.test(requested) || !/^(\/|https?:\/\/)/i.test(requested)) return null;
  const siteUrl = new URL(site.config.siteUrl);
  const url = URL.parse(requested, siteUrl.origin);
  if (!url || url.origin !== siteUrl.origin || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Prefixes a path with the base path of the site. */
export function toSitePath(site: Pick<Site, 'config'>, path: string): string {
  return new URL(site.config.siteUrl).pathname.replace(/\/$/, '') + path;
}
