/** True if a request comes from this machine: from a tool of the operator, or from a proxy that hides all clients behind one address (see TRUST_PROXY). */
export function isLocal(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip);
}
