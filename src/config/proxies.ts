import ipaddr from 'ipaddr.js';

/** Names of networks that Fastify supports. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 10;

const isNetwork = (text: string) => NETWORK_NAMES.has(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/**
 * Parses the trusted proxies for `X-Forwarded-For`. A number states how many proxies are between the service and its visitors; `true` means 1. The IP
 * address of a visitor is the one that the outermost proxy saw; earlier entries of the header are ignored. Adds a sentence to `faults` for an invalid
 * value.
 */
export function readProxies(text: string, faults: string[]): false | number | string[] {
  const value = text.trim().toLowerCase();
  if (['', 'false', 'no', '0'].includes(value)) return false;
  if (['true', 'yes'].includes(value)) return 1;
  if (/^\d{1,3}$/.test(value) && Number(value) <= MAX_HOPS) return Number(value);
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  faults.push(
    `TRUST_PROXY: must be the number of proxies (at most ${MAX_HOPS}), or their networks, separated by commas, such as 10.0.0.0/8, loopback`,
  );
  return false;
}
