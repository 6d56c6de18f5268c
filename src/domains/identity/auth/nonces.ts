import { type Keeper, type Keepers, withAnyKey } from '#app/core/secrets/keeper.ts';
import { now } from '#app/core/time/clock.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';

/** Action of the nonce that lets a session cookie speak on REST and GraphQL. */
export const REST_ACTION = 'rest';

/** Whom a nonce is for: a viewer, or a user id with a session token (empty for other ways of signing in; id 0 = anonymous). */
export interface NonceHolder {
  readonly id: number;
  readonly sessionToken: string;
}

const TICK_SECONDS = 12 * 3600;
const secondsNow = () => now().getTime() / 1000;
const tickNow = () => Math.ceil(secondsNow() / TICK_SECONDS);

function nonceAt(site: Keeper, tick: number, holder: NonceHolder, action: string): string {
  return keyedHash(site, 'nonce', `${tick}|${action}|${holder.id}|${holder.sessionToken}`).slice(-12, -2);
}

/** The nonce of an action for a holder: 10 hex characters, good for 12 to 24 hours and any number of times (core-rest.md 6.5). */
export function createNonce(site: Keeper, holder: NonceHolder, action: string): string {
  return nonceAt(site, tickNow(), holder, action);
}

/** The nonce of an action for everybody who is not signed in. It is the same for all of them and stands in pages that are kept: half-days begin with a minute. */
export function createPublicNonce(site: Keeper, action: string): string {
  const tick = Math.ceil(now({ expiresWith: ['minute'] }).getTime() / 1000 / TICK_SECONDS);
  return nonceAt(site, tick, { id: 0, sessionToken: '' }, action);
}

/** Whether the nonce is one that this holder was given for this action in the present or the previous half-day. */
export function verifyNonce(site: Keepers, holder: NonceHolder, action: string, nonce: string): boolean {
  const tick = tickNow();
  return withAnyKey(site, (keeper) => [tick, tick - 1].some((one) => sameText(nonceAt(keeper, one, holder, action), nonce)));
}

/** Seconds for which a nonce made now will be accepted. */
export function nonceLifetime(): number {
  return Math.floor((tickNow() + 1) * TICK_SECONDS - secondsNow());
}
