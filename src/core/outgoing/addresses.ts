import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Documentation block of RFC 9637, which ipaddr.js does not list. */
const DOCUMENTATION = ipaddr.parseCIDR('3fff::/20') as [ipaddr.IPv6, number];

/**
 * Whether an IP address lies in the public internet. Everything set aside is refused: private, loopback, link-local, carrier, documentation,
 * benchmark, multicast and reserved blocks of IPv4; of IPv6 everything outside 2000::/3 (so loopback, unique-local, link-local, mapped,
 * compatible, NAT64) and inside it 6to4, Teredo and the like, because those carry an IPv4 address of anyone's choice (core-rest.md 9.2).
 * Text that is no address is refused.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads short and octal forms, which not every resolver reads alike
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  const v6 = address as ipaddr.IPv6;
  return (v6.parts[0] as number) >> 13 === 1 && v6.zoneId === undefined && !v6.match(DOCUMENTATION);
}
