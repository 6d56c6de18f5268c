import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { now } from '#app/core/time/clock.ts';
import { findHold, lockHold, holdNotFound } from '../tickets/holds/hold.record.ts';
import { lockPlaces } from '../tickets/lock-order.ts';
import { findEntryByOfferToken } from '../tickets/waiting-list/offer-path.ts';
import { createCheckoutIn, normalizeLocale, findOrCreateCheckout, type StartCheckoutResult } from './start-checkout.ts';

/**
 * Starts a checkout of places that were offered to an entry of a waiting list. The places are reserved until the offer expires. `token` is the token
 * of the entry, or the one in the mail with the offer. A repeated call returns the same checkout. Throws `hold_not_found` for an expired offer.
 */
export async function startCheckoutFromOffer(
  site: Site,
  token: string,
  { locale }: { locale?: string | null | undefined } = {},
): Promise<StartCheckoutResult> {
  const entryId = await findEntryByOfferToken(site, token);
  const offer = entryId === null ? await findHold(site, { token }) : await findHold(site, { entryId });
  if (!offer || offer.entryId === null || offer.expiresAt <= now()) throw holdNotFound();
  // derived from the offer, so that the link in the mail always opens the same checkout
  const checkoutToken = createKeyedHash(site, 'checkout of an offer', String(offer.id));
  return await findOrCreateCheckout(site, checkoutToken, true, () =>
    site.db.transaction(async (tx) => {
      await lockPlaces(tx, { ticketIds: offer.items.map(({ ticketId }) => ticketId) });
      return await createCheckoutIn(site, tx, await lockHold(tx, offer.id), checkoutToken, normalizeLocale(locale));
    }),
  );
}
