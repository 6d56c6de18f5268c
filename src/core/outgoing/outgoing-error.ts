/** Why a request was not sent or had no usable response. For logs, and for callers that distinguish refusals from failures; never for responses. */
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

/** An outgoing request without a response. The message contains the address, so it must not be shown to callers. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, url: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause });
    this.reason = reason;
  }
}
