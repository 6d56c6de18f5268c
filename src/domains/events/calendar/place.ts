import type { Site } from '#app/site.ts';
import { type Day, isDay, isMonth } from './days.ts';

/** Names of the views (events.md 4.2), and `week`. */
export const viewSlugs = ['list', 'month', 'day', 'week', 'latest-past', 'reflector'] as const;
/** Name of a view in addresses. */
export type ViewSlug = (typeof viewSlugs)[number];

/** Parsed address of a calendar page. */
export interface Place {
  /** Null = the site's default view. */
  view: ViewSlug | null;
  /** Null = today. */
  date: Day | null;
  /** True if the address contains a month without a day. */
  isWholeMonth: boolean;
  /** Page number, from 1. */
  page: number;
  /** True for events that have ended, latest first. */
  isPast: boolean;
  /** Slugs from the root category down. The last one is the filter. */
  categories: readonly string[];
  tag: string | null;
  isFeatured: boolean;
  keyword: string;
}

/** Start page of the calendar. */
export const frontPlace: Place = {
  view: null,
  date: null,
  isWholeMonth: false,
  page: 1,
  isPast: false,
  categories: [],
  tag: null,
  isFeatured: false,
  keyword: '',
};

const LONGEST_KEYWORD = 200;
const words = new Set(['list', 'month', 'day', 'week', 'today', 'page', 'category', 'tag', 'featured', 'latest-past', 'reflector']);

/** True if the text is the name of a view. */
export function isViewSlug(text: string): text is ViewSlug {
  return (viewSlugs as readonly string[]).includes(text);
}

const pageOf = (text: string | undefined) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);
const slugOf = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());

/** Normalizes a keyword to one line of limited length. */
export function keywordOf(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_KEYWORD);
}

function withDate(place: Place, text: string): Place {
  if (isDay(text)) return { ...place, date: text, isWholeMonth: false };
  return isMonth(text) ? { ...place, date: `${text}-01`, isWholeMonth: true } : place;
}

function withSegments(start: Place, segments: readonly string[]): Place {
  let place = start;
  for (let i = 0; i < segments.length; i += 1) {
    const segment = segments[i] as string;
    const next = segments[i + 1];
    if (segment === 'category' && next !== undefined) {
      const categories = [slugOf(next)];
      i += 1;
      for (
        let below = segments[i + 1];
        below !== undefined && !words.has(below) && !isDay(below) && !isMonth(below);
        below = segments[i + 1]
      ) {
        categories.push(slugOf(below));
        i += 1;
      }
      place = { ...place, categories };
    } else if (segment === 'tag' && next !== undefined) {
      place = { ...place, tag: slugOf(next) };
      i += 1;
    } else if (segment === 'page') {
      place = { ...place, page: pageOf(next) };
      i += 1;
    } else if (segment === 'featured') place = { ...place, isFeatured: true };
    else if (segment === 'today') place = { ...place, view: 'day' };
    else if (isViewSlug(segment)) place = { ...place, view: segment };
    else if (isDay(segment)) place = withDate({ ...place, view: place.view === 'week' ? 'week' : 'day' }, segment);
    else if (isMonth(segment)) place = withDate({ ...place, view: 'month' }, segment);
  }
  return place;
}

function withQuery(start: Place, query: URLSearchParams): Place {
  let place = start;
  const display = query.get('eventDisplay') ?? '';
  if (display === 'past') place = { ...place, view: 'list', isPast: true };
  else if (isViewSlug(display)) place = { ...place, view: display };
  place = withDate(place, query.get('eventDate') ?? '');
  place = withDate(place, query.get('tribe-bar-date') ?? '');
  if (query.has('paged')) place = { ...place, page: pageOf(query.get('paged') ?? undefined) };
  return { ...place, keyword: keywordOf(query.get('tribe-bar-search') ?? '') };
}

/** Parses a calendar address. Ignores unknown parts, and the whole address if it belongs to another site (events.md 4.2). */
export function placeOf(site: Pick<Site, 'config'>, address: string): Place {
  const url = URL.parse(address, `${site.config.siteUrl}/`);
  if (!url) return frontPlace;
  const base = `${new URL(site.config.siteUrl).pathname.replace(/\/$/, '')}/events`;
  const isBelow = url.pathname === base || url.pathname.startsWith(`${base}/`);
  const segments = isBelow
    ? url.pathname
        .slice(base.length)
        .split('/')
        .filter((segment) => segment !== '')
    : [];
  return withQuery(withSegments(frontPlace, segments), url.searchParams);
}

function viewPath({ view, date, page }: Place): string {
  const month = date?.slice(0, 7);
  switch (view) {
    case null:
      return page > 1 ? `/page/${page}/` : '/';
    case 'list':
      return page > 1 ? `/list/page/${page}/` : '/list/';
    case 'month':
      return month === undefined ? '/month/' : `/month/${month}/`;
    case 'day':
      return date === null ? '/today/' : `/${date}/`;
    case 'week':
      return date === null ? '/week/' : `/week/${date}/`;
    case 'latest-past':
    case 'reflector':
      return '/';
  }
}

/** Views with the date in their path. */
const hasDateInPath: ReadonlySet<ViewSlug> = new Set(['month', 'day', 'week']);

function queryOf({ view, date, isPast, keyword }: Place): URLSearchParams {
  const query = new URLSearchParams();
  if (isPast) query.set('eventDisplay', 'past');
  else if (view === 'latest-past' || view === 'reflector') query.set('eventDisplay', view);
  if (date !== null && (view === null || !hasDateInPath.has(view))) query.set('tribe-bar-date', date);
  if (keyword !== '') query.set('tribe-bar-search', keyword);
  return query;
}

/** Returns the path below the site's address, with the filters but without the query. */
function pathOf(place: Place): string {
  const { categories, tag, isFeatured } = place;
  const filters = `${categories.length > 0 ? `/category/${categories.join('/')}` : ''}${tag === null ? '' : `/tag/${tag}`}${isFeatured ? '/featured' : ''}`;
  return `/events${filters}${viewPath(place)}`;
}

/** Returns the whole address. `further` adds query parameters. */
export function addressOf(site: Pick<Site, 'config'>, place: Place, further: Readonly<Record<string, string>> = {}): string {
  const query = queryOf(place);
  for (const [name, value] of Object.entries(further)) query.set(name, value);
  const text = query.toString();
  return `${site.config.siteUrl}${pathOf(place)}${text === '' ? '' : `?${text}`}`;
}

/** True if both addresses have the same filters. Ignores page, view and date. */
export function hasSameFilters(one: Place, other: Place): boolean {
  const filters = ({ categories, tag, isFeatured, keyword }: Place) =>
    JSON.stringify([categories.at(-1) ?? null, tag, isFeatured, keyword]);
  return filters(one) === filters(other);
}
