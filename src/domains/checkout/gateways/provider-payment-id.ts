import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import type { GatewayName } from './gateway.ts';

/** Returns the ID of a payment for its provider. A hash distinguishes it from the same ID on another site with the same provider account. */
export const buildProviderPaymentId = (site: KeyOwner, gateway: GatewayName, paymentId: number): string =>
  `${paymentId}-${createKeyedHash(site, `payment at ${gateway}`, String(paymentId)).slice(0, 20)}`;

/** Returns the payment's ID on this site. Null if the provider's ID belongs to another site. */
export function parseProviderPaymentId(site: Site, gateway: GatewayName, text: string): number | null {
  const id = Number.parseInt(text, 10);
  return id > 0 && id < 2 ** 31 && matchesAnyKey(site, (owner) => areEqualInConstantTime(text, buildProviderPaymentId(owner, gateway, id)))
    ? id
    : null;
}
