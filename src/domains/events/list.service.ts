import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { PageOptions } from '#app/core/db/lists/list.ts';
import { readableStatuses } from '../content/list.access.ts';
import { siteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { presentFor } from '#app/core/time/spoken-time.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTermIdsByWord, expandTermIds } from './calendar-terms.ts';
import type { EventQuery, EventScope } from './event.list.ts';
import { unknownIds } from './input.checks.ts';
import { isGiven } from './inputs.ts';
import { eventKind } from './kinds.ts';
import { type ListedStatuses, statusesOf, statusWordsOf, type StatusOptions } from './list.statuses.ts';
import type { LinkedQuery } from './linked.list.ts';
import { managesAttendees } from './attendance.ts';
import { boundNames, effectiveBounds, type GivenBounds } from './window.rules.ts';

type Maybe<T> = T | null | undefined;

/** A time interval that includes its start and excludes its end. */
export interface TimeWindow {
  from?: Maybe<Date>;
  until?: Maybe<Date>;
}

/** Unchecked options of a page of events. */
export interface EventListOptions extends StatusOptions, GivenBounds {
  page?: Maybe<number>;
  perPage?: Maybe<number>;
  orderBy?: EventQuery['orderBy'];
  order?: Maybe<'asc' | 'desc'>;
  wholeDays?: Maybe<boolean>;
  /** Wins over `wholeDays`. */
  exactTimes?: Maybe<boolean>;
  defaultWindow?: Maybe<boolean>;
  search?: Maybe<string>;
  /** Slugs or IDs; unknown ones cause an error. */
  categories?: Maybe<readonly string[]>;
  tags?: Maybe<readonly string[]>;
  categoryIds?: Maybe<readonly number[]>;
  tagIds?: Maybe<readonly number[]>;
  venueIds?: Maybe<readonly number[]>;
  organizerIds?: Maybe<readonly number[]>;
  isFeatured?: Maybe<boolean>;
  overlaps?: Maybe<TimeWindow>;
  include?: Maybe<readonly number[]>;
  parentId?: Maybe<number>;
  allowUnknownParent?: Maybe<boolean>;
  isTicketed?: Maybe<boolean>;
  hasCoordinates?: Maybe<boolean>;
  near?: Maybe<{ latitude?: Maybe<number>; longitude?: Maybe<number> }>;
  includeHidden?: Maybe<boolean>;
}

/** Unchecked options of a page of venues or organizers. */
export interface LinkedListOptions extends StatusOptions {
  page?: Maybe<number>;
  perPage?: Maybe<number>;
  search?: Maybe<string>;
  eventId?: Maybe<number>;
  allowUnknownEvent?: Maybe<boolean>;
  hasEvents?: Maybe<boolean>;
  onlyUpcoming?: Maybe<boolean>;
}

const MAX_PER_PAGE = 100;

function pageOf(site: Site, listing: { page?: Maybe<number>; perPage?: Maybe<number> }): { page: number; perPage: number } {
  const page = listing.page ?? 1;
  const perPage = listing.perPage ?? site.settings.get(postsPerPage);
  if (page < 1) throw invalidArguments({ page: { code: 'out_of_bounds', message: 'page must be greater than or equal to 1' } });
  if (perPage < 1 || perPage > MAX_PER_PAGE) {
    throw invalidArguments({
      perPage: { code: 'out_of_bounds', message: `perPage must be between 1 (inclusive) and ${MAX_PER_PAGE} (inclusive)` },
    });
  }
  return { page, perPage };
}

async function termConditionsOf(
  site: Site,
  taxonomy: Taxonomy,
  words: Maybe<readonly string[]>,
  ids: Maybe<readonly number[]>,
  argument: string,
): Promise<readonly number[] | undefined> {
  if (words?.length) return await findTermIdsByWord(site, taxonomy, words, argument);
  return ids?.length ? await expandTermIds(site, taxonomy, ids) : undefined;
}

async function existing(site: Site, kind: string, ids: Maybe<readonly number[]>, argument: string): Promise<readonly number[] | undefined> {
  if (!ids?.length) return undefined;
  if ((await unknownIds(site, kind, ids)).length > 0) throw invalidArguments({ [argument]: `There is no such ${kind}.` });
  return ids;
}

function pointOf(near: EventListOptions['near']): EventScope['near'] {
  const { latitude, longitude } = near ?? {};
  if (isGiven(latitude) && isGiven(longitude)) return { latitude, longitude };
  if (isGiven(latitude)) throw invalidArguments({ 'filter.near.longitude': 'A latitude needs a longitude.' });
  if (isGiven(longitude)) throw invalidArguments({ 'filter.near.latitude': 'A longitude needs a latitude.' });
  return undefined;
}

/** Checks a time window. Throws if it ends before it begins, or for years outside 1 to 9999. */
export function windowOf(window: Maybe<TimeWindow>, argument: string): EventScope['overlaps'] {
  const from = window?.from ?? undefined;
  const until = window?.until ?? undefined;
  for (const [name, moment] of Object.entries({ from, until })) {
    const year = moment?.getUTCFullYear() ?? 2000;
    if (year < 1 || year > 9999) throw invalidArguments({ [`${argument}.${name}`]: 'This is not a valid time.' });
  }
  if (from && until && until <= from) throw invalidArguments({ [`${argument}.until`]: 'A window ends after it begins.' });
  return from || until ? { from, until } : undefined;
}

/** Returns the current time for relative bounds and for the default window. */
function presentOf(listing: EventListOptions): Date {
  const given = boundNames.flatMap((name) => listing[name] ?? []);
  if (given.length > 0) return given.map(presentFor).at(-1) ?? now();
  if (!(listing.defaultWindow ?? false)) return now({ expiresWith: [] });
  // with whole days, the window moves when a day ends in any zone; otherwise every second
  return listing.wholeDays === true && listing.exactTimes !== true ? now({ expiresWith: ['quarter'] }) : now();
}

function boundsOf(site: Site, listing: EventListOptions): EventScope['bounds'] {
  if (listing.include?.length) return {};
  const bounds = effectiveBounds({
    given: listing,
    wholeDays: listing.wholeDays === true && listing.exactTimes !== true,
    usesDefaults: listing.defaultWindow ?? false,
    siteZone: siteZone(site),
    now: presentOf(listing),
  });
  if (typeof bounds === 'string') throw invalidArguments({ [`filter.${bounds}`]: 'This is not a time.' });
  return bounds;
}

async function selectionOf(
  site: Site,
  viewer: Viewer,
  listing: EventListOptions,
  statuses: readonly string[] | 'all',
): Promise<EventQuery> {
  const near = pointOf(listing.near);
  const isLocated = listing.hasCoordinates ?? undefined;
  const parentId = listing.parentId ?? undefined;
  if (parentId !== undefined && !listing.allowUnknownParent) await existing(site, eventKind.name, [parentId], 'filter.parentId');
  return {
    statuses,
    bounds: boundsOf(site, listing),
    overlaps: windowOf(listing.overlaps, 'filter.overlaps'),
    orderBy: listing.orderBy ?? (listing.include?.length ? 'date' : isLocated && near ? 'distance' : 'start'),
    order: listing.order ?? 'asc',
    includesHidden: listing.includeHidden === true || managesAttendees((capability) => viewer.can(capability)),
    search: listing.search ?? undefined,
    searchesProtected: viewer.can(eventKind.capabilities.editOthers),
    categoryIds: await termConditionsOf(site, eventCategory, listing.categories, listing.categoryIds, 'filter.categories'),
    tagIds: await termConditionsOf(site, tag, listing.tags, listing.tagIds, 'filter.tags'),
    venueIds: await existing(site, 'venue', listing.venueIds, 'filter.venueIds'),
    organizerIds: await existing(site, 'organizer', listing.organizerIds, 'filter.organizerIds'),
    isFeatured: listing.isFeatured,
    include: listing.include?.length ? listing.include : undefined,
    parentId,
    isTicketed: listing.isTicketed,
    isLocated,
    near: isLocated ? near : undefined,
  };
}

/** Checks and resolves the options of a page of events. Errors name the arguments of `eventPage`. */
export async function eventQueryOf(site: Site, viewer: Viewer, listing: EventListOptions): Promise<EventQuery & PageOptions> {
  const selection = await selectionOf(site, viewer, listing, statusesOf(viewer, eventKind, listing));
  return { ...selection, ...pageOf(site, listing) };
}

/** Does the same for a list without pages, which contains exactly the events that the viewer may read. */
export async function readableEventsOf(site: Site, viewer: Viewer, listing: EventListOptions): Promise<EventQuery> {
  const statuses = statusesOf(viewer, eventKind, listing, true);
  return { ...(await selectionOf(site, viewer, listing, statuses)), ...readableStatuses(viewer, eventKind.name, statusWordsOf(statuses)) };
}

/** Restricts a search to content that the viewer may read: matches and totals of other content would reveal it. */
export function searchedBy<Query extends ListedStatuses & { search?: string | null | undefined }>(
  viewer: Viewer,
  kind: ContentKind,
  query: Query,
): Query {
  return query.search?.trim() ? { ...query, ...readableStatuses(viewer, kind.name, statusWordsOf(query.statuses)) } : query;
}

/** Checks and resolves the options of a page of venues or organizers. */
export async function linkedQueryOf(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  listing: LinkedListOptions,
): Promise<LinkedQuery & PageOptions> {
  const selection = await linkedSelectionOf(site, viewer, listing, statusesOf(viewer, kind, listing));
  return { ...selection, ...pageOf(site, listing) };
}

/** Does the same for a list without pages, which contains exactly the records that the viewer may read. */
export async function readableLinkedOf(site: Site, viewer: Viewer, kind: ContentKind, listing: LinkedListOptions): Promise<LinkedQuery> {
  const statuses = statusesOf(viewer, kind, listing, true);
  return {
    ...(await linkedSelectionOf(site, viewer, listing, statuses)),
    ...readableStatuses(viewer, kind.name, statusWordsOf(statuses)),
  };
}

async function linkedSelectionOf(
  site: Site,
  viewer: Viewer,
  listing: LinkedListOptions,
  statuses: readonly string[] | 'all',
): Promise<LinkedQuery> {
  const eventId = listing.eventId ?? undefined;
  if (eventId !== undefined && !listing.allowUnknownEvent) await existing(site, eventKind.name, [eventId], 'filter.eventId');
  return {
    statuses,
    search: listing.search ?? undefined,
    searchesProtected: viewer.can(eventKind.capabilities.editOthers),
    eventId,
    hasEvents: listing.hasEvents ?? undefined,
    upcomingIn: listing.onlyUpcoming ? (viewer.can(eventKind.capabilities.editOthers) ? 'all' : ['publish']) : undefined,
  };
}
