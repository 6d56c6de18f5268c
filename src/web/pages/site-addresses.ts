import { escapeHtml } from '#app/core/text/plain-text.ts';
import { type Html, trustHtml } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';

/** Attributes with an address. */
const ADDRESSES = /(\s(?:href|src|action|poster)=")([^"]*)"/g;
const PICTURES = /(\ssrcset=")([^"]*)"/g;

/**
 * Replaces addresses of the site by paths. Pages then work under any name of the site, such as `127.0.0.1` or a local host name, and match the content security
 * policy ('self'). Texts in the database contain complete addresses.
 */
export function replaceSiteAddresses({ config }: Pick<Site, 'config'>, markup: Html): Html {
  const { origin, pathname } = new URL(config.siteUrl);
  const root = escapeHtml(origin);
  const base = pathname.replace(/\/$/, '');
  const toPath = (address: string) => {
    if (!address.startsWith(root)) return address;
    const suffix = address.slice(root.length);
    if (suffix === '') return `${base}/`;
    return suffix.startsWith('/') ? suffix : /^[?#]/.test(suffix) ? `/${suffix}` : address;
  };
  return trustHtml(
    markup
      .toString()
      .replace(ADDRESSES, (_all, name: string, address: string) => `${name}${toPath(address)}"`)
      .replace(PICTURES, (_all, name: string, sources: string) => `${name}${sources.replaceAll(/[^\s,]+/g, toPath)}"`),
  );
}
