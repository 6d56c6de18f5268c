import type { Database } from '../db/database.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { createDependencies, trackDependencies } from '../caching/cache-dependencies.ts';
import type { ViewedPage } from '../caching/viewed-page.ts';

/** Facts of a request that decide whether and how it is counted. They are not stored. */
export interface PageRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

type Listener = (page: ViewedPage, request: PageRequest) => void;

const createListener = (): { listener: Listener | null } => ({ listener: null });

/** Sets the listener of `reportPageView`; one per site. */
export function onPageViewed(site: { db: Database }, listener: Listener): void {
  site.db.state.getOrCreate(createListener).listener = listener;
}

/** Reports that a public page was sent to a visitor who does not work on the site. Never waits and never throws. */
export function reportPageView(site: { db: Database }, page: ViewedPage, request: PageRequest): void {
  // the page does not depend on the counting
  trackDependencies(createDependencies(), () => site.db.state.getOrCreate(createListener).listener?.(page, request));
}
