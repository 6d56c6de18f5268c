import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { now } from '#app/core/time/clock.ts';
import { createDependencies, trackDependencies } from '#app/core/caching/cache-dependencies.ts';
import { reportPageView } from '#app/core/page-views/page-views.ts';
import type { Site } from '#app/site.ts';
import { addNote } from '../notes/notes.service.ts';
import type { PageCacheSettings } from '../settings/settings.ts';
import type { CachedResponse } from '../store/cached-response.ts';
import { getSettings, getPageStore } from '../store/store.ts';
import { type CacheableRequest, readCacheableRequest } from './cacheable-request.rules.ts';
import { serveBeforeFastify } from './serve-before-fastify.ts';
import { cacheResponse, type PendingResponse } from './cache-response.ts';
import type { ResponseFacts } from './page-types.rules.ts';
import { formatCacheDate, type Outcome, sendCached, sharedHeaders } from './send-cached.ts';

/**
 * Maximum size of responses that are sent without Fastify. A socket accepts a response of this size at once, so that no response is incomplete when
 * the service stops.
 */
const MAX_DIRECT_BYTES = 64 * 1024;
/** Maximum time for which a request waits for another request that renders the same response. */
const WAIT_MS = 1000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Response in progress if it may be cached, else null. */
    pendingResponse: PendingResponse | null;
  }
}

/** Declares the facts of a response. A JSON response without facts is not cached. */
export function describeResponse(request: FastifyRequest, facts: ResponseFacts): void {
  if (request.pendingResponse) request.pendingResponse.facts = facts;
}

/**
 * Mounts the cache for the routes for which `isCached` returns true. Sends cached responses before the caller is identified, and caches all other
 * responses when they are finished. Mount it before the hook that adds ETags.
 */
export function mountPageCache(app: FastifyInstance, site: Site, isCached: (request: FastifyRequest) => boolean): void {
  const store = getPageStore(site);
  const mainHost = new URL(site.config.siteUrl).host;
  const inProgress = new Map<string, Promise<void>>();
  app.decorateRequest('pendingResponse', null);
  const responses = new Counter({
    name: 'marquee_page_cache_answers_total',
    help: 'Responses that the page cache took part in, by outcome.',
    labelNames: ['outcome'],
    registers: [site.metrics],
  });

  serveBeforeFastify(app, (request, response) => {
    const settings = getSettings(site);
    // while debugging is on, Fastify handles all requests, so that they are noted
    if (!settings.isEnabled || !store.isOpen || settings.debugging.isOn) return false;
    const cacheable = readCacheableRequest(request, site, settings, mainHost);
    const cached = cacheable && store.find(cacheable.cacheKey, settings);
    if (!cached || cached.isStale || cached.response.body.length > MAX_DIRECT_BYTES) return false;
    sendCached(request, response, cached.response, 'HIT', settings);
    responses.inc({ outcome: 'HIT' });
    countView(cached.response, request);
    return true;
  });

  app.addHook('onRequest', (request, reply, done) => {
    const settings = getSettings(site);
    if (!settings.isEnabled) return done();
    const isCacheableRoute = request.method === 'GET' && isCached(request);
    const cacheable = isCacheableRoute ? readCacheableRequest(request.raw, site, settings, mainHost) : null;
    if (!cacheable) {
      if (isCacheableRoute) recordOutcome(request, reply, 'BYPASS');
      // isolates reads of this request from concurrent cacheable responses
      return trackDependencies(createDependencies(), done);
    }
    if (store.isOpen) return respond(request, reply, cacheable, settings, done);
    // until the store tracks changes, requests wait
    const opened = store.open().then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'the page cache cannot track changes, so nothing is cached');
        return false;
      },
    );
    void opened.then((isOpen) => setImmediate(isOpen ? () => respond(request, reply, cacheable, settings, done) : done));
  });

  /** Counts the page view of a cached response. */
  function countView({ view }: CachedResponse, { method = 'GET', headers }: IncomingMessage): void {
    if (view) reportPageView(site, view, { method, headers });
  }

  function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    cacheable: CacheableRequest,
    settings: PageCacheSettings,
    done: () => void,
    mayWait = true,
  ): void {
    const cached = store.find(cacheable.cacheKey, settings);
    const running = inProgress.get(cacheable.cacheKey);
    if (cached && (!cached.isStale || (running && settings.servesStale))) {
      const outcome = cached.isStale ? 'STALE' : 'HIT';
      if (settings.debugging.isOn) addNote(site, request.ip, `${outcome} ${request.url}`);
      reply.hijack();
      responses.inc({ outcome });
      countView(cached.response, request.raw);
      return sendCached(request.raw, reply.raw, cached.response, outcome, settings);
    }
    if (running && mayWait) {
      const retry = () => respond(request, reply, cacheable, settings, done, false);
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS).unref());
      void Promise.race([running, timeout]).then(retry);
      return;
    }
    render(request, cacheable, done);
  }

  function render(request: FastifyRequest, cacheable: CacheableRequest, done: () => void): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      if (inProgress.get(cacheable.cacheKey) === promise) inProgress.delete(cacheable.cacheKey);
      resolve();
    };
    inProgress.set(cacheable.cacheKey, promise);
    const dependencies = createDependencies();
    request.pendingResponse = { request: cacheable, dependencies, tick: site.db.changes.tick, at: now().getTime(), facts: null, end };
    trackDependencies(dependencies, done);
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const pending = request.pendingResponse;
    if (!pending) return payload;
    try {
      const result = typeof payload === 'string' ? await cacheResponse(site, pending, reply, payload) : { objection: 'it is not text' };
      if ('storedAt' in result) {
        reply.headers({ ...sharedHeaders, 'X-Page-Cache-Date': formatCacheDate(result.storedAt) });
        if (getSettings(site).isConditional) reply.header('Last-Modified', result.storedAt.toUTCString());
        recordOutcome(request, reply, 'MISS');
      } else recordOutcome(request, reply, 'BYPASS', result.objection);
    } catch (error) {
      request.log.warn({ err: error }, 'a response could not be cached');
    } finally {
      pending.end();
    }
    return payload;
  });

  app.addHook('onResponse', (request, _reply, done) => {
    request.pendingResponse?.end();
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    request.pendingResponse?.end();
    done();
  });
  app.addHook('onClose', () => store.close());

  function recordOutcome(request: FastifyRequest, reply: FastifyReply, outcome: Outcome, reason = ''): void {
    reply.header('X-Page-Cache', outcome);
    responses.inc({ outcome });
    if (getSettings(site).debugging.isOn) addNote(site, request.ip, `${outcome} ${request.url}${reason && ` (${reason})`}`);
  }
}
