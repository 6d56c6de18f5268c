import { LRUCache } from 'lru-cache';
import { now } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Site } from '../site.ts';

/** Who guesses, and whose credentials. */
export interface Attempt {
  ip: string;
  login: string;
}

const LIMIT = 10;
const WINDOW_MS = 5 * 60_000;
const MOST_KEYS = 20_000;

interface Guesses {
  count: number;
  until: number;
}

const ledgers = new WeakMap<Site, LRUCache<string, Guesses>>();

function ledgerOf(site: Site): LRUCache<string, Guesses> {
  let ledger = ledgers.get(site);
  if (!ledger) ledgers.set(site, (ledger = new LRUCache({ max: MOST_KEYS })));
  return ledger;
}

const keyOf = ({ ip, login }: Attempt) => `${ip} ${login.trim().toLowerCase().slice(0, 100)}`;

/** Throws 429 `too_many_attempts` (with `retryAfter` in seconds) after ten wrong guesses within five minutes from one address for one login. */
export function checkAttempts(site: Site, attempt: Attempt): void {
  const guesses = ledgerOf(site).get(keyOf(attempt));
  const left = guesses ? guesses.until - now().getTime() : 0;
  if (!guesses || left <= 0 || guesses.count < LIMIT) return;
  throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', {
    retryAfter: Math.ceil(left / 1000),
  });
}

/** Counts a wrong guess. */
export function countWrongGuess(site: Site, attempt: Attempt): void {
  const ledger = ledgerOf(site);
  const key = keyOf(attempt);
  const time = now().getTime();
  const known = ledger.get(key);
  if (known && known.until > time) known.count += 1;
  else ledger.set(key, { count: 1, until: time + WINDOW_MS });
}

/** Takes one counted guess back: it was right after all. */
export function forgiveGuess(site: Site, attempt: Attempt): void {
  const known = ledgerOf(site).get(keyOf(attempt));
  if (known && known.count > 0) known.count -= 1;
}
