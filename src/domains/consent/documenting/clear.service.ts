import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { definitionsOf } from '../configuration/meta.ts';
import type { Visitor } from './visitor.ts';

/** What a service had stored in a browser and was taken back, by kind of storage: names of what is gone. */
export interface ClearedService {
  serviceId: number;
  types: { type: string; names: string[] }[];
}

/** Whether a name fits a definition's, in which `*` stands for any run of characters. */
function fitsName(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/** The domain that a cookie of a definition belongs to; undefined = the host of the site alone. */
function domainOf(host: string, siteUrl: string): string | undefined {
  const own = new URL(siteUrl).hostname;
  const [named = '', subdomains] = host.split('+');
  if (named !== 'main' && named !== 'current') return /^\.?[\w-]+(\.[\w-]+)*$/.test(host) ? host : undefined;
  // a host without a dot, or an address, has no subdomains
  return subdomains === undefined || !/\.[a-z]/i.test(own) ? undefined : own.replace(/^www\./, '');
}

/** Names that a Set-Cookie header can say. */
const SENDABLE = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;

/** Takes back the cookies of published services of a group; what is no service, or has none of its cookies here, takes nothing back. */
export async function clearCookies(site: Site, { cookies }: Visitor, serviceIds: readonly number[]): Promise<ClearedService[]> {
  const { services } = await readConfiguration(site);
  const known = services.filter(({ id, status, groupId }) => serviceIds.includes(id) && status === 'publish' && groupId !== null);
  const sent = cookies.names().filter((name) => SENDABLE.test(name));
  return known.map((service) => {
    const definitions = definitionsOf(service);
    // what stores nothing is treated as what has no cookie here
    const types = new Map<string, Set<string>>(definitions.length === 0 ? [['http', new Set()]] : []);
    for (const { type, name, host } of definitions) {
      const gone = types.get(type) ?? new Set<string>();
      types.set(type, gone);
      if (type !== 'http' || name === '') continue;
      for (const cookie of sent.filter((one) => fitsName(name, one))) {
        const domain = domainOf(host, site.config.siteUrl);
        cookies.clear(cookie, domain === undefined ? {} : { domain });
        gone.add(cookie);
      }
    }
    return { serviceId: service.id, types: [...types].map(([type, names]) => ({ type, names: [...names] })) };
  });
}
