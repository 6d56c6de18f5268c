import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getTicketing } from '../ticketing.ts';
import { findTermIdsBySlugOrId } from '../calendar-terms.ts';
import { startOfWeek } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTerm, type TermRecord } from '#app/domains/content/terms/term.record.ts';
import { defaultView, enabledViews } from './calendar.settings.ts';
import { buildDayView } from './day.view.ts';
import { getWeekStart } from './days.ts';
import { buildLatestPastView, withLatestPast } from './latest-past.view.ts';
import { buildListView } from './list.view.ts';
import { buildMonthView } from './month.view.ts';
import { buildCalendarUrl, startPageQuery, type CalendarQuery, type ViewSlug } from './calendar-query.ts';
import type { CalendarView, ViewPart, ViewContext } from './view.ts';
import type { ViewFilter } from './visible-events.ts';
import { buildWeekView } from './week.view.ts';

/** Filters of a calendar URL, with the terms loaded from the database. */
export interface Filters {
  filter: ViewFilter;
  category: TermRecord | null;
  tag: TermRecord | null;
  /** True if the URL names a category or tag that does not exist. */
  hasUnknownTerm: boolean;
}

async function findFilterTerm(
  site: Site,
  taxonomy: Taxonomy,
  slug: string | null,
): Promise<{ term: TermRecord | null; ids?: readonly number[] }> {
  if (slug === null) return { term: null };
  const term = await findTerm(site, taxonomy.name, slug);
  if (term?.slug !== slug) return { term: null, ids: [] };
  return { term, ids: taxonomy.isHierarchical ? await findTermIdsBySlugOrId(site, taxonomy, [slug], 'url') : [term.id] };
}

/** Returns the filters of a calendar URL, and loads their terms. The filter by category includes descendants. */
export async function loadFilters(site: Site, viewer: Viewer, query: CalendarQuery): Promise<Filters> {
  const category = await findFilterTerm(site, eventCategory, query.categories.at(-1) ?? null);
  const tagFilter = await findFilterTerm(site, tag, query.tag);
  return {
    filter: { viewer, keyword: query.keyword, isFeatured: query.isFeatured, categoryIds: category.ids, tagIds: tagFilter.ids },
    category: category.term,
    tag: tagFilter.term,
    hasUnknownTerm: [category, tagFilter].some(({ ids }) => ids?.length === 0),
  };
}

const reflectorPart: ViewPart = {
  body: { kind: 'reflector' },
  events: [],
  previous: null,
  next: null,
  period: { label: '', datetime: '' },
  messages: [],
  isEmpty: true,
};

async function buildPart(slug: ViewSlug, context: ViewContext): Promise<ViewPart> {
  switch (slug) {
    case 'list':
      return await buildListView(context);
    case 'month':
      return await buildMonthView(context);
    case 'day':
      return await buildDayView(context);
    case 'week':
      return await buildWeekView(context);
    case 'latest-past':
      return await buildLatestPastView(context);
    case 'reflector':
      return reflectorPart;
  }
}

function formatTitle(translate: Translate, { category, tag: tagTerm, filter }: Filters): string {
  const termNames = [category?.name, tagTerm?.name].filter((name) => name !== undefined).join(', ');
  const title = translate(filter.isFeatured ? 'calendar.titleFeatured' : 'calendar.title');
  return termNames === '' ? title : `${title}: ${termNames}`;
}

/**
 * Returns the view that a URL names, with the events that the viewer may see. Uses the site's default view if the URL names none
 * (docs/behaviour/events.md 4.2, 4.3).
 */
export async function loadCalendarView(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  requested: CalendarQuery,
  filters?: Filters,
): Promise<CalendarView> {
  const calendarFilters = filters ?? (await loadFilters(site, viewer, requested));
  const slug = requested.view ?? site.settings.get(defaultView);
  // all days of a week share the URL of its first day
  const query =
    slug === 'week' && requested.date !== null
      ? { ...requested, date: getWeekStart(requested.date, site.settings.get(startOfWeek)) }
      : requested;
  // `expiresWith`: a cached response expires when an event starts or ends, and every minute
  const nowLocal = toWallTime(now({ expiresWith: ['events', 'minute'] }), getSiteZone(site));
  const today = nowLocal.slice(0, 10);
  const context: ViewContext = { site, translate, filter: calendarFilters.filter, query, today, now: nowLocal };
  const part = await withLatestPast(slug, context, await buildPart(slug, context));
  // the week view and the reflector (a response for scripts) have no cards
  const eventsWithCards = part.body.kind === 'week' || part.body.kind === 'reflector' ? (part.latestPast ?? []) : part.events;
  const tickets = await getTicketing(site).findTicketSummaries(
    site,
    translate,
    eventsWithCards.map(({ id }) => id),
  );
  const firstPage = { ...query, date: null, isWholeMonth: false, page: 1, isPast: false };
  const selector = site.settings.get(enabledViews).map((view) => ({
    slug: view,
    label: translate(`calendar.view.${view}`),
    url: buildCalendarUrl(site, { ...firstPage, view, date: view === 'list' ? null : requested.date }),
  }));
  return {
    ...part,
    tickets,
    translate,
    slug,
    query,
    selector,
    today,
    now: nowLocal,
    label: translate(`calendar.view.${slug}`),
    title: formatTitle(translate, calendarFilters),
    category: calendarFilters.category,
    tag: calendarFilters.tag,
    url: buildCalendarUrl(site, { ...query, view: slug }),
    todayUrl: buildCalendarUrl(site, { ...firstPage, view: slug }),
    feedUrl: buildCalendarUrl(
      site,
      { ...startPageQuery, categories: query.categories, tag: query.tag, isFeatured: query.isFeatured, keyword: query.keyword },
      { ical: '1' },
    ),
  };
}
