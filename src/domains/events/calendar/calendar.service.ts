import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Say } from '#app/core/language/say.ts';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { ticketingOfEvents } from '../ticketing.ts';
import { findTermIdsByWord } from '../calendar-terms.ts';
import { startOfWeek } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTerm, type TermRecord } from '#app/domains/content/terms/term.record.ts';
import { defaultView, enabledViews } from './calendar.settings.ts';
import { dayView } from './day.view.ts';
import { weekStartOf } from './days.ts';
import { latestPastView, withLatestPast } from './latest-past.view.ts';
import { listView } from './list.view.ts';
import { monthView } from './month.view.ts';
import { addressOf, frontPlace, type Place, type ViewSlug } from './place.ts';
import type { CalendarView, ViewPart, ViewContext } from './view.ts';
import type { EventChoice } from './visible-events.ts';
import { weekView } from './week.view.ts';

/** Filters of a calendar address, with the terms loaded from the database. */
export interface Filters {
  choice: EventChoice;
  category: TermRecord | null;
  tag: TermRecord | null;
  /** True if the address names a category or tag that does not exist. */
  hasUnknownTerm: boolean;
}

async function termBehind(
  site: Site,
  taxonomy: Taxonomy,
  slug: string | null,
): Promise<{ term: TermRecord | null; ids?: readonly number[] }> {
  if (slug === null) return { term: null };
  const term = await findTerm(site, taxonomy.name, slug);
  if (term?.slug !== slug) return { term: null, ids: [] };
  return { term, ids: taxonomy.isHierarchical ? await findTermIdsByWord(site, taxonomy, [slug], 'url') : [term.id] };
}

/** Loads the terms by which a calendar address filters. The filter by category includes descendants. */
export async function filtersOf(site: Site, viewer: Viewer, place: Place): Promise<Filters> {
  const category = await termBehind(site, eventCategory, place.categories.at(-1) ?? null);
  const tagged = await termBehind(site, tag, place.tag);
  return {
    choice: { viewer, keyword: place.keyword, isFeatured: place.isFeatured, categoryIds: category.ids, tagIds: tagged.ids },
    category: category.term,
    tag: tagged.term,
    hasUnknownTerm: [category, tagged].some(({ ids }) => ids?.length === 0),
  };
}

const reflection: ViewPart = {
  body: { kind: 'reflector' },
  events: [],
  previous: null,
  next: null,
  period: { label: '', datetime: '' },
  messages: [],
  isEmpty: true,
};

async function partOf(slug: ViewSlug, context: ViewContext): Promise<ViewPart> {
  switch (slug) {
    case 'list':
      return await listView(context);
    case 'month':
      return await monthView(context);
    case 'day':
      return await dayView(context);
    case 'week':
      return await weekView(context);
    case 'latest-past':
      return await latestPastView(context);
    case 'reflector':
      return reflection;
  }
}

function titleOf(say: Say, { category, tag: tagged, choice }: Filters): string {
  const named = [category?.name, tagged?.name].filter((name) => name !== undefined).join(', ');
  const title = say(choice.isFeatured ? 'calendar.titleFeatured' : 'calendar.title');
  return named === '' ? title : `${title}: ${named}`;
}

/** Returns the view that an address names, with the events that the viewer may see. Without a view, uses the site's default view (events.md 4.2, 4.3). */
export async function calendarViewOf(site: Site, say: Say, viewer: Viewer, asked: Place, filters?: Filters): Promise<CalendarView> {
  const known = filters ?? (await filtersOf(site, viewer, asked));
  const slug = asked.view ?? site.settings.get(defaultView);
  // all days of a week share one view and one address
  const place =
    slug === 'week' && asked.date !== null ? { ...asked, date: weekStartOf(asked.date, site.settings.get(startOfWeek)) } : asked;
  const nowLocal = toWallTime(now({ expiresWith: ['events', 'minute'] }), siteZone(site));
  const today = nowLocal.slice(0, 10);
  const context: ViewContext = { site, say, choice: known.choice, place, today, now: nowLocal };
  const part = await withLatestPast(slug, context, await partOf(slug, context));
  // the week view and the reflector (a response for scripts) have no cards
  const withCards = part.body.kind === 'week' || part.body.kind === 'reflector' ? (part.latestPast ?? []) : part.events;
  const tickets = await ticketingOfEvents(site).findTicketSummaries(
    site,
    say,
    withCards.map(({ id }) => id),
  );
  const start = { ...place, date: null, isWholeMonth: false, page: 1, isPast: false };
  const selector = site.settings.get(enabledViews).map((view) => ({
    slug: view,
    label: say(`calendar.view.${view}`),
    url: addressOf(site, { ...start, view, date: view === 'list' ? null : asked.date }),
  }));
  return {
    ...part,
    tickets,
    say,
    slug,
    place,
    selector,
    today,
    now: nowLocal,
    label: say(`calendar.view.${slug}`),
    title: titleOf(say, known),
    category: known.category,
    tag: known.tag,
    url: addressOf(site, { ...place, view: slug }),
    todayUrl: addressOf(site, { ...start, view: slug }),
    feedUrl: addressOf(
      site,
      { ...frontPlace, categories: place.categories, tag: place.tag, isFeatured: place.isFeatured, keyword: place.keyword },
      { ical: '1' },
    ),
  };
}
