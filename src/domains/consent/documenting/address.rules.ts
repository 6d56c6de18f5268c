/** Where somebody comes from, as a consent keeps it (section 2.2). */
export interface CallerAddress {
  family: 'ipv4' | 'ipv6';
  /** As it came. */
  whole: string;
  /** The last group replaced by 0. */
  truncated: string;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Takes the last group away: `203.0.113.77` → `203.0.113.0`, `2001:db8::1:2` → `2001:db8::1:0`. */
export function callerAddress(ip: string): CallerAddress {
  const whole = ip.trim().toLowerCase().replace(MAPPED, '').replace(/%.*$/, '');
  const family = whole.includes(':') ? 'ipv6' : 'ipv4';
  const last = family === 'ipv6' ? whole.lastIndexOf(':') : whole.lastIndexOf('.');
  return { family, whole, truncated: `${whole.slice(0, last + 1)}0` };
}
