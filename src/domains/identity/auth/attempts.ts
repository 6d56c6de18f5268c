import { isLocal } from '#app/core/http/client-address.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { giveBackToBucket, networkOf, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';

/** Who guesses, and at what: a user by number, a name that nobody has, the password of a post. */
export interface Attempt {
  ip: string;
  at: string;
}

const lifeMs = 5 * 60_000;
const LIMIT = 10;
/** At everything together. */
const LIMIT_OF_ADDRESS = 30;
const LONGEST = 100;

/** What is guessed at where a name was given: login name and e-mail address of a user are the same thing. */
export function guessedAt(user: { id: number } | null, name: string): string {
  return user ? `user ${user.id}` : `name ${name.trim().toLowerCase().slice(0, LONGEST)}`;
}

/** What is counted, in the order in which it is locked. An address that may hide everybody is not counted by itself. */
function bucketsOf(kind: string, { ip, at }: Attempt): { what: string; limit: number }[] {
  const from = networkOf(ip);
  return [
    ...(isLocal(ip) ? [] : [{ what: `${kind} guesses of ${from}`, limit: LIMIT_OF_ADDRESS }]),
    { what: `${kind} guesses of ${from} at ${at}`, limit: LIMIT },
  ];
}

async function count(site: Site, tx: Tx, kind: string, attempt: Attempt): Promise<void> {
  for (const { what, limit } of bucketsOf(kind, attempt)) {
    const retryAfter = await takeFromBucket(site, tx, what, { limit, lifeMs });
    if (retryAfter !== null)
      throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });
  }
}

/**
 * Counts a guess of a kind, for all processes. Throws 429 `too_many_attempts` (with `retryAfter` in seconds) after ten within five minutes from
 * one address at the same thing, or thirty at all. What is worth protecting is counted before it is judged, so that guesses sent at the same
 * time cannot pass together, and `forgiveGuess` takes a right one back.
 */
export async function countGuess(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction((tx) => count(site, tx, kind, attempt));
}

/** Takes a counted guess back: it was right. */
export async function forgiveGuess(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction(async (tx) => {
    for (const { what } of bucketsOf(kind, attempt)) await giveBackToBucket(site, tx, what);
  });
}
