/** Why a request did not leave, or gave nothing usable. For logs and for callers that tell refusals from failures; never for responses. */
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

/** A request of the guarded client that gave no response. The message names the address, so it is not to be shown to callers. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, url: string, cause?: unknown) {
    super(`${url}: ${reason}`, { cause });
    this.reason = reason;
  }
}
