import type { Site } from '#app/site.ts';

/** Characters that are removed from URLs: control characters, whitespace, quotes and others that URLs must not contain. */
const FORBIDDEN = /[\p{Cc}\s"<>`{}|^]/gu;

/**
 * Returns the target of the redirect after a sign-in: the requested target if it is a path or a URL of this site, else the URL of the account page.
 * Percent-encodes characters outside ASCII.
 */
export function getRedirectTarget(site: Pick<Site, 'config'>, requested: string | null | undefined): string {
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
