import { isIP } from 'node:net';
import { type Network, getNetwork, type OutgoingSite } from './network.ts';
import { OutgoingError } from './outgoing-error.ts';

/** A URL that a request may go to, with the checked IP addresses to connect to. */
export interface Target {
  url: URL;
  addresses: readonly string[];
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 };

const getPort = (url: URL) => (url.port === '' ? defaultPorts[url.protocol] : Number(url.port));

/** True if a URL has the same host and port as `other`. Ignores the scheme. */
function hasSameHost(other: string, url: URL): boolean {
  const otherUrl = new URL(other);
  return otherUrl.hostname === url.hostname && getPort(otherUrl) === getPort(url);
}

/** Parses a URL. Throws an OutgoingError if it is invalid, has another scheme than http or https, or contains credentials. */
function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new OutgoingError('address', text);
  if (!(url.protocol in defaultPorts)) throw new OutgoingError('scheme', url.href);
  if (url.username !== '' || url.password !== '') throw new OutgoingError('credentials', url.origin);
  return url;
}

async function resolveAddresses({ resolve }: Network, url: URL): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  try {
    return await resolve(host);
  } catch (error) {
    throw new OutgoingError('unresolved', url.href, error);
  }
}

/**
 * Checks whether a request may go to a URL, and resolves its host (docs/behaviour/core-rest.md 9.2). The host and port of a URL in `allowedUrls` need
 * not be public.
 * @throws OutgoingError if the URL has another scheme than http or https, contains credentials, has a port that is not allowed, or a host with a
 * private IP address
 */
export async function checkTarget(site: OutgoingSite, text: string, allowedUrls: readonly string[] = []): Promise<Target> {
  const url = parseUrl(text);
  const network = getNetwork(site);
  const isAllowedUrl = allowedUrls.some((allowed) => hasSameHost(allowed, url));
  if (!isAllowedUrl && !hasSameHost(site.config.siteUrl, url) && !network.ports.has(getPort(url) as number))
    throw new OutgoingError('port', url.href);
  const addresses = await resolveAddresses(network, url);
  if (addresses.length === 0) throw new OutgoingError('unresolved', url.href);
  if (!isAllowedUrl && !addresses.every((address) => network.isAllowed(address))) throw new OutgoingError('forbidden_host', url.href);
  return { url, addresses };
}
