import type { Site } from '#app/site.ts';

/**
 * Returns the path, query and fragment of a requested redirect; null unless it is on this site. Absolute addresses must have the site's
 * origin, others must begin with a single `/`.
 */
export function ownPath(site: Pick<Site, 'config'>, wanted: string | null | undefined): string | null {
  if (!wanted || /[\\\s\p{Cc}]/u.test(wanted) || !/^(\/|https?:\/\/)/i.test(wanted)) return null;
  const own = new URL(site.config.siteUrl);
  const url = URL.parse(wanted, own.origin);
  if (!url || url.origin !== own.origin || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Prefixes a path with the base path of the site. */
export function sitePath(site: Pick<Site, 'config'>, path: string): string {
  return new URL(site.config.siteUrl).pathname.replace(/\/$/, '') + path;
}
