import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { isDay } from './days.ts';
import { VIEW_ACTION } from './html/view.html.ts';
import { hasSameFilters, isViewSlug, normalizeKeyword, type CalendarQuery, parseCalendarUrl } from './calendar-query.ts';

/** Request for a view (docs/behaviour/events.md 4.1). */
export interface ViewRequest {
  /** URL of the calendar page to show. */
  url: string;
  /** Name of the view; takes precedence over the view in the URL. */
  view?: string | null | undefined;
  /** Values that replace those of the URL, by their wire names. */
  viewData?: unknown;
  /** URL of the page that the client showed before. */
  previousUrl?: string | null | undefined;
  /** True if the client may rewrite its address bar. */
  managesUrl?: boolean | null | undefined;
}

type Overrides = Readonly<Record<string, unknown>>;

const getOverrides = (viewData: unknown): Overrides =>
  typeof viewData === 'object' && viewData !== null && !Array.isArray(viewData) ? (viewData as Overrides) : {};

const getStringOverride = (overrides: Overrides, name: string) => (typeof overrides[name] === 'string' ? overrides[name] : undefined);

/** Returns the query of the request's URL with the overrides of the request. If the filters differ from the previous page, the page number is 1. */
export function parseCalendarQuery(site: Site, request: ViewRequest): CalendarQuery {
  const overrides = getOverrides(request.viewData);
  let query = parseCalendarUrl(site, getStringOverride(overrides, 'url') ?? request.url);
  const keyword = getStringOverride(overrides, 'tribe-bar-search');
  const date = getStringOverride(overrides, 'tribe-bar-date');
  if (keyword !== undefined) query = { ...query, keyword: normalizeKeyword(keyword) };
  if (date !== undefined) query = { ...query, date: isDay(date) ? date : null, isWholeMonth: false };
  // an unknown view means the site's default view
  if (request.view)
    query = { ...query, view: isViewSlug(request.view) ? request.view : null, isPast: query.isPast && request.view === 'list' };
  const previous = getStringOverride(overrides, 'prev_url') || request.previousUrl;
  if (previous && !hasSameFilters(query, parseCalendarUrl(site, previous))) query = { ...query, page: 1 };
  return query;
}

const falseStrings = new Set(['0', 'false', 'no', 'off', '']);

/** True unless the request states that the client must not rewrite its address bar. */
export function mayManageUrl({ viewData, managesUrl }: ViewRequest): boolean {
  const override = getOverrides(viewData)['should_manage_url'];
  if (override === undefined || override === null) return managesUrl ?? true;
  return !falseStrings.has(typeof override === 'object' ? 'true' : String(override as string | number | boolean).toLowerCase());
}

/** Throws `forbidden` unless a nonce is valid for the viewer. The fallback may be a visitor's nonce from a cached page. */
export function checkViewNonces(site: Site, viewer: Viewer, nonce: string | null | undefined, fallback: string | null | undefined): void {
  const isValid =
    [nonce, fallback].some((value) => value && verifyNonce(site, viewer, VIEW_ACTION, value)) ||
    (fallback ? verifyNonce(site, anonymous, VIEW_ACTION, fallback) : false);
  if (!isValid) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
