import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where someone comes from, as a consent keeps it (section 2.2). */
export interface CallerAddress {
  family: 'ipv4' | 'ipv6';
  /** In the one form that all ways to write it lead to. */
  whole: string;
  /** The last group replaced by 0. */
  truncated: string;
}

/** An address in its shortest form, without its zone; IPv4 within IPv6 as IPv4. What is not one stays. */
function inOneForm(ip: string): string {
  const text = ip.trim().toLowerCase().replace(/%.*$/, '');
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}

/** Takes the last group away: `203.0.113.77` → `203.0.113.0`, `2001:db8::1:2` → `2001:db8::1:0`. */
export function callerAddress(ip: string): CallerAddress {
  const whole = inOneForm(ip);
  const family = whole.includes(':') ? 'ipv6' : 'ipv4';
  const last = family === 'ipv6' ? whole.lastIndexOf(':') : whole.lastIndexOf('.');
  return { family, whole, truncated: `${whole.slice(0, last + 1)}0` };
}
