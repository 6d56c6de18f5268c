/**
 * True if a request comes from this machine: from a tool of the operator, or from a proxy that hides the IP addresses of all clients (see
 * TRUST_PROXY).
 */
export function isLocalIp(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip);
}
