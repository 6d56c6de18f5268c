import { escapeHtml } from '#app/core/text/plain-text.ts';
import { type Html, trusted } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';

/** Attributes with an address. */
const ADDRESSES = /(\s(?:href|src|action|poster)=")([^"]*)"/g;
const PICTURES = /(\ssrcset=")([^"]*)"/g;

/**
 * Replaces addresses of the site by paths. Pages then work under any name of the site, such as `127.0.0.1` or a local host name, and match the content security
 * policy ('self'). Texts contain complete addresses.
 */
export function withOwnPaths({ config }: Pick<Site, 'config'>, markup: Html): Html {
  const { origin, pathname } = new URL(config.siteUrl);
  const root = escapeHtml(origin);
  const base = pathname.replace(/\/$/, '');
  const pathOf = (address: string) => {
    if (!address.startsWith(root)) return address;
    const rest = address.slice(root.length);
    if (rest === '') return `${base}/`;
    return rest.startsWith('/') ? rest : /^[?#]/.test(rest) ? `/${rest}` : address;
  };
  return trusted(
    markup
      .toString()
      .replace(ADDRESSES, (_all, name: string, address: string) => `${name}${pathOf(address)}"`)
      .replace(PICTURES, (_all, name: string, sources: string) => `${name}${sources.replaceAll(/[^\s,]+/g, pathOf)}"`),
  );
}
