import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IP address of a visitor in the forms that consents store (docs/behaviour/consent-queue-product.md 2.2). */
export interface VisitorAddress {
  family: 'ipv4' | 'ipv6';
  /** Normalized address. */
  full: string;
  /** The normalized address with its last group replaced by 0. */
  truncated: string;
}

/** Returns an address in its shortest form, without its zone. Converts IPv4-mapped addresses to IPv4. Does not shorten invalid addresses. */
function normalizeAddress(ip: string): string {
  const text = ip.trim().toLowerCase().replace(/%.*$/, '');
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}

/** Normalizes and truncates an address: `203.0.113.77` → `203.0.113.0`, `2001:db8::1:2` → `2001:db8::1:0`. */
export function parseVisitorAddress(ip: string): VisitorAddress {
  const full = normalizeAddress(ip);
  const family = full.includes(':') ? 'ipv6' : 'ipv4';
  const lastSeparator = full.lastIndexOf(family === 'ipv6' ? ':' : '.');
  return { family, full, truncated: `${full.slice(0, lastSeparator + 1)}0` };
}
