import type { Site } from '#app/site.ts';

/** What may not stand in an address: controls, blanks and quotes; other alphabets are written as bytes. */
const FOREIGN = /[\p{Cc}\s"<>`{}|^]/gu;

/**
 * The address to go to after signing in, as a client asked for it: a path of this site, or an address with its host; anything else becomes the
 * address of the account page.
 */
export function redirectTarget(site: Pick<Site, 'config'>, wanted: string | null | undefined): string {
  const { siteUrl } = site.config;
  const fallback = `${siteUrl}/account`;
  const cleaned = (wanted ?? '').replace(FOREIGN, '');
  if (cleaned.includes('\\')) return fallback;
  const address = (cleaned.startsWith('//') ? `http:${cleaned}` : cleaned).replace(/[^\x21-\x7e]+/g, (text) =>
    encodeURIComponent(text.toWellFormed()),
  );
  if (/^\/(?!\/)/.test(address)) return address;
  if (!/^https?:\/\/[^/]/i.test(address)) return fallback;
  const url = URL.parse(address);
  const hasUser = /^https?:\/\/[^/?#]*@/i.test(address);
  return url && !hasUser && url.host === new URL(siteUrl).host ? address : fallback;
}
