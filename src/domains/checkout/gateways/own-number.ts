import { type Keeper, withAnyKey } from '#app/core/secrets/keeper.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import type { GatewayName } from './gateway.ts';

/** Returns a payment's ID for its provider, with a hash of this site. Other sites that share the account also count from 1. */
export const ownNumber = (site: Keeper, gateway: GatewayName, paymentId: number): string =>
  `${paymentId}-${keyedHash(site, `payment at ${gateway}`, String(paymentId)).slice(0, 20)}`;

/** Converts such an ID back. Returns null if it belongs to another site. */
export function paymentOfNumber(site: Site, gateway: GatewayName, text: string): number | null {
  const id = Number.parseInt(text, 10);
  return id > 0 && id < 2 ** 31 && withAnyKey(site, (keeper) => sameText(text, ownNumber(keeper, gateway, id))) ? id : null;
}
