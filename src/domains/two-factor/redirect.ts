import type { Site } from '#app/site.ts';

/** Characters that are removed from URLs: controls, spaces and quotes. Characters outside ASCII are percent-encoded. */
const FORBIDDEN = /[\p{Cc}\s"<>`{}|^]/gu;

/** Returns the redirect after signing in: the requested one if it is a path or a URL of this site, else the URL of the account page. */
export function redirectTarget(site: Pick<Site, 'config'>, requested: string | null | undefined): string {
  const { siteUrl } = site.config;
  const fallback = `${siteUrl}/account`;
  const cleaned = (requested ?? '').replace(FORBIDDEN, '');
  if (cleaned.includes('\\')) return fallback;
  const url = (cleaned.startsWith('//') ? `http:${cleaned}` : cleaned).replace(/[^\x21-\x7e]+/g, (text) =>
    encodeURIComponent(text.toWellFormed()),
  );
  if (/^\/(?!\/)/.test(url)) return url;
  if (!/^https?:\/\/[^/]/i.test(url)) return fallback;
  const parsed = URL.parse(url);
  const hasUser = /^https?:\/\/[^/?#]*@/i.test(url);
  return parsed && !hasUser && parsed.host === new URL(siteUrl).host ? url : fallback;
}
