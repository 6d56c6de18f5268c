import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Documentation block of RFC 9637, which ipaddr.js does not list. */
const DOCUMENTATION = ipaddr.parseCIDR('3fff::/20') as [ipaddr.IPv6, number];

/**
 * True if an IP address is in the public internet. Excludes all special blocks of IPv4: private, loopback, link-local, carrier, documentation, benchmark,
 * multicast and reserved. Excludes IPv6 outside 2000::/3 (loopback, unique-local, link-local, mapped, compatible, NAT64). Within 2000::/3, excludes 6to4 and
 * Teredo, because their addresses embed an arbitrary IPv4 address (docs/behaviour/core-rest.md 9.2). False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads short and octal forms, which resolvers interpret differently
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  const v6 = address as ipaddr.IPv6;
  return (v6.parts[0] as number) >> 13 === 1 && v6.zoneId === undefined && !v6.match(DOCUMENTATION);
}
