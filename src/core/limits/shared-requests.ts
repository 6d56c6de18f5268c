import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { rowShape } from '../db/columns.ts';
import { statement } from '../db/statement.ts';
import { createKeyedHash } from '../secrets/keyed-hash.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  db: Database;
  log: Log;
  secretKey: string;
}

/**
 * A process first allows 1/200 of a limit without asking the database. Then it reserves at least as much with each statement. Therefore callers with
 * few requests cost no statements, limits below 200 are exact, and eight processes together exceed a large limit by at most 4 %.
 */
const PARTS_OF_LIMIT = 200;
const SWEEP_MS = 60_000;
const MAX_CALLERS = 20_000;

const reserveStatement = statement(
  'take_from_budget',
  `INSERT INTO request_budget AS b (key, taken, expires_at) VALUES ($1, $2::int, now() + $3::int * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET taken = CASE WHEN b.expires_at <= now() THEN excluded.taken ELSE b.taken + excluded.taken END,
      expires_at = CASE WHEN b.expires_at <= now() THEN excluded.expires_at ELSE b.expires_at END
    RETURNING taken, (EXTRACT(EPOCH FROM expires_at - now()) * 1000)::int AS "leftMs"`,
  rowShape({ taken: 'int', leftMs: 'int' }),
);
// the expiry time has no index, because there are few rows, and without one each reservation can update its row in place
const deleteExpired = statement('sweep_budgets', 'DELETE FROM request_budget WHERE expires_at <= now()');

/** What this process knows about the requests of a caller in the current time window. */
interface Count {
  /** Requests that this process has counted. */
  counted: number;
  /** Requests that this process may still allow. */
  granted: number;
  /** Requests that other processes have reported as allowed. */
  others: number;
  /** True if the shared count in the database contains the requests that this process allowed without asking. */
  isReported: boolean;
  /** True if the limit is reached, so that no process may allow more. */
  isUsedUp: boolean;
  /** End of the window, in milliseconds of `performance.now()`. */
  endsAt: number;
  reserving: Promise<void> | undefined;
}

/** Counts the requests of each caller within a time window, over all processes on one database. */
export class SharedRequests {
  readonly #site: SitePart;
  readonly #counts = new LRUCache<string, Count>({ max: MAX_CALLERS });
  /** Runs statements outside the request, so that no response depends on them. */
  readonly #outsideRequest = AsyncLocalStorage.snapshot();
  #sweptAt = performance.now();

  constructor(site: SitePart) {
    this.#site = site;
  }

  /** Counts a request. Returns its number within the window (`limit` + 1 if the limit is exceeded), and the milliseconds until the window ends. */
  async count(caller: string, limit: number, windowMs: number): Promise<{ current: number; ttl: number }> {
    let count = this.#counts.get(caller);
    if (!count || count.endsAt <= performance.now()) {
      const granted = Math.floor(limit / PARTS_OF_LIMIT);
      const endsAt = performance.now() + windowMs;
      count = { counted: 0, granted, others: 0, isReported: granted === 0, isUsedUp: false, endsAt, reserving: undefined };
      this.#counts.set(caller, count);
    }
    const number = (count.counted += 1);
    while (number > count.granted && !count.isUsedUp) {
      count.reserving ??= this.#outsideRequest(() => this.#reserve(caller, count, limit, windowMs)).finally(
        () => (count.reserving = undefined),
      );
      await count.reserving;
    }
    const current = number > count.granted ? limit + 1 : Math.min(limit, count.others + number);
    return { current, ttl: Math.max(0, count.endsAt - performance.now()) };
  }

  async #reserve(caller: string, count: Count, limit: number, windowMs: number): Promise<void> {
    const unreported = count.isReported ? 0 : count.granted;
    const additional = Math.max(1, Math.floor(limit / PARTS_OF_LIMIT), count.counted - count.granted);
    const requested = unreported + additional;
    try {
      const key = createKeyedHash(this.#site, 'request budget', caller);
      const [row] = await this.#site.db.rows(reserveStatement, [key, requested, windowMs]);
      const { taken, leftMs } = row!;
      const reserved = requested - Math.max(0, taken - limit);
      count.isReported = true;
      count.isUsedUp = reserved < requested;
      count.granted += Math.max(0, reserved - unreported);
      count.others = Math.max(0, Math.min(taken, limit) - count.granted);
      count.endsAt = performance.now() + leftMs;
      this.#sweep();
    } catch (error) {
      // if the shared count fails, requests are not refused because of that: this process counts alone until the window ends
      this.#site.log.warn({ err: error }, 'requests could not be counted across processes');
      count.granted = Math.max(count.granted, limit - count.others);
      count.isUsedUp = true;
    }
  }

  #sweep(): void {
    if (performance.now() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = performance.now();
    this.#site.db.rows(deleteExpired).catch((error: unknown) => this.#site.log.debug({ err: error }, 'old counts could not be removed'));
  }
}
