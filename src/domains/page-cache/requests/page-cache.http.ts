import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { now } from '#app/core/time/clock.ts';
import { noDependencies, trackDependencies } from '#app/core/caching/cache-dependencies.ts';
import { pageViewed } from '#app/core/page-views/page-views.ts';
import type { Site } from '#app/site.ts';
import { note } from '../notes/notes.service.ts';
import type { PageCacheSettings } from '../settings/settings.ts';
import type { CachedResponse } from '../store/cached-response.ts';
import { settingsOf, storeOf } from '../store/store.ts';
import { type CacheableRequest, readCacheableRequest } from './cacheable-request.rules.ts';
import { beforeOthers } from './before-others.ts';
import { cacheResponse, type PendingResponse } from './cache-response.ts';
import type { ResponseFacts } from './page-types.rules.ts';
import { dateOf, type Outcome, sendCached, sharedHeaders } from './sending.ts';

/** Maximum size that a socket accepts at once, so that no response is incomplete when the service stops. */
const MAX_AT_ONCE = 64 * 1024;
/** Maximum time to wait for another request that renders the same response. */
const WAIT_MS = 1000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Response in progress, if it may be cached. */
    pendingResponse: PendingResponse | null;
  }
}

/** Declares the facts of a response. Without them, it is not cached. */
export function describeResponse(request: FastifyRequest, facts: ResponseFacts): void {
  if (request.pendingResponse) request.pendingResponse.facts = facts;
}

/**
 * Mounts the cache for these addresses. Sends cached responses before the caller is identified, and caches others when they are finished.
 * Mount it before the hook that adds ETags.
 */
export function mountPageCache(app: FastifyInstance, site: Site, isCached: (request: FastifyRequest) => boolean): void {
  const store = storeOf(site);
  const mainHost = new URL(site.config.siteUrl).host;
  const underWay = new Map<string, Promise<void>>();
  app.decorateRequest('pendingResponse', null);
  const answers = new Counter({
    name: 'marquee_page_cache_answers_total',
    help: 'Responses that the page cache took part in, by outcome.',
    labelNames: ['outcome'],
    registers: [site.metrics],
  });

  beforeOthers(app, (request, response) => {
    const settings = settingsOf(site);
    // debugging and responses that need several writes take the normal path
    if (!settings.isEnabled || !store.isOpen || settings.debugging.isOn) return false;
    const asked = readCacheableRequest(request, site, settings, mainHost);
    const found = asked && store.find(asked.name, settings);
    if (!found || found.isStale || found.answer.body.length > MAX_AT_ONCE) return false;
    sendCached(request, response, found.answer, 'HIT', settings);
    answers.inc({ outcome: 'HIT' });
    viewed(found.answer, request);
    return true;
  });

  app.addHook('onRequest', (request, reply, done) => {
    const settings = settingsOf(site);
    if (!settings.isEnabled) return done();
    const isMeant = request.method === 'GET' && isCached(request);
    const asked = isMeant ? readCacheableRequest(request.raw, site, settings, mainHost) : null;
    if (!asked) {
      if (isMeant) say(request, reply, 'BYPASS');
      // isolates reads of this request from concurrent cacheable responses
      return trackDependencies(noDependencies(), done);
    }
    if (store.isOpen) return answer(request, reply, asked, settings, done);
    // the very first request waits until changes are tracked
    const opened = store.open().then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'the page cache cannot follow what changes; nothing is kept');
        return false;
      },
    );
    void opened.then((isOpen) => setImmediate(isOpen ? () => answer(request, reply, asked, settings, done) : done));
  });

  /** Counts the page view of a cached response. */
  function viewed({ view }: CachedResponse, { method = 'GET', headers }: IncomingMessage): void {
    if (view) pageViewed(site, view, { method, headers });
  }

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: CacheableRequest,
    settings: PageCacheSettings,
    done: () => void,
    mayWait = true,
  ): void {
    const found = store.find(asked.name, settings);
    const running = underWay.get(asked.name);
    if (found && (!found.isStale || (running && settings.servesStale))) {
      const outcome = found.isStale ? 'STALE' : 'HIT';
      if (settings.debugging.isOn) note(site, request.ip, `${outcome} ${request.url}`);
      reply.hijack();
      answers.inc({ outcome });
      viewed(found.answer, request.raw);
      return sendCached(request.raw, reply.raw, found.answer, outcome, settings);
    }
    if (running && mayWait) {
      const again = () => answer(request, reply, asked, settings, done, false);
      const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS).unref());
      void Promise.race([running, late]).then(again);
      return;
    }
    make(request, asked, done);
  }

  function make(request: FastifyRequest, asked: CacheableRequest, done: () => void): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      if (underWay.get(asked.name) === promise) underWay.delete(asked.name);
      resolve();
    };
    underWay.set(asked.name, promise);
    const madeOf = noDependencies();
    request.pendingResponse = { asked, madeOf, tick: site.db.changes.tick, at: now().getTime(), facts: null, end };
    trackDependencies(madeOf, done);
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const pending = request.pendingResponse;
    if (!pending) return payload;
    try {
      const kept = typeof payload === 'string' ? await cacheResponse(site, pending, reply, payload) : { objection: 'it is not text' };
      if ('storedAt' in kept) {
        reply.headers({ ...sharedHeaders, 'X-Page-Cache-Date': dateOf(kept.storedAt) });
        if (settingsOf(site).isConditional) reply.header('Last-Modified', kept.storedAt.toUTCString());
        say(request, reply, 'MISS');
      } else say(request, reply, 'BYPASS', kept.objection);
    } catch (error) {
      request.log.warn({ err: error }, 'an answer could not be kept');
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

  function say(request: FastifyRequest, reply: FastifyReply, outcome: Outcome, why = ''): void {
    reply.header('X-Page-Cache', outcome);
    answers.inc({ outcome });
    if (settingsOf(site).debugging.isOn) note(site, request.ip, `${outcome} ${request.url}${why && ` (${why})`}`);
  }
}
