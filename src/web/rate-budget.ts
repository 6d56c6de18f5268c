import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';
import type { Viewer } from '../domains/identity/auth/viewer.ts';
import { isLocal } from '../core/http/client-address.ts';
import { Failure } from '../core/failures/failure.ts';
import { SharedRequests } from '../core/limits/shared-requests.ts';
import { stateOf } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** Whom it is counted for. */
    caller?: string;
    budget?: Spent;
  }
}

const WINDOW_MS = 60_000;
const MAX_CALLERS = 20_000;

/** What is left of a caller's budget. */
export interface Spent {
  limit: number;
  remaining: number;
  /** Seconds until the budget is whole again. */
  reset: number;
}

/** The requests that one caller may send in a minute, on REST and GraphQL together. */
export interface RateBudget {
  /**
   * Counts a request, once: for the user who sent it, or for the address of visitors and of callers whose sign-in failed. Throws 429
   * `rate_limited` when the budget is used up. The response carries limit, remaining and reset.
   */
  spend(request: FastifyRequest, viewer: Viewer | null): Promise<void>;
  /** Counts what a request costs in addition to the one that it was counted as, for the caller that it was counted for. Throws as `spend`. */
  spendMore(request: FastifyRequest, times: number): Promise<void>;
  /** What the caller of a counted request has left by now; null where there is no budget. */
  left(request: FastifyRequest): Spent | null;
}

/** Who is counted: the user, or the address of visitors. */
export const callerOf = (request: FastifyRequest, viewer: Viewer | null): string =>
  viewer?.signedIn ? `user ${viewer.id}` : `visitor ${request.ip}`;

/** The budget of a caller, at all processes on a server together or at this one; with a limit of 0 there is no budget. */
export async function mountRateBudget(app: FastifyInstance, site: Site): Promise<RateBudget> {
  const { rateLimit: limit, sharedLimits } = site.config;
  if (limit === 0) return { spend: async () => undefined, spendMore: async () => undefined, left: () => null };
  await app.register(rateLimit, { global: false, cache: MAX_CALLERS });
  const countHere = app.createRateLimit({
    max: limit,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => stateOf(request).caller ?? request.ip,
  });
  const together = sharedLimits ? new SharedRequests(site) : null;

  app.addHook('onSend', (request, reply, payload, done) => {
    const { budget } = stateOf(request);
    if (budget)
      void reply.headers({ 'RateLimit-Limit': budget.limit, 'RateLimit-Remaining': budget.remaining, 'RateLimit-Reset': budget.reset });
    done(null, payload);
  });

  async function take(request: FastifyRequest): Promise<void> {
    // who is never refused need not be known elsewhere
    if (together && !isLocal(request.ip)) {
      const { current, ttl } = await together.count(stateOf(request).caller ?? request.ip, limit, WINDOW_MS);
      return note(request, current, ttl);
    }
    const state = await countHere(request);
    if (!state.isAllowed) note(request, limit - state.remaining + Number(state.isExceeded), state.ttl);
  }

  function note(request: FastifyRequest, current: number, ttlMs: number): void {
    const reset = Math.max(Math.ceil(ttlMs / 1000), 1);
    stateOf(request).budget = { limit, remaining: Math.max(0, limit - current), reset };
    if (current > limit && !isLocal(request.ip))
      throw new Failure('rate_limited', 429, 'Too many requests. Please wait.', { retryAfter: reset });
  }

  return {
    async spend(request, viewer) {
      const state = stateOf(request);
      if (state.caller !== undefined) return;
      state.caller = callerOf(request, viewer);
      await take(request);
    },
    async spendMore(request, times) {
      for (let taken = 0; taken < times; taken += 1) await take(request);
    },
    left: (request) => stateOf(request).budget ?? null,
  };
}
