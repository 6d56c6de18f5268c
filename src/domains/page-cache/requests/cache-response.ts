import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { SETTINGS } from '#app/core/db/changes/changes.ts';
import type { CacheDependencies, NotedPage } from '#app/core/caching/cache-dependencies.ts';
import { etagOf } from '#app/core/http/etag.ts';
import type { Site } from '#app/site.ts';
import { type CachedResponse, sizeOf } from '../store/cached-response.ts';
import { settingsOf, storeOf } from '../store/store.ts';
import type { CacheableRequest } from './cacheable-request.rules.ts';
import { nextMoment, tablesOfPassing } from './next-moments.ts';
import { type ResponseFacts, isExcluded, pageTypeOf } from './page-types.rules.ts';
import { dateOf, sharedHeaders } from './sending.ts';

const zipped = promisify(gzip);

/** A response in progress that may be cached. */
export interface PendingResponse {
  asked: CacheableRequest;
  madeOf: CacheDependencies;
  /** Change counter of the tables and time at the start. */
  tick: number;
  at: number;
  facts: ResponseFacts | null;
  /** Resumes the requests that wait for it. */
  end(): void;
}

/** Response headers that are not cached, because they depend on the caller or the time or are set on every response. */
const LEFT_OUT =
  /^(access-control-allow-(origin|methods|credentials)|vary|cache-control|etag|content-length|date|connection|keep-alive|x-ratelimit-.*|ratelimit.*|retry-after|x-page-cache.*|x-request-id|age)$/;

/** Returns the reason against caching a response, or null. */
function objection(
  { madeOf }: PendingResponse,
  facts: ResponseFacts | null,
  reply: FastifyReply,
  tables: readonly string[],
  site: Site,
): string | null {
  const { changes } = site.db;
  if (reply.statusCode !== 200) return 'it is not a successful response';
  if (facts === null) return 'nothing is known of it';
  if (madeOf.uncacheableReason !== null) return madeOf.uncacheableReason;
  if (reply.hasHeader('set-cookie')) return 'it sets a cookie';
  if (/no-store/.test(String(reply.getHeader('cache-control') ?? ''))) return 'it says so itself';
  if (isExcluded(pageTypeOf(facts), settingsOf(site))) return 'its type is left out';
  if (!changes.areReported(tables)) return `changes of ${tables.filter((table) => !changes.areReported([table])).join()} are not told`;
  return null;
}

/** Returns the tables of a response: those read for it, those read meanwhile by shared work, and those of time comparisons. */
function tablesOf({ madeOf, tick }: PendingResponse, site: Site): string[] {
  const passing = [...madeOf.timeDependencies].flatMap((one) => tablesOfPassing[one]);
  const meanwhile = site.db.changes.readSince(tick).filter((table) => !site.domains.some(({ workTables }) => workTables?.includes(table)));
  return [...new Set([...madeOf.tables, ...meanwhile, ...passing])];
}

/** Returns the ID of the content in the response. */
const objectIn = (text: string, { kind }: ResponseFacts): number | null =>
  kind === 'item' ? Number(/^\{"id":(\d{1,9}),/.exec(text)?.[1] ?? 0) || null : null;

/** Returns the facts of a cacheable page. */
const pageFacts = ({ isFeed }: NotedPage): ResponseFacts => ({ kind: isFeed ? 'document' : 'page', parameters: new Set() });

/** Caches a finished response if possible. Returns its facts, or the reason against it. */
export async function cacheResponse(
  site: Site,
  pending: PendingResponse,
  reply: FastifyReply,
  text: string,
): Promise<{ storedAt: Date } | { objection: string }> {
  const tables = tablesOf(pending, site);
  const { asked, at, tick, madeOf } = pending;
  const facts = pending.facts ?? (madeOf.page ? pageFacts(madeOf.page) : null);
  const objected = objection(pending, facts, reply, tables, site);
  if (objected !== null || facts === null) return { objection: objected ?? '' };
  const settings = settingsOf(site);
  const until = await nextMoment(site, madeOf.timeDependencies, at);
  const body = Buffer.from(text);
  const storedAt = new Date(at);
  const own = reply.getHeader('etag');
  const etag = typeof own === 'string' ? own : etagOf(text);
  const headers = [
    ...ownHeaders(reply),
    ...Object.entries(sharedHeaders).flat(),
    'X-Page-Cache-Date',
    dateOf(storedAt),
    ...(etag === null ? [] : ['ETag', etag]),
  ];
  const isAnonymous = !asked.hasQuery && !settings.savesHeaders;
  if (isAnonymous && !settings.isAnonymousEnabled) return { objection: 'anonymous answers are not kept' };
  const answer: Omit<CachedResponse, 'size'> = {
    key: hash('sha256', asked.name, 'hex'),
    bucket: isAnonymous ? 'anonymous' : 'visitor',
    directory: `${asked.host}${asked.path}`.replace(/\/+$/, ''),
    url: asked.name.slice(asked.name.indexOf(asked.host)),
    objectId: madeOf.page ? madeOf.page.objectId : objectIn(text, facts),
    view: madeOf.page?.view ?? null,
    pageType: pageTypeOf(facts),
    storedAt,
    headers,
    body,
    gzip: settings.isCompressed ? await zipped(body) : null,
    etag,
    isForOtherSites: reply.hasHeader('access-control-expose-headers'),
    tables: [...tables, SETTINGS],
    tick,
    until,
  };
  return storeOf(site).keep(asked.name, { ...answer, size: sizeOf(answer) }) ? { storedAt } : { objection: 'it has changed meanwhile' };
}

/** Returns the response headers to cache. */
function ownHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || LEFT_OUT.test(name) ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  );
}
