import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Block of documentation addresses (RFC 9637), which ipaddr.js does not know. */
const DOCUMENTATION = ipaddr.parseCIDR('3fff::/20') as [ipaddr.IPv6, number];

/**
 * True if a string is an IP address in the public internet. False for all special blocks of IPv4: private, loopback, link-local, carrier,
 * documentation, benchmark, multicast and reserved. False for IPv6 outside 2000::/3: loopback, unique-local, link-local, mapped, compatible and
 * NAT64. False for 6to4 and Teredo within 2000::/3, because their addresses contain an arbitrary IPv4 address (docs/behaviour/core-rest.md 9.2).
 */
export function isPublicIp(text: string): boolean {
  // ipaddr.js also accepts short and octal forms, which resolvers interpret differently
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  const v6 = address as ipaddr.IPv6;
  return (v6.parts[0] as number) >> 13 === 1 && v6.zoneId === undefined && !v6.match(DOCUMENTATION);
}
