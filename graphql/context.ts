import type { OperationDefinitionNode } from 'graphql';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentLoaders, createContentLoaders } from '#app/domains/content/content.loaders.ts';
import { type Cookies, createCookies } from '#app/core/http/cookies.ts';
import type { LongLists } from '#app/core/http/long-list.ts';
import { createEventLoaders, type EventLoaders } from '#app/domains/events/event.loaders.ts';
import { createMapLoaders, type MapLoaders } from '#app/domains/maps/map.loaders.ts';
import type { Site } from '#app/site.ts';
import { createTicketLoaders, type TicketLoaders } from '#app/domains/tickets/ticket.loaders.ts';
import { createUserLoaders, type UserLoaders } from './user.loaders.ts';

/** The context of resolvers. Each request creates one; the sub-requests of a REST request share it. */
export interface Context {
  site: Site;
  viewer: Viewer;
  client: {
    ip: string;
    userAgent: string;
    /** Two-letter code of the country that a trusted proxy reports. */
    country?: string;
    /** True if the browser asks not to be tracked: `DNT: 1` or `Sec-GPC`. */
    asksForPrivacy?: boolean;
    /** True if the request has the header `DNT: 1`. */
    doNotTrack?: boolean;
  };
  /** The cookies of the request. Cookies that are set here are sent with the response. */
  cookies: Cookies;
  /** Batched and cached reads of this request. */
  load: Loaders;
  /** Values that modules store for this request (`per-request.ts`). */
  values: Map<unknown, unknown>;
  /** Lists of the response that are streamed. */
  longLists: LongLists;
  /** The operations of this request whose sign-ins have already been counted as attempts. */
  countedSignIns: Map<OperationDefinitionNode, Promise<void>>;
  /** The `Idempotency-Key` of the request; absent if it has none. */
  retryKey?: string;
  /** Authenticates the sender again, for long-lasting responses such as subscriptions. Throws if the credentials are no longer valid. */
  identifyAgain?: () => Promise<Viewer>;
}

type Loaders = ContentLoaders &
  UserLoaders & { calendar: EventLoaders; tickets: TicketLoaders; maps: MapLoaders; values: Map<unknown, unknown> };

function createLoaders(site: Site, viewer: Viewer): Loaders {
  return {
    ...createContentLoaders(site, viewer),
    ...createUserLoaders(site),
    calendar: createEventLoaders(site),
    tickets: createTicketLoaders(site),
    maps: createMapLoaders(site),
    values: new Map(),
  };
}

/** Clears all cached reads before the next of several responses to one request. */
export function renewLoaders(context: Context): void {
  context.load = createLoaders(context.site, context.viewer);
}

/** Creates the context of one request. */
export function createContext(site: Site, viewer: Viewer, client: Context['client'], cookies = createCookies({})): Context {
  return {
    site,
    viewer,
    client,
    cookies,
    load: createLoaders(site, viewer),
    values: new Map(),
    longLists: new Map(),
    countedSignIns: new Map(),
  };
}
