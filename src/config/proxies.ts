import ipaddr from 'ipaddr.js';

/** Names of networks that Fastify supports. */
const named = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 10;

const isNetwork = (text: string) => named.has(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/**
 * Reads the trusted proxies for `X-Forwarded-For`. A number counts the proxies between the service and its visitors: the address that the outermost proxy saw
 * is the visitor's, and earlier entries are ignored. `true` is one proxy.
 */
export function readProxies(text: string, faults: string[]): false | number | string[] {
  const said = text.trim().toLowerCase();
  if (['', 'false', 'no', '0'].includes(said)) return false;
  if (['true', 'yes'].includes(said)) return 1;
  if (/^\d{1,3}$/.test(said) && Number(said) <= MAX_HOPS) return Number(said);
  const networks = said.split(',').map((one) => one.trim());
  if (networks.every(isNetwork)) return networks;
  faults.push(
    `TRUST_PROXY: must be the number of proxies (at most ${MAX_HOPS}), or their networks with commas, such as 10.0.0.0/8, loopback`,
  );
  return false;
}
