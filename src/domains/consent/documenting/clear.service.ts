import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { listDefinitions } from '../configuration/meta.ts';
import type { Visitor } from './visitor.ts';

/** A service and the names of its deleted cookies, by type of storage. */
export interface ClearedService {
  serviceId: number;
  types: { type: string; names: string[] }[];
}

/** True if the name matches the pattern of a definition. `*` matches any string. */
function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/**
 * Returns the `Domain` attribute of a definition's cookie. Undefined if the cookie belongs only to the site's host. `host` is a host name, or `main`
 * or `current` for the host of the site. The suffix `+subdomains` includes its subdomains.
 */
function findCookieDomain(host: string, siteUrl: string): string | undefined {
  const siteHost = new URL(siteUrl).hostname;
  const [base = '', subdomains] = host.split('+');
  if (base !== 'main' && base !== 'current') return /^\.?[\w-]+(\.[\w-]+)*$/.test(host) ? host : undefined;
  // IP addresses and hosts without a dot have no subdomains
  return subdomains === undefined || !/\.[a-z]/i.test(siteHost) ? undefined : siteHost.replace(/^www\./, '');
}

/** Matches cookie names that are valid in a Set-Cookie header. */
const SENDABLE_NAME = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;

/** Deletes the cookies of the given services. Ignores services that are unknown, unpublished or without a group. */
export async function clearCookies(site: Site, { cookies }: Visitor, serviceIds: readonly number[]): Promise<ClearedService[]> {
  const { services } = await readConfiguration(site);
  const requested = services.filter(({ id, status, groupId }) => serviceIds.includes(id) && status === 'publish' && groupId !== null);
  const sent = cookies.getNames().filter((name) => SENDABLE_NAME.test(name));
  return requested.map((service) => {
    const definitions = listDefinitions(service);
    // services without definitions return an empty list of cookies
    const types = new Map<string, Set<string>>(definitions.length === 0 ? [['http', new Set()]] : []);
    for (const { type, name, host } of definitions) {
      const names = types.get(type) ?? new Set<string>();
      types.set(type, names);
      if (type !== 'http' || name === '') continue;
      for (const cookie of sent.filter((sentName) => matchesPattern(name, sentName))) {
        const domain = findCookieDomain(host, site.config.siteUrl);
        cookies.clear(cookie, domain === undefined ? {} : { domain });
        names.add(cookie);
      }
    }
    return { serviceId: service.id, types: [...types].map(([type, cleared]) => ({ type, names: [...cleared] })) };
  });
}
