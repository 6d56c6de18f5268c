import type { OperationDefinitionNode } from 'graphql';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentLoaders, createContentLoaders } from '#app/domains/content/content.loaders.ts';
import { type Cookies, cookiesOf } from '#app/core/http/cookies.ts';
import type { LongLists } from '#app/core/http/long-list.ts';
import { createEventLoaders, type EventLoaders } from '#app/domains/events/event.loaders.ts';
import { createMapLoaders, type MapLoaders } from '#app/domains/maps/map.loaders.ts';
import type { Site } from '#app/site.ts';
import { createTicketLoaders, type TicketLoaders } from '#app/domains/tickets/ticket.loaders.ts';
import { createUserLoaders, type UserLoaders } from './user.loaders.ts';

/** What a resolver knows beside its arguments; made again for every request, shared by the sub-requests of one REST request. */
export interface Context {
  site: Site;
  viewer: Viewer;
  client: {
    ip: string;
    userAgent: string;
    /** Country that a trusted proxy names, two letters. */
    country?: string;
    /** Whether the browser asks not to be tracked: `DNT: 1` or `Sec-GPC`. */
    asksForPrivacy?: boolean;
    /** The request says `DNT: 1`. */
    doNotTrack?: boolean;
  };
  /** The cookies of the request; what is set here travels with the response. */
  cookies: Cookies;
  /** Batched and remembered reads of this request. */
  load: Loaders;
  /** What modules keep for this request (`per-request.ts`). */
  kept: Map<unknown, unknown>;
  /** Lists of the response that are written while it is sent. */
  longLists: LongLists;
  /** The documents of this request whose sign-ins were counted as attempts, by their operation. */
  countedSignIns: Map<OperationDefinitionNode, Promise<void>>;
  /** Names a write that its client may send again (`Idempotency-Key`); absent where it carries no key. */
  retryKey?: string;
  /** Asks again who sent the request, for responses that last; throws when the credentials no longer hold. */
  identifyAgain?: () => Promise<Viewer>;
}

type Loaders = ContentLoaders &
  UserLoaders & { calendar: EventLoaders; tickets: TicketLoaders; maps: MapLoaders; kept: Map<unknown, unknown> };

function loadersOf(site: Site, viewer: Viewer): Loaders {
  return {
    ...createContentLoaders(site, viewer),
    ...createUserLoaders(site),
    calendar: createEventLoaders(site),
    tickets: createTicketLoaders(site),
    maps: createMapLoaders(site),
    kept: new Map(),
  };
}

/** Forgets what was read, before the next of several responses to one request. */
export function renewLoaders(context: Context): void {
  context.load = loadersOf(context.site, context.viewer);
}

/** The context of one request. */
export function createContext(site: Site, viewer: Viewer, client: Context['client'], cookies = cookiesOf({})): Context {
  return { site, viewer, client, cookies, load: loadersOf(site, viewer), kept: new Map(), longLists: new Map(), countedSignIns: new Map() };
}
