/**
 * Reason why a request was not sent or had no usable response. Use it in logs, or to distinguish refusals from failures, but never show it to
 * clients.
 */
export type OutgoingReason =
  | 'address'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'unresolved'
  | 'forbidden_host'
  | 'redirects'
  | 'timeout'
  | 'too_large'
  | 'encoded'
  | 'unreachable';

/** Thrown if an outgoing request has no usable response. The message contains the URL, so it must not be shown to clients. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, url: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause });
    this.reason = reason;
  }
}
