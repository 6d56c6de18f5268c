import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isLocalIp } from '../core/http/client-ip.ts';
import { Failure } from '../core/failures/failure.ts';
import { getState } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** The turn of the request, during which the fair queue lets it run. Null while it waits and after the turn has ended. */
    turn?: { worth: number; end: (worth: number) => void } | null;
  }
}

/** Share of the process's time for expensive requests of one caller while others are active. */
const SHARE = 0.07;
/** Maximum number of concurrent requests of one caller while others are active. */
const MAX_AT_ONCE = 8;
/** Maximum number of waiting requests of one caller. */
const MAX_WAITING = 200;
/** Time after the last response until a caller counts as inactive. */
const INACTIVE_AFTER_MS = 500;
/** Maximum debt of a caller who does not have to wait. */
const MAX_DEBT_MS = 100;
/** Maximum worth of a request that is not expensive. The worth of a request is a number of plain requests, such as lists of ten. */
const MAX_PLAIN_WORTH = 4;
/** Maximum time between two checks of the waiting requests. */
const MAX_RECHECK_MS = 50;
const MAX_CALLERS = 20_000;

interface Account {
  /** Milliseconds of the process that expensive requests used beyond the share. */
  debt: number;
  /** Time of the last update of the debt. */
  updatedAt: number;
  /** Time of the caller's last request or response. */
  lastSeen: number;
  running: number;
  /** Recent cost of this caller's expensive requests in milliseconds, charged until the actual cost is known. */
  typicalCostMs: number;
  waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Schedules the requests of callers in one process. Plain requests never wait for more than a few requests of another caller. Expensive requests have
 * a fixed share of the time while others are active, and all of it otherwise. The cost of a request is its share of the measured thread time of all
 * requests, in proportion to its worth in plain requests. Thus shares do not depend on the speed of the machine.
 */
class FairShare {
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_CALLERS });
  /** Callers that were active at the last check. */
  readonly #active = new Set<Account>();
  #maxActive = 1000;
  #utilization = performance.eventLoopUtilization();
  #measuredWorth = 0;
  /** Milliseconds of the thread per plain request. */
  #msPerRequest = 2;

  /**
   * Waits for the caller's turn. Returns a function to call once when the work is done, with its worth in plain requests. Throws 429 `rate_limited`
   * if too many requests wait.
   */
  async enter(caller: string): Promise<(worth: number) => void> {
    const account = this.#accounts.get(caller) ?? {
      debt: 0,
      updatedAt: 0,
      lastSeen: 0,
      running: 0,
      typicalCostMs: 0,
      waiting: [],
      timer: undefined,
    };
    this.#accounts.set(caller, account);
    this.#markActive(account);
    if (account.waiting.length >= MAX_WAITING)
      throw new Failure('rate_limited', 429, 'Too many of your requests are waiting. Please wait.', { retryAfter: 1 });
    if (account.waiting.length > 0 || !this.#mayRun(account)) await this.#waitForTurn(account);
    else this.#begin(account);
    const charged = account.typicalCostMs;
    let hasEnded = false;
    return (worth) => {
      if (hasEnded) return;
      hasEnded = true;
      account.running -= 1;
      this.#markActive(account);
      this.#measure(worth);
      const cost = Math.max(0, worth - MAX_PLAIN_WORTH) * this.#msPerRequest;
      account.debt = Math.max(0, account.debt + cost - charged);
      account.typicalCostMs = (account.typicalCostMs + cost) / 2;
      if (account.waiting.length > 0) this.#runWaiting(account);
    };
  }

  #markActive(account: Account): void {
    account.lastSeen = performance.now();
    this.#active.add(account);
    if (this.#active.size > this.#maxActive) {
      this.#removeInactive();
      this.#maxActive = Math.max(1000, 2 * this.#active.size);
    }
  }

  /** Removes inactive callers. */
  #removeInactive(): void {
    const since = performance.now() - INACTIVE_AFTER_MS;
    for (const account of this.#active)
      if (account.running === 0 && account.waiting.length === 0 && account.lastSeen < since) this.#active.delete(account);
  }

  #begin(account: Account): void {
    account.running += 1;
    account.debt += account.typicalCostMs;
  }

  /** True if the caller may run a request now. */
  #mayRun(account: Account): boolean {
    this.#reduceDebt(account);
    if (account.debt <= MAX_DEBT_MS && account.running < MAX_AT_ONCE) return true;
    return !this.#subtractSharedDebt(account);
  }

  /** Reduces the debt by the share of the time since its last update. */
  #reduceDebt(account: Account): void {
    const now = performance.now();
    account.debt = Math.max(0, account.debt - (now - account.updatedAt) * SHARE);
    account.updatedAt = now;
  }

  /** Subtracts the lowest debt of all active callers from each of them. Returns true if the caller has to wait for others. */
  #subtractSharedDebt(account: Account): boolean {
    this.#removeInactive();
    const others = [...this.#active].filter((other) => other !== account);
    for (const other of others) this.#reduceDebt(other);
    const sharedDebt = Math.min(account.debt, ...others.map(({ debt }) => debt));
    for (const caller of [account, ...others]) caller.debt -= sharedDebt;
    return others.length > 0 && (account.debt > MAX_DEBT_MS || account.running >= MAX_AT_ONCE);
  }

  async #waitForTurn(account: Account): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    account.waiting.push(resolve);
    this.#runWaiting(account);
    await promise;
    // the process first sends the finished responses of other callers
    await nextTurn();
  }

  /** Starts the waiting requests that may run, and checks again later while other callers are active. */
  #runWaiting(account: Account): void {
    clearTimeout(account.timer);
    account.timer = undefined;
    while (account.waiting.length > 0 && this.#mayRun(account)) {
      this.#begin(account);
      account.waiting.shift()?.();
    }
    if (account.waiting.length === 0) return;
    const wait = Math.max(1, Math.min(MAX_RECHECK_MS, (account.debt - MAX_DEBT_MS) / SHARE));
    account.timer = setTimeout(() => this.#runWaiting(account), wait);
  }

  /** Updates the thread time of a plain request after each tenth of a second of work. */
  #measure(worth: number): void {
    this.#measuredWorth += Math.max(1, worth);
    const { active } = performance.eventLoopUtilization(this.#utilization);
    if (active < 100) return;
    this.#msPerRequest = Math.min(20, Math.max(0.2, (this.#msPerRequest + active / this.#measuredWorth) / 2));
    this.#measuredWorth = 0;
    this.#utilization = performance.eventLoopUtilization();
  }
}

/** Number of bytes of a response, and of a request body, that count as one plain request. */
const RESPONSE_BYTES = 15_000;
const BODY_BYTES = 100_000;

/** Gives each HTTP caller a fair share of the process. */
export interface FairQueue {
  /** Waits for the caller's turn, which ends with the response or the start of a stream. Local callers do not wait. */
  waitForTurn(request: FastifyRequest, caller: string): Promise<void>;
  /** Ends the turn of a request whose response is not sent by Fastify. */
  endTurn(request: FastifyRequest): void;
  /** Sets the worth of a request in plain requests. */
  setCost(request: FastifyRequest, worth: number): void;
}

/** Mounts the queue. Mount it before hooks that remove the body of responses. */
export function mountFairQueue(app: FastifyInstance): FairQueue {
  const share = new FairShare();
  const end = (request: FastifyRequest, bytes: number) => {
    const state = getState(request);
    const { turn } = state;
    if (!turn) return;
    state.turn = null;
    turn.end(Math.max(turn.worth, bytes / RESPONSE_BYTES + Number(request.headers['content-length'] ?? 0) / BODY_BYTES));
  };
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request, typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0);
    done(null, payload);
  });
  app.addHook('onResponse', async (request) => end(request, 0));
  app.addHook('onRequestAbort', async (request) => end(request, 0));
  return {
    async waitForTurn(request, caller) {
      // open streams authenticate repeatedly, but only take one turn
      const state = getState(request);
      if (isLocalIp(request.ip) || state.turn !== undefined) return;
      state.turn = null;
      state.turn = { worth: 1, end: await share.enter(caller) };
      // a caller who disconnected while waiting releases the turn
      if (request.raw.socket.destroyed) end(request, 0);
    },
    endTurn: (request) => end(request, 0),
    setCost(request, worth) {
      const { turn } = getState(request);
      if (turn) turn.worth = Math.max(turn.worth, worth);
    },
  };
}
