import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { answer } from '../db/columns.ts';
import { statement } from '../db/statement.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';

/** What of a site is needed here. */
interface SitePart {
  db: Database;
  log: Log;
  secretKey: string;
}

/**
 * Such a part of a limit is counted by a process alone before it asks the others, and as much is taken at a time afterwards. So nobody who asks little costs a
 * statement, a limit below it is exact, and eight processes miss a large one by 4 % at most.
 */
const PART = 200;
const SWEEP_MS = 60_000;
const MAX_CALLERS = 20_000;

const take = statement(
  'take_from_budget',
  `INSERT INTO request_budget AS b (key, taken, expires_at) VALUES ($1, $2::int, now() + $3::int * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET taken = CASE WHEN b.expires_at <= now() THEN excluded.taken ELSE b.taken + excluded.taken END,
      expires_at = CASE WHEN b.expires_at <= now() THEN excluded.expires_at ELSE b.expires_at END
    RETURNING taken, (EXTRACT(EPOCH FROM expires_at - now()) * 1000)::int AS "leftMs"`,
  answer({ taken: 'int', leftMs: 'int' }),
);
// without an index on the end of a count: rows are few, and each take changes one in place
const sweep = statement('sweep_budgets', 'DELETE FROM request_budget WHERE expires_at <= now()');

/** What this process knows of a caller's minute. */
interface Count {
  asked: number;
  /** How many of them may pass. */
  granted: number;
  /** Requests that other processes let pass, as far as they have reported. */
  elsewhere: number;
  isReported: boolean;
  /** Nothing is left for anyone. */
  isUsedUp: boolean;
  endsAt: number;
  asking: Promise<void> | undefined;
}

/** How often callers asked within their minute, counted by all processes on a server together. */
export class SharedRequests {
  readonly #site: SitePart;
  readonly #counts = new LRUCache<string, Count>({ max: MAX_CALLERS });
  /** What is asked here belongs to no request: no response is made of it. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #sweptAt = performance.now();

  constructor(site: SitePart) {
    this.#site = site;
  }

  /** Counts a request. Returns its number, more than `limit` when it is one too many, and in how many milliseconds the count ends. */
  async count(caller: string, limit: number, windowMs: number): Promise<{ current: number; ttl: number }> {
    let count = this.#counts.get(caller);
    if (!count || count.endsAt <= performance.now()) {
      const granted = Math.floor(limit / PART);
      const endsAt = performance.now() + windowMs;
      count = { asked: 0, granted, elsewhere: 0, isReported: granted === 0, isUsedUp: false, endsAt, asking: undefined };
      this.#counts.set(caller, count);
    }
    const asked = (count.asked += 1);
    while (asked > count.granted && !count.isUsedUp) {
      count.asking ??= this.#outside(() => this.#ask(caller, count, limit, windowMs)).finally(() => (count.asking = undefined));
      await count.asking;
    }
    const current = asked > count.granted ? limit + 1 : Math.min(limit, count.elsewhere + asked);
    return { current, ttl: Math.max(0, count.endsAt - performance.now()) };
  }

  async #ask(caller: string, count: Count, limit: number, windowMs: number): Promise<void> {
    const unreported = count.isReported ? 0 : count.granted;
    const more = Math.max(1, Math.floor(limit / PART), count.asked - count.granted);
    const wanted = unreported + more;
    try {
      const key = keyedHash(this.#site, 'request budget', caller);
      const [row] = await this.#site.db.rows(take, [key, wanted, windowMs]);
      const { taken, leftMs } = row!;
      const got = wanted - Math.max(0, taken - limit);
      count.isReported = true;
      count.isUsedUp = got < wanted;
      count.granted += Math.max(0, got - unreported);
      count.elsewhere = Math.max(0, Math.min(taken, limit) - count.granted);
      count.endsAt = performance.now() + leftMs;
      this.#sweep();
    } catch (error) {
      // requests are not refused because they cannot be counted together: until its end this process counts alone
      this.#site.log.warn({ err: error }, 'requests could not be counted together');
      count.granted = Math.max(count.granted, limit - count.elsewhere);
      count.isUsedUp = true;
    }
  }

  #sweep(): void {
    if (performance.now() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = performance.now();
    this.#site.db.rows(sweep).catch((error: unknown) => this.#site.log.debug({ err: error }, 'old counts could not be removed'));
  }
}
