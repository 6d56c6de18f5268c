import { type KeyOwner, type SiteWithKeys, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { now } from '#app/core/time/clock.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';

/** Action of the nonce that a session cookie needs on REST and GraphQL. */
export const REST_ACTION = 'rest';

/** Owner of a nonce, such as a viewer. */
export interface NonceOwner {
  /** User ID; 0 for anonymous callers. */
  readonly id: number;
  /** Empty without a session. */
  readonly sessionToken: string;
}

/** Length of a tick. All nonces that are created for an owner and an action within a tick are equal. */
const TICK_SECONDS = 12 * 3600;
const getSeconds = () => now().getTime() / 1000;
const getTick = () => Math.ceil(getSeconds() / TICK_SECONDS);

function createNonceAt(site: KeyOwner, tick: number, owner: NonceOwner, action: string): string {
  return createKeyedHash(site, 'nonce', `${tick}|${action}|${owner.id}|${owner.sessionToken}`).slice(-12, -2);
}

/** Creates a nonce for an action: 10 hex characters, valid for 12 to 24 hours and for any number of uses (docs/behaviour/core-rest.md 6.5). */
export function createNonce(site: KeyOwner, owner: NonceOwner, action: string): string {
  return createNonceAt(site, getTick(), owner, action);
}

/** Creates the nonce that all anonymous visitors share. Pages that contain it are cached until the next full minute. */
export function createPublicNonce(site: KeyOwner, action: string): string {
  const tick = Math.ceil(now({ expiresWith: ['minute'] }).getTime() / 1000 / TICK_SECONDS);
  return createNonceAt(site, tick, { id: 0, sessionToken: '' }, action);
}

/** True if the nonce was created for this owner and action in the current or the previous tick. */
export function verifyNonce(site: SiteWithKeys, owner: NonceOwner, action: string, nonce: string): boolean {
  const tick = getTick();
  return matchesAnyKey(site, (keyOwner) =>
    [tick, tick - 1].some((candidate) => areEqualInConstantTime(createNonceAt(keyOwner, candidate, owner, action), nonce)),
  );
}

/** Returns the number of seconds for which a nonce created now is valid. */
export function getNonceLifetime(): number {
  return Math.floor((getTick() + 1) * TICK_SECONDS - getSeconds());
}
