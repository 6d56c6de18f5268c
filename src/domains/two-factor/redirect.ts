import type { Site } from '#app/site.ts';

/** Characters that are invalid in addresses: controls, spaces and quotes. Other scripts are percent-encoded. */
const FOREIGN = /[\p{Cc}\s"<>`{}|^]/gu;

/** Returns the requested address after signing in, if it is a path or an address of this site; else that of the account page. */
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
