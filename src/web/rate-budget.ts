import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';
import type { Viewer } from '../domains/identity/auth/viewer.ts';
import { isLocalIp } from '../core/http/client-ip.ts';
import { Failure } from '../core/failures/failure.ts';
import { SharedRequests } from '../core/limits/shared-requests.ts';
import { getState } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** The caller that the request is counted for. */
    caller?: string;
    budget?: BudgetState;
  }
}

const WINDOW_MS = 60_000;
const MAX_CALLERS = 20_000;

/** State of the budget of a caller. */
export interface BudgetState {
  limit: number;
  remaining: number;
  /** Number of seconds until the budget is complete again. */
  reset: number;
}

/** The budget of requests per minute of each caller, for REST and GraphQL together. */
export interface RateBudget {
  /**
   * Counts a request for its user, or for the IP address of visitors and of failed sign-ins. Repeated calls have no effect. Throws 429 `rate_limited`
   * if the budget is used up. The response has headers with limit, remaining and reset.
   */
  charge(request: FastifyRequest, viewer: Viewer | null): Promise<void>;
  /** Counts `times` further requests for the caller of a counted request. Throws 429 `rate_limited` as `charge` does. */
  chargeRequests(request: FastifyRequest, times: number): Promise<void>;
  /** Returns the budget of a counted request's caller, or null if there is no budget. */
  getState(request: FastifyRequest): BudgetState | null;
}

/** Returns the key of a caller: the user, or the IP address of a visitor. */
export const getCallerKey = (request: FastifyRequest, viewer: Viewer | null): string =>
  viewer?.signedIn ? `user ${viewer.id}` : `visitor ${request.ip}`;

/** Mounts the budget. With `SHARED_LIMITS`, the processes on one database count requests together. With a limit of 0, there is no budget. */
export async function mountRateBudget(app: FastifyInstance, site: Site): Promise<RateBudget> {
  const { rateLimit: limit, sharedLimits } = site.config;
  if (limit === 0) return { charge: async () => undefined, chargeRequests: async () => undefined, getState: () => null };
  await app.register(rateLimit, { global: false, cache: MAX_CALLERS });
  const countInProcess = app.createRateLimit({
    max: limit,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => getState(request).caller ?? request.ip,
  });
  const sharedCounter = sharedLimits ? new SharedRequests(site) : null;

  app.addHook('onSend', (request, reply, payload, done) => {
    const { budget } = getState(request);
    if (budget)
      void reply.headers({ 'RateLimit-Limit': budget.limit, 'RateLimit-Remaining': budget.remaining, 'RateLimit-Reset': budget.reset });
    done(null, payload);
  });

  async function countRequest(request: FastifyRequest): Promise<void> {
    // local callers are never refused, so other processes need not know their count
    if (sharedCounter && !isLocalIp(request.ip)) {
      const { current, ttl } = await sharedCounter.count(getState(request).caller ?? request.ip, limit, WINDOW_MS);
      return applyCount(request, current, ttl);
    }
    const state = await countInProcess(request);
    if (!state.isAllowed) applyCount(request, limit - state.remaining + Number(state.isExceeded), state.ttl);
  }

  function applyCount(request: FastifyRequest, current: number, ttlMs: number): void {
    const reset = Math.max(Math.ceil(ttlMs / 1000), 1);
    getState(request).budget = { limit, remaining: Math.max(0, limit - current), reset };
    if (current > limit && !isLocalIp(request.ip))
      throw new Failure('rate_limited', 429, 'Too many requests. Please wait.', { retryAfter: reset });
  }

  return {
    async charge(request, viewer) {
      const state = getState(request);
      if (state.caller !== undefined) return;
      state.caller = getCallerKey(request, viewer);
      await countRequest(request);
    },
    async chargeRequests(request, times) {
      for (let count = 0; count < times; count += 1) await countRequest(request);
    },
    getState: (request) => getState(request).budget ?? null,
  };
}
