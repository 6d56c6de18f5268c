import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { SETTINGS_TABLE } from '#app/core/db/changes/changes.ts';
import type { CacheDependencies, VisitorPage } from '#app/core/caching/cache-dependencies.ts';
import { createWeakEtag } from '#app/core/http/etag.ts';
import type { Site } from '#app/site.ts';
import { type CachedResponse, computeSize } from '../store/cached-response.ts';
import { getSettings, getPageStore } from '../store/store.ts';
import type { CacheableRequest } from './cacheable-request.rules.ts';
import { findNextMoment, tablesOfTimeDependency } from './next-moments.ts';
import { type ResponseFacts, isExcluded, findPageType } from './page-types.rules.ts';
import { formatCacheDate, sharedHeaders } from './send-cached.ts';

const gzipAsync = promisify(gzip);

/** A response in progress that may be cached. */
export interface PendingResponse {
  request: CacheableRequest;
  dependencies: CacheDependencies;
  /** Value of the change counter of the tables when the request started. */
  tick: number;
  /** Time when the request started, in milliseconds. */
  at: number;
  facts: ResponseFacts | null;
  /** Resumes the requests that wait for the response. */
  end(): void;
}

/** Response headers that are not cached: they depend on the caller or the time, or are set on every response. */
const UNCACHED_HEADERS =
  /^(access-control-allow-(origin|methods|credentials)|vary|cache-control|etag|content-length|date|connection|keep-alive|x-ratelimit-.*|ratelimit.*|retry-after|x-page-cache.*|x-request-id|age)$/;

/** Returns the reason for not caching a response, or null if it may be cached. */
function findObjection(
  { dependencies }: PendingResponse,
  facts: ResponseFacts | null,
  reply: FastifyReply,
  tables: readonly string[],
  site: Site,
): string | null {
  const { changes } = site.db;
  if (reply.statusCode !== 200) return 'it is not a successful response';
  if (facts === null) return 'its kind is unknown';
  if (dependencies.uncacheableReason !== null) return dependencies.uncacheableReason;
  if (reply.hasHeader('set-cookie')) return 'it sets a cookie';
  if (/no-store/.test(String(reply.getHeader('cache-control') ?? ''))) return 'it has the header Cache-Control: no-store';
  if (isExcluded(findPageType(facts), getSettings(site))) return 'its type is excluded';
  if (!changes.areReported(tables)) return `changes of ${tables.filter((table) => !changes.areReported([table])).join()} are not reported`;
  return null;
}

/**
 * Returns the tables that a response depends on: the tables that were read for it, the tables that other work read at the same time, and the tables
 * of its time dependencies.
 */
function listTables({ dependencies, tick }: PendingResponse, site: Site): string[] {
  const timeTables = [...dependencies.timeDependencies].flatMap((dependency) => tablesOfTimeDependency[dependency]);
  const readMeanwhile = site.db.changes
    .getTablesReadSince(tick)
    .filter((table) => !site.domains.some(({ workTables }) => workTables?.includes(table)));
  return [...new Set([...dependencies.tables, ...readMeanwhile, ...timeTables])];
}

/** Returns the ID of the object in a JSON response, or null for other responses. */
const findContentId = (text: string, { kind }: ResponseFacts): number | null =>
  kind === 'item' ? Number(/^\{"id":(\d{1,9}),/.exec(text)?.[1] ?? 0) || null : null;

/** Returns the facts of a cacheable page. */
const getPageFacts = ({ isFeed }: VisitorPage): ResponseFacts => ({ kind: isFeed ? 'document' : 'page', parameters: new Set() });

/** Caches a finished response if possible. Returns the time of caching, or the reason for not caching it. */
export async function cacheResponse(
  site: Site,
  pending: PendingResponse,
  reply: FastifyReply,
  text: string,
): Promise<{ storedAt: Date } | { objection: string }> {
  const tables = listTables(pending, site);
  const { request, at, tick, dependencies } = pending;
  const facts = pending.facts ?? (dependencies.page ? getPageFacts(dependencies.page) : null);
  const objection = findObjection(pending, facts, reply, tables, site);
  if (objection !== null || facts === null) return { objection: objection ?? '' };
  const settings = getSettings(site);
  const until = await findNextMoment(site, dependencies.timeDependencies, at);
  const body = Buffer.from(text);
  const storedAt = new Date(at);
  const replyEtag = reply.getHeader('etag');
  const etag = typeof replyEtag === 'string' ? replyEtag : createWeakEtag(text);
  const headers = [
    ...listCacheableHeaders(reply),
    ...Object.entries(sharedHeaders).flat(),
    'X-Page-Cache-Date',
    formatCacheDate(storedAt),
    ...(etag === null ? [] : ['ETag', etag]),
  ];
  const isAnonymous = !request.hasQuery && !settings.savesHeaders;
  if (isAnonymous && !settings.isAnonymousEnabled) return { objection: 'anonymous responses are not cached' };
  const response: Omit<CachedResponse, 'size'> = {
    key: hash('sha256', request.cacheKey, 'hex'),
    bucket: isAnonymous ? 'anonymous' : 'visitor',
    directory: `${request.host}${request.path}`.replace(/\/+$/, ''),
    url: request.cacheKey.slice(request.cacheKey.indexOf(request.host)),
    objectId: dependencies.page ? dependencies.page.objectId : findContentId(text, facts),
    view: dependencies.page?.view ?? null,
    pageType: findPageType(facts),
    storedAt,
    headers,
    body,
    gzip: settings.isCompressed ? await gzipAsync(body) : null,
    etag,
    sendsCors: reply.hasHeader('access-control-expose-headers'),
    tables: [...tables, SETTINGS_TABLE],
    tick,
    until,
  };
  return getPageStore(site).add(request.cacheKey, { ...response, size: computeSize(response) })
    ? { storedAt }
    : { objection: 'its tables have changed meanwhile, or it is too large' };
}

/** Returns the response headers to cache. */
function listCacheableHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || UNCACHED_HEADERS.test(name) ? [] : [value].flat().flatMap((text) => [name, String(text)]),
  );
}
