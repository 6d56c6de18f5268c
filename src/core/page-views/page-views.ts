import type { Database } from '../db/database.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { madeOfNothing, notingIn } from '../caching/cache-dependencies.ts';
import type { ViewedPage } from '../caching/viewed-page.ts';

/** What a request says of itself that decides whether and where it is counted. None of it is kept. */
export interface PageRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

type Listener = (page: ViewedPage, request: PageRequest) => void;

const noListener = (): { tell: Listener | null } => ({ tell: null });

/** Whom `pageViewed` tells; one per site. */
export function onPageViewed(site: { db: Database }, listener: Listener): void {
  site.db.state.of(noListener).tell = listener;
}

/** Says that a public page was sent to someone who does not work on the site. Nothing waits for it, and it does not fail. */
export function pageViewed(site: { db: Database }, page: ViewedPage, request: PageRequest): void {
  // when it was looked at is nothing that the page depends on
  notingIn(madeOfNothing(), () => site.db.state.of(noListener).tell?.(page, request));
}
