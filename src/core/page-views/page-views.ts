import type { Database } from '../db/database.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { createDependencies, trackDependencies } from '../caching/cache-dependencies.ts';
import type { ViewedPage } from '../caching/viewed-page.ts';

/** Data of a request that decides whether and how a page view is counted. It is not stored. */
export interface PageRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

type Listener = (page: ViewedPage, request: PageRequest) => void;

const createListenerHolder = (): { listener: Listener | null } => ({ listener: null });

/** Sets the function that `reportPageView` calls. A site has only one. */
export function onPageViewed(site: { db: Database }, listener: Listener): void {
  site.db.state.getOrCreate(createListenerHolder).listener = listener;
}

/** Reports that a public page was sent to a visitor who does not work on the site. Never waits and never throws. */
export function reportPageView(site: { db: Database }, page: ViewedPage, request: PageRequest): void {
  // tables that are read for counting are not dependencies of the page
  trackDependencies(createDependencies(), () => site.db.state.getOrCreate(createListenerHolder).listener?.(page, request));
}
