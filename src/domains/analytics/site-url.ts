import type { Site } from '#app/site.ts';

/** Returns the URL of the site with a trailing slash, as the provider requires. */
export const getSiteUrlWithSlash = (site: Pick<Site, 'config'>): string => `${site.config.siteUrl}/`;

/** Path of the page on which administrators connect their account. */
export const CONNECT_PAGE = '/analytics/connect';

/** Returns the host of the site, and the same host with or without `www.`. */
export function getSiteHosts(site: Pick<Site, 'config'>): [host: string, other: string] {
  const { hostname } = new URL(site.config.siteUrl);
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`];
}

/** Returns the variants of a URL: with https and http, without and with `www.`. */
export function listUrlVariants(siteUrl: string): string[] {
  const url = new URL(siteUrl);
  const bareHost = url.host.replace(/^www\./, '');
  return ['https', 'http'].flatMap((scheme) => [bareHost, `www.${bareHost}`].map((host) => `${scheme}://${host}${url.pathname}`));
}
