/** A refusal that the route defines. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/**
 * A requirement of a route and its refusal. `parameter` is a parameter that must be true, such as the confirmation of a permanent deletion.
 * `nonceHeader` is a header that must contain a nonce if the request has a session cookie. The action of the nonce is the route's pattern.
 */
export type Requirement = Refusal & ({ parameter: string; nonceHeader?: undefined } | { nonceHeader: string; parameter?: undefined });
