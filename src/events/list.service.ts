import type { Viewer } from '../auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { siteZone } from '../content/site-time.ts';
import { filterStatuses } from '../content/statuses.ts';
import { now } from '../core/clock.ts';
import { invalidArguments } from '../core/failure.ts';
import { postsPerPage } from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import { eventCategory, tag, type Taxonomy } from '../terms/taxonomies.ts';
import { termsNamed } from './calendar-terms.ts';
import type { EventOrder, EventQuery } from './event.list.ts';
import { unknownIds } from './input.checks.ts';
import { isGiven } from './inputs.ts';
import { eventKind } from './kinds.ts';
import type { LinkedQuery } from './linked.list.ts';
import { ticketingOfEvents } from './ticketing.ts';
import { effectiveBounds, type GivenBounds } from './window.rules.ts';

type Maybe<T> = T | null | undefined;

/** How statuses are chosen. */
export interface StatusWish {
  statuses?: Maybe<readonly string[]>;
  /** Who may write sees every status but `trash` when none is asked for; others see `publish`. */
  isEditorial?: Maybe<boolean>;
  /** Statuses that the viewer may not list become `publish` instead of being refused. */
  statusFallback?: Maybe<boolean>;
}

export interface EventListWish extends StatusWish, GivenBounds {
  page?: Maybe<number>;
  perPage?: Maybe<number>;
  orderBy?: Maybe<EventOrder>;
  order?: Maybe<'asc' | 'desc'>;
  wholeDays?: Maybe<boolean>;
  /** Wins over `wholeDays`. */
  exactTimes?: Maybe<boolean>;
  defaultWindow?: Maybe<boolean>;
  search?: Maybe<string>;
  /** Slugs or ids; unknown ones are refused. */
  categories?: Maybe<readonly string[]>;
  tags?: Maybe<readonly string[]>;
  categoryIds?: Maybe<readonly number[]>;
  tagIds?: Maybe<readonly number[]>;
  venueIds?: Maybe<readonly number[]>;
  organizerIds?: Maybe<readonly number[]>;
  isFeatured?: Maybe<boolean>;
  include?: Maybe<readonly number[]>;
  parentId?: Maybe<number>;
  allowUnknownParent?: Maybe<boolean>;
  isTicketed?: Maybe<boolean>;
  hasCoordinates?: Maybe<boolean>;
  near?: Maybe<{ latitude?: Maybe<number>; longitude?: Maybe<number> }>;
  includeHidden?: Maybe<boolean>;
}

export interface LinkedListWish extends StatusWish {
  page?: Maybe<number>;
  perPage?: Maybe<number>;
  search?: Maybe<string>;
  eventId?: Maybe<number>;
  allowUnknownEvent?: Maybe<boolean>;
  hasEvents?: Maybe<boolean>;
  onlyUpcoming?: Maybe<boolean>;
}

/** Every status that a list may ask for, besides the trash. */
const listed = filterStatuses.filter((status) => status !== 'any' && status !== 'trash');

/** The statuses of a list (events.md 2.5, 3.3). `all` = every one but `trash`. */
function statusesOf(viewer: Viewer, kind: ContentKind, wish: StatusWish): readonly string[] | 'all' {
  const mayEdit = viewer.can(kind.capabilities.edit);
  const words = [...new Set((wish.statuses ?? []).map((status) => status.trim()).filter((status) => status !== ''))];
  if (words.length === 0) return wish.isEditorial && mayEdit ? 'all' : ['publish'];
  const isAllowed = mayEdit ? words.every((word) => filterStatuses.includes(word)) : words.every((word) => word === 'publish');
  if (!isAllowed) {
    if (wish.statusFallback) return ['publish'];
    throw invalidArguments({ 'filter.statuses': 'These statuses cannot be listed.' });
  }
  // What is in the trash is in no list.
  return words.includes('any') ? 'all' : words.filter((word) => word !== 'trash');
}

/** The statuses as a caller would write them. */
export function statusWordsOf(statuses: readonly string[] | 'all'): readonly string[] {
  return statuses === 'all' ? listed : statuses;
}

const MOST_PER_PAGE = 100;

function pageOf(site: Site, wish: { page?: Maybe<number>; perPage?: Maybe<number> }): { page: number; perPage: number } {
  const page = wish.page ?? 1;
  const perPage = wish.perPage ?? site.settings.get(postsPerPage);
  if (page < 1) throw invalidArguments({ page: { code: 'rest_out_of_bounds', message: 'page must be greater than or equal to 1' } });
  if (perPage < 1 || perPage > MOST_PER_PAGE) {
    throw invalidArguments({
      perPage: { code: 'rest_out_of_bounds', message: `per_page must be between 1 (inclusive) and ${MOST_PER_PAGE} (inclusive)` },
    });
  }
  return { page, perPage };
}

async function termsOf(
  site: Site,
  taxonomy: Taxonomy,
  words: Maybe<readonly string[]>,
  ids: Maybe<readonly number[]>,
  argument: string,
): Promise<readonly number[] | undefined> {
  if (words?.length) return await termsNamed(site, taxonomy, words, argument);
  return ids?.length ? ids : undefined;
}

async function existing(site: Site, kind: string, ids: Maybe<readonly number[]>, argument: string): Promise<readonly number[] | undefined> {
  if (!ids?.length) return undefined;
  if ((await unknownIds(site, kind, ids)).length > 0) throw invalidArguments({ [argument]: `There is no such ${kind}.` });
  return ids;
}

function pointOf(near: EventListWish['near']): EventQuery['near'] {
  const { latitude, longitude } = near ?? {};
  if (isGiven(latitude) && isGiven(longitude)) return { latitude, longitude };
  if (isGiven(latitude)) throw invalidArguments({ 'filter.near.longitude': 'A latitude needs a longitude.' });
  if (isGiven(longitude)) throw invalidArguments({ 'filter.near.latitude': 'A longitude needs a latitude.' });
  return undefined;
}

function boundsOf(site: Site, wish: EventListWish): EventQuery['bounds'] {
  if (wish.include?.length) return {};
  const bounds = effectiveBounds({
    given: wish,
    wholeDays: wish.wholeDays === true && wish.exactTimes !== true,
    usesDefaults: wish.defaultWindow ?? false,
    siteZone: siteZone(site),
    now: now(),
  });
  if (typeof bounds === 'string') throw invalidArguments({ [`filter.${bounds}`]: 'This is no time.' });
  return bounds;
}

/** Checks what a list of events asks for and resolves it; refusals name the arguments of `eventPage`. */
export async function eventQueryOf(site: Site, viewer: Viewer, wish: EventListWish): Promise<EventQuery> {
  const statuses = statusesOf(viewer, eventKind, wish);
  const near = pointOf(wish.near);
  const isLocated = wish.hasCoordinates ?? undefined;
  const parentId = wish.parentId ?? undefined;
  if (parentId !== undefined && !wish.allowUnknownParent) await existing(site, eventKind.name, [parentId], 'filter.parentId');
  return {
    ...pageOf(site, wish),
    statuses,
    bounds: boundsOf(site, wish),
    orderBy: wish.orderBy ?? (wish.include?.length ? 'date' : isLocated && near ? 'distance' : 'start'),
    order: wish.order ?? 'asc',
    includesHidden: wish.includeHidden === true || ticketingOfEvents().managesAttendees(viewer),
    search: wish.search ?? undefined,
    categoryIds: await termsOf(site, eventCategory, wish.categories, wish.categoryIds, 'filter.categories'),
    tagIds: await termsOf(site, tag, wish.tags, wish.tagIds, 'filter.tags'),
    venueIds: await existing(site, 'venue', wish.venueIds, 'filter.venueIds'),
    organizerIds: await existing(site, 'organizer', wish.organizerIds, 'filter.organizerIds'),
    featured: wish.isFeatured ?? undefined,
    include: wish.include?.length ? wish.include : undefined,
    parentId,
    ticketed: wish.isTicketed ?? undefined,
    isLocated,
    near: isLocated ? near : undefined,
  };
}

/** Checks what a list of venues or organizers asks for and resolves it. */
export async function linkedQueryOf(site: Site, viewer: Viewer, kind: ContentKind, wish: LinkedListWish): Promise<LinkedQuery> {
  const statuses = statusesOf(viewer, kind, wish);
  const eventId = wish.eventId ?? undefined;
  if (eventId !== undefined && !wish.allowUnknownEvent) await existing(site, eventKind.name, [eventId], 'filter.eventId');
  return {
    ...pageOf(site, wish),
    statuses,
    search: wish.search ?? undefined,
    eventId,
    hasEvents: wish.hasEvents ?? undefined,
    upcomingIn: wish.onlyUpcoming ? (viewer.can(eventKind.capabilities.editOthers) ? 'all' : ['publish']) : undefined,
  };
}
