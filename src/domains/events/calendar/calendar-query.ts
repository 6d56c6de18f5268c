import type { Site } from '#app/site.ts';
import { type Day, isDay, isMonth } from './days.ts';

/** Names of the views of docs/behaviour/events.md 4.2, and of the additional view `week`. `reflector` returns data for scripts instead of a view. */
export const viewSlugs = ['list', 'month', 'day', 'week', 'latest-past', 'reflector'] as const;
/** Name of a view in URLs. */
export type ViewSlug = (typeof viewSlugs)[number];

/** Parsed URL of a calendar page. */
export interface CalendarQuery {
  /** Null for the site's default view. */
  view: ViewSlug | null;
  /** Null for today. */
  date: Day | null;
  /** True if the URL contains a month without a day. */
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

/** Query of the start page of the calendar. */
export const startPageQuery: CalendarQuery = {
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

const MAX_KEYWORD_LENGTH = 200;
/** Path segments with a special meaning. They end a path of categories. */
const reservedSegments = new Set([
  'list',
  'month',
  'day',
  'week',
  'today',
  'page',
  'category',
  'tag',
  'featured',
  'latest-past',
  'reflector',
]);

/** True if the string is the name of a view. */
export function isViewSlug(text: string): text is ViewSlug {
  return (viewSlugs as readonly string[]).includes(text);
}

const parsePage = (text: string | undefined) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);
const normalizeSlug = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());

/** Normalizes a keyword to one line of limited length. */
export function normalizeKeyword(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_KEYWORD_LENGTH);
}

function withDate(query: CalendarQuery, text: string): CalendarQuery {
  if (isDay(text)) return { ...query, date: text, isWholeMonth: false };
  return isMonth(text) ? { ...query, date: `${text}-01`, isWholeMonth: true } : query;
}

function withSegments(start: CalendarQuery, segments: readonly string[]): CalendarQuery {
  let query = start;
  for (let i = 0; i < segments.length; i += 1) {
    const segment = segments[i] as string;
    const next = segments[i + 1];
    if (segment === 'category' && next !== undefined) {
      const categories = [normalizeSlug(next)];
      i += 1;
      for (
        let subcategory = segments[i + 1];
        subcategory !== undefined && !reservedSegments.has(subcategory) && !isDay(subcategory) && !isMonth(subcategory);
        subcategory = segments[i + 1]
      ) {
        categories.push(normalizeSlug(subcategory));
        i += 1;
      }
      query = { ...query, categories };
    } else if (segment === 'tag' && next !== undefined) {
      query = { ...query, tag: normalizeSlug(next) };
      i += 1;
    } else if (segment === 'page') {
      query = { ...query, page: parsePage(next) };
      i += 1;
    } else if (segment === 'featured') query = { ...query, isFeatured: true };
    else if (segment === 'today') query = { ...query, view: 'day' };
    else if (isViewSlug(segment)) query = { ...query, view: segment };
    else if (isDay(segment)) query = withDate({ ...query, view: query.view === 'week' ? 'week' : 'day' }, segment);
    else if (isMonth(segment)) query = withDate({ ...query, view: 'month' }, segment);
  }
  return query;
}

function withParams(start: CalendarQuery, params: URLSearchParams): CalendarQuery {
  let query = start;
  const display = params.get('eventDisplay') ?? '';
  if (display === 'past') query = { ...query, view: 'list', isPast: true };
  else if (isViewSlug(display)) query = { ...query, view: display };
  query = withDate(query, params.get('eventDate') ?? '');
  query = withDate(query, params.get('tribe-bar-date') ?? '');
  if (params.has('paged')) query = { ...query, page: parsePage(params.get('paged') ?? undefined) };
  return { ...query, keyword: normalizeKeyword(params.get('tribe-bar-search') ?? '') };
}

/** Parses a calendar URL. Ignores unknown parts, the host, and a path that is not below `/events` (docs/behaviour/events.md 4.2). */
export function parseCalendarUrl(site: Pick<Site, 'config'>, calendarUrl: string): CalendarQuery {
  const url = URL.parse(calendarUrl, `${site.config.siteUrl}/`);
  if (!url) return startPageQuery;
  const base = `${new URL(site.config.siteUrl).pathname.replace(/\/$/, '')}/events`;
  const isCalendarPath = url.pathname === base || url.pathname.startsWith(`${base}/`);
  const segments = isCalendarPath
    ? url.pathname
        .slice(base.length)
        .split('/')
        .filter((segment) => segment !== '')
    : [];
  return withParams(withSegments(startPageQuery, segments), url.searchParams);
}

function buildViewPath({ view, date, page }: CalendarQuery): string {
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

const viewsWithDateInPath: ReadonlySet<ViewSlug> = new Set(['month', 'day', 'week']);

function buildParams({ view, date, isPast, keyword }: CalendarQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (isPast) params.set('eventDisplay', 'past');
  else if (view === 'latest-past' || view === 'reflector') params.set('eventDisplay', view);
  if (date !== null && (view === null || !viewsWithDateInPath.has(view))) params.set('tribe-bar-date', date);
  if (keyword !== '') params.set('tribe-bar-search', keyword);
  return params;
}

/** Returns the path below the site's URL, with the filters but without the query string. */
function buildPath(query: CalendarQuery): string {
  const { categories, tag, isFeatured } = query;
  const filters = `${categories.length > 0 ? `/category/${categories.join('/')}` : ''}${tag === null ? '' : `/tag/${tag}`}${isFeatured ? '/featured' : ''}`;
  return `/events${filters}${buildViewPath(query)}`;
}

/** Returns the absolute URL of a calendar page. `extraParams` are added to its query string. */
export function buildCalendarUrl(
  site: Pick<Site, 'config'>,
  query: CalendarQuery,
  extraParams: Readonly<Record<string, string>> = {},
): string {
  const params = buildParams(query);
  for (const [name, value] of Object.entries(extraParams)) params.set(name, value);
  const queryString = params.toString();
  return `${site.config.siteUrl}${buildPath(query)}${queryString === '' ? '' : `?${queryString}`}`;
}

/** True if both queries have the same filters. Ignores page, view and date. */
export function hasSameFilters(a: CalendarQuery, b: CalendarQuery): boolean {
  const serializeFilters = ({ categories, tag, isFeatured, keyword }: CalendarQuery) =>
    JSON.stringify([categories.at(-1) ?? null, tag, isFeatured, keyword]);
  return serializeFilters(a) === serializeFilters(b);
}
