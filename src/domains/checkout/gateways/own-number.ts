import { type Keeper, withAnyKey } from '#app/core/secrets/keeper.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import type { GatewayName } from './gateway.ts';

/** The number of a payment as its provider gets it, marked as this site's own: others that share the account count from 1 as well. */
export const ownNumber = (site: Keeper, gateway: GatewayName, paymentId: number): string =>
  `${paymentId}-${keyedHash(site, `payment at ${gateway}`, String(paymentId)).slice(0, 20)}`;

/** The way back; null for a number that is not of this site. */
export function paymentOfNumber(site: Site, gateway: GatewayName, text: string): number | null {
  const id = Number.parseInt(text, 10);
  return id > 0 && id < 2 ** 31 && withAnyKey(site, (keeper) => sameText(text, ownNumber(keeper, gateway, id))) ? id : null;
}
