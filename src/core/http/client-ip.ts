/**
 * True if a request comes from this machine. Its sender is a tool of the operator or a proxy that hides all clients behind one address (see TRUST_PROXY).
 */
export function isLocalIp(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip);
}
