/** A refusal that the route defines. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/**
 * A parameter that must be true, such as the confirmation of a permanent deletion, or a header with a nonce of the route, which requests with a session
 * cookie must send; and the refusal otherwise. The action of the nonce is the route's pattern.
 */
export type Requirement = Refusal & ({ parameter: string; nonceHeader?: undefined } | { nonceHeader: string; parameter?: undefined });
