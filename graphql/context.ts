import type { Viewer } from '#app/auth/viewer.ts';
import { type ContentLoaders, createContentLoaders } from '#app/content/content.loaders.ts';
import { createEventLoaders, type EventLoaders } from '#app/events/event.loaders.ts';
import type { Site } from '#app/site.ts';
import { createUserLoaders, type UserLoaders } from './users/user.loaders.ts';

/** What a resolver knows beside its arguments; made anew for every request, shared by the sub-requests of one REST request. */
export interface Context {
  site: Site;
  viewer: Viewer;
  client: { ip: string; userAgent: string };
  /** Batched and remembered reads of this request. */
  load: ContentLoaders & UserLoaders & { calendar: EventLoaders };
}

/** The context of one request. */
export function createContext(site: Site, viewer: Viewer, client: Context['client']): Context {
  return { site, viewer, client, load: { ...createContentLoaders(site, viewer), ...createUserLoaders(site), calendar: createEventLoaders(site) } };
}
