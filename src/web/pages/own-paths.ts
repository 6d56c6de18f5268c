import { escapeHtml } from '#app/core/text/plain-text.ts';
import { type Html, trusted } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';

/** Attributes that hold an address, with what stands in them. */
const ADDRESSES = /(\s(?:href|src|action|poster)=")([^"]*)"/g;
const PICTURES = /(\ssrcset=")([^"]*)"/g;

/**
 * Markup in which addresses of the site itself are paths: pages work under whatever name the site is reached, `127.0.0.1` or that of the machine
 * on the local network, and the content security policy ('self') holds. Texts that people wrote name the site in full, as services do.
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
