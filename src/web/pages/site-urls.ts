import { escapeHtml } from '#app/core/text/plain-text.ts';
import { type Html, trustHtml } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';

/** Attributes with a URL. */
const URL_ATTRIBUTES = /(\s(?:href|src|action|poster)=")([^"]*)"/g;
/** Attributes with a list of URLs. */
const SRCSET_ATTRIBUTES = /(\ssrcset=")([^"]*)"/g;

/**
 * Replaces URLs of the site with paths. Pages then work under any host name of the site, such as `127.0.0.1`, and match the content security policy
 * ('self'). Texts in the database contain complete URLs.
 */
export function replaceSiteUrls({ config }: Pick<Site, 'config'>, markup: Html): Html {
  const { origin, pathname } = new URL(config.siteUrl);
  const root = escapeHtml(origin);
  const base = pathname.replace(/\/$/, '');
  const toPath = (url: string) => {
    if (!url.startsWith(root)) return url;
    const suffix = url.slice(root.length);
    if (suffix === '') return `${base}/`;
    return suffix.startsWith('/') ? suffix : /^[?#]/.test(suffix) ? `/${suffix}` : url;
  };
  return trustHtml(
    markup
      .toString()
      .replace(URL_ATTRIBUTES, (_all, name: string, url: string) => `${name}${toPath(url)}"`)
      .replace(SRCSET_ATTRIBUTES, (_all, name: string, sources: string) => `${name}${sources.replaceAll(/[^\s,]+/g, toPath)}"`),
  );
}
