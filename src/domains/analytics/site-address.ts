import type { Site } from '#app/site.ts';

/** Address of the site with a trailing slash, as the provider names it. */
export const siteAddress = (site: Pick<Site, 'config'>): string => `${site.config.siteUrl}/`;

/** Page of this site where administrators begin to connect their account. */
export const CONNECT_PAGE = '/analytics/connect';

/** Host of the site, and the same with or without `www.`. */
export function siteHosts(site: Pick<Site, 'config'>): [host: string, other: string] {
  const { hostname } = new URL(site.config.siteUrl);
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`];
}

/** The site's address in its four forms: http and https, with and without `www.`. */
export function addressForms(address: string): string[] {
  const url = new URL(address);
  const bare = url.host.replace(/^www\./, '');
  return ['https', 'http'].flatMap((scheme) => [bare, `www.${bare}`].map((host) => `${scheme}://${host}${url.pathname}`));
}
