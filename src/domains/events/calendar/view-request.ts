import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { isDay } from './days.ts';
import { VIEW_ACTION } from './html/view.html.ts';
import { hasSameFilters, isViewSlug, keywordOf, type Place, placeOf } from './place.ts';

/** Request for a view (events.md 4.1). */
export interface ViewRequest {
  /** Address of the calendar page to show. */
  url: string;
  /** Name of the view; wins over the address. */
  view?: string | null | undefined;
  /** Overrides of single values. */
  viewData?: unknown;
  /** Address of the page that the client showed before. */
  previousUrl?: string | null | undefined;
  managesUrl?: boolean | null | undefined;
}

type Overrides = Readonly<Record<string, unknown>>;

const overridesOf = (viewData: unknown): Overrides =>
  typeof viewData === 'object' && viewData !== null && !Array.isArray(viewData) ? (viewData as Overrides) : {};

const textIn = (overrides: Overrides, name: string) => (typeof overrides[name] === 'string' ? overrides[name] : undefined);

/** Applies the overrides of a request to its address. If the filters differ from the previous page, the page number is 1 again. */
export function placeOfRequest(site: Site, request: ViewRequest): Place {
  const overrides = overridesOf(request.viewData);
  let place = placeOf(site, textIn(overrides, 'url') ?? request.url);
  const keyword = textIn(overrides, 'tribe-bar-search');
  const date = textIn(overrides, 'tribe-bar-date');
  if (keyword !== undefined) place = { ...place, keyword: keywordOf(keyword) };
  if (date !== undefined) place = { ...place, date: isDay(date) ? date : null, isWholeMonth: false };
  // an unknown view means the site's default view
  if (request.view)
    place = { ...place, view: isViewSlug(request.view) ? request.view : null, isPast: place.isPast && request.view === 'list' };
  const previous = textIn(overrides, 'prev_url') || request.previousUrl;
  if (previous && !hasSameFilters(place, placeOf(site, previous))) place = { ...place, page: 1 };
  return place;
}

const untrue = new Set(['0', 'false', 'no', 'off', '']);

/** True unless the request forbids that the client rewrites its address bar. */
export function mayManageUrl({ viewData, managesUrl }: ViewRequest): boolean {
  const said = overridesOf(viewData)['should_manage_url'];
  if (said === undefined || said === null) return managesUrl ?? true;
  return !untrue.has(typeof said === 'object' ? 'true' : String(said as string | number | boolean).toLowerCase());
}

/** Throws `forbidden` unless a nonce is valid for the viewer. The fallback may be a visitor's nonce from a cached page. */
export function checkViewNonces(site: Site, viewer: Viewer, nonce: string | null | undefined, fallback: string | null | undefined): void {
  const isGood =
    [nonce, fallback].some((one) => one && verifyNonce(site, viewer, VIEW_ACTION, one)) ||
    (fallback ? verifyNonce(site, anonymous, VIEW_ACTION, fallback) : false);
  if (!isGood) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
