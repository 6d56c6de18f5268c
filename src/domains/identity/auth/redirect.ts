import type { Site } from '#app/site.ts';

/**
 * The path (with query and fragment) behind an address that someone asks to be sent to, or null when it does not lie on this site: absolute
 * addresses must have the site's origin, others must begin with one `/`.
 */
export function ownPath(site: Pick<Site, 'config'>, wanted: string | null | undefined): string | null {
  if (!wanted || /[\\\s\p{Cc}]/u.test(wanted) || !/^(\/|https?:\/\/)/i.test(wanted)) return null;
  const own = new URL(site.config.siteUrl);
  const url = URL.parse(wanted, own.origin);
  if (!url || url.origin !== own.origin || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** A path on this site, below the path the site itself is served at. */
export function sitePath(site: Pick<Site, 'config'>, path: string): string {
  return new URL(site.config.siteUrl).pathname.replace(/\/$/, '') + path;
}
