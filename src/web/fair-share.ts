import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isLocal } from '../core/http/client-address.ts';
import { Failure } from '../core/failures/failure.ts';
import { stateOf } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** Its turn while it runs; null before and after that. */
    turn?: { worth: number; end: (worth: number) => void } | null;
  }
}

/** Part of the time of a process that the expensive requests of one caller may take while others ask, too. */
const SHARE = 0.07;
/** Requests of one caller that run at a time while others ask, too. */
const MAX_AT_ONCE = 8;
/** Requests of one caller that wait for their turn. */
const MAX_WAITING = 200;
/** A caller whose last response is this long ago counts as gone. */
const QUIET_MS = 500;
/** Time that a caller may take in advance. */
const ADVANCE_MS = 100;
/** Plain requests (lists of ten) that one may count before it is expensive. */
const PLAIN = 4;
/** Longest time between two looks at whether who waits may go on. */
const LOOK_MS = 50;
const MAX_CALLERS = 20_000;

interface Account {
  /** Milliseconds of the process that expensive requests took beyond the share. */
  debt: number;
  /** When the debt was last looked at. */
  at: number;
  /** When the caller last asked or got a response. */
  seen: number;
  running: number;
  /** What a request of this caller took of late: so much is put down before it is known. */
  typical: number;
  waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Turns of callers at one process. Anyone who asks for plain things never waits for more than a few requests of another; anyone who asks for expensive ones
 * has a fixed share of the time while others ask, and all of it while nobody does. What expensive things take is measured by what all requests together
 * take of the thread, divided by what they are worth, so that it holds on slow and fast machines alike.
 */
class FairShare {
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_CALLERS });
  /** Who asks at the moment, as far as was looked. */
  readonly #asking = new Set<Account>();
  #mostAsking = 1000;
  #used = performance.eventLoopUtilization();
  #worth = 0;
  /** Milliseconds of the thread for what is worth one plain request. */
  #msEach = 2;

  /** Waits for the caller's turn; returns what is to be called once, when the work is done, with what it was worth in plain requests. Throws 429 `rate_limited` when too many wait. */
  async enter(caller: string): Promise<(worth: number) => void> {
    const account = this.#accounts.get(caller) ?? { debt: 0, at: 0, seen: 0, running: 0, typical: 0, waiting: [], timer: undefined };
    this.#accounts.set(caller, account);
    this.#note(account);
    if (account.waiting.length >= MAX_WAITING)
      throw new Failure('rate_limited', 429, 'Too many requests wait. Please wait.', { retryAfter: 1 });
    if (account.waiting.length > 0 || !this.#mayRun(account)) await this.#turn(account);
    else this.#begin(account);
    const putDown = account.typical;
    let isOver = false;
    return (worth) => {
      if (isOver) return;
      isOver = true;
      account.running -= 1;
      this.#note(account);
      this.#measure(worth);
      const took = Math.max(0, worth - PLAIN) * this.#msEach;
      account.debt = Math.max(0, account.debt + took - putDown);
      account.typical = (account.typical + took) / 2;
      if (account.waiting.length > 0) this.#look(account);
    };
  }

  #note(account: Account): void {
    account.seen = performance.now();
    this.#asking.add(account);
    if (this.#asking.size > this.#mostAsking) {
      this.#forget();
      this.#mostAsking = Math.max(1000, 2 * this.#asking.size);
    }
  }

  /** Leaves out those who ask no more. */
  #forget(): void {
    const since = performance.now() - QUIET_MS;
    for (const one of this.#asking) if (one.running === 0 && one.waiting.length === 0 && one.seen < since) this.#asking.delete(one);
  }

  #begin(account: Account): void {
    account.running += 1;
    account.debt += account.typical;
  }

  #mayRun(account: Account): boolean {
    this.#refill(account);
    if (account.debt <= ADVANCE_MS && account.running < MAX_AT_ONCE) return true;
    return !this.#settle(account);
  }

  #refill(account: Account): void {
    const now = performance.now();
    account.debt = Math.max(0, account.debt - (now - account.at) * SHARE);
    account.at = now;
  }

  /** Takes from all who ask what all of them owe alike, which is nobody's debt; returns whether the caller is still to wait for others. */
  #settle(account: Account): boolean {
    this.#forget();
    const others = [...this.#asking].filter((one) => one !== account);
    for (const one of others) this.#refill(one);
    const alike = Math.min(account.debt, ...others.map(({ debt }) => debt));
    for (const one of [account, ...others]) one.debt -= alike;
    return others.length > 0 && (account.debt > ADVANCE_MS || account.running >= MAX_AT_ONCE);
  }

  async #turn(account: Account): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    account.waiting.push(resolve);
    this.#look(account);
    await promise;
    // responses of others that are ready go out first
    await nextTurn();
  }

  /** Lets those go on that may, and looks again later while there are others. */
  #look(account: Account): void {
    clearTimeout(account.timer);
    account.timer = undefined;
    while (account.waiting.length > 0 && this.#mayRun(account)) {
      this.#begin(account);
      account.waiting.shift()?.();
    }
    if (account.waiting.length === 0) return;
    const wait = Math.max(1, Math.min(LOOK_MS, (account.debt - ADVANCE_MS) / SHARE));
    account.timer = setTimeout(() => this.#look(account), wait);
  }

  /** Learns what the thread takes for one plain request, of a tenth of a second and more at a time. */
  #measure(worth: number): void {
    this.#worth += Math.max(1, worth);
    const { active } = performance.eventLoopUtilization(this.#used);
    if (active < 100) return;
    this.#msEach = Math.min(20, Math.max(0.2, (this.#msEach + active / this.#worth) / 2));
    this.#worth = 0;
    this.#used = performance.eventLoopUtilization();
  }
}

/** Bytes of a response, and of a body, that are worth a plain request. */
const ANSWER_BYTES = 15_000;
const BODY_BYTES = 100_000;

/** Gives each caller of HTTP requests a fair share of the process. */
export interface FairQueue {
  /** Waits for the turn of the caller; tools of this machine itself have no turns. The turn ends with the response, or where a stream begins. */
  wait(request: FastifyRequest, caller: string): Promise<void>;
  /** Ends the turn of a request whose response is sent otherwise. */
  end(request: FastifyRequest): void;
  /** Says that a request is worth this many plain ones. */
  worth(request: FastifyRequest, plain: number): void;
}

/** Gives callers their turns. To be mounted before what takes bodies of responses away. */
export function mountFairQueue(app: FastifyInstance): FairQueue {
  const share = new FairShare();
  const end = (request: FastifyRequest, bytes: number) => {
    const state = stateOf(request);
    const one = state.turn;
    if (!one) return;
    state.turn = null;
    one.end(Math.max(one.worth, bytes / ANSWER_BYTES + Number(request.headers['content-length'] ?? 0) / BODY_BYTES));
  };
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request, typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0);
    done(null, payload);
  });
  app.addHook('onResponse', async (request) => end(request, 0));
  app.addHook('onRequestAbort', async (request) => end(request, 0));
  return {
    async wait(request, caller) {
      // an open stream asks again and again who listens
      const state = stateOf(request);
      if (isLocal(request.ip) || state.turn !== undefined) return;
      state.turn = null;
      state.turn = { worth: 1, end: await share.enter(caller) };
      // anyone who has hung up while waiting leaves the place to others
      if (request.raw.socket.destroyed) end(request, 0);
    },
    end: (request) => end(request, 0),
    worth(request, plain) {
      const one = stateOf(request).turn;
      if (one) one.worth = Math.max(one.worth, plain);
    },
  };
}
