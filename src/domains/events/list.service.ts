import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { PageOptions } from '#app/core/db/lists/list.ts';
import { getReadableStatuses } from '../content/list.access.ts';
import { checkPage } from '../content/list.service.ts';
import { getSiteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { getCurrentTimeFor } from '#app/core/time/parse-time.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTermIdsBySlugOrId, expandTermIds } from './calendar-terms.ts';
import type { EventQuery, EventScope } from './event.list.ts';
import { findUnknownIds } from './input.checks.ts';
import { isGiven } from './inputs.ts';
import { eventKind } from './kinds.ts';
import { type ListedStatuses, getStatuses, listStatusNames, type StatusOptions } from './list.statuses.ts';
import type { LinkedQuery } from './linked.list.ts';
import { canManageAttendees } from './attendance.ts';
import { boundNames, computeBounds, type GivenBounds } from './window.rules.ts';

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
  /** True to widen the bounds to whole days in the site's zone. */
  wholeDays?: Maybe<boolean>;
  /** True to use exact bounds. Takes precedence over `wholeDays`. */
  exactTimes?: Maybe<boolean>;
  /** True to list events from yesterday on for two years if no bounds are given. */
  defaultWindow?: Maybe<boolean>;
  search?: Maybe<string>;
  /** Slugs or IDs; an unknown value causes an error. */
  categories?: Maybe<readonly string[]>;
  tags?: Maybe<readonly string[]>;
  categoryIds?: Maybe<readonly number[]>;
  tagIds?: Maybe<readonly number[]>;
  venueIds?: Maybe<readonly number[]>;
  organizerIds?: Maybe<readonly number[]>;
  isFeatured?: Maybe<boolean>;
  overlaps?: Maybe<TimeWindow>;
  /** IDs of events. If given, the bounds are ignored. */
  include?: Maybe<readonly number[]>;
  parentId?: Maybe<number>;
  /** True if an unknown `parentId` matches nothing instead of causing an error. */
  allowUnknownParent?: Maybe<boolean>;
  isTicketed?: Maybe<boolean>;
  /** True to list only events whose first venue has coordinates. False does not filter. */
  hasCoordinates?: Maybe<boolean>;
  /** Origin of distances, in degrees. Only used with `hasCoordinates`. */
  near?: Maybe<{ latitude?: Maybe<number>; longitude?: Maybe<number> }>;
  /** True to include events that are hidden from listings. Users who may manage attendees always get them. */
  includeHidden?: Maybe<boolean>;
}

/** Unchecked options of a page of venues or organizers. */
export interface LinkedListOptions extends StatusOptions {
  page?: Maybe<number>;
  perPage?: Maybe<number>;
  search?: Maybe<string>;
  eventId?: Maybe<number>;
  /** True if an unknown `eventId` matches nothing instead of causing an error. */
  allowUnknownEvent?: Maybe<boolean>;
  /** True for venues or organizers with events, false for those without. */
  hasEvents?: Maybe<boolean>;
  /** True to list only venues or organizers of upcoming events. */
  onlyUpcoming?: Maybe<boolean>;
}

function readPage(site: Site, { page, perPage }: { page?: Maybe<number>; perPage?: Maybe<number> }): PageOptions {
  const options = { page: page ?? 1, perPage: perPage ?? site.settings.get(postsPerPage) };
  checkPage(options);
  return options;
}

async function resolveTermIds(
  site: Site,
  taxonomy: Taxonomy,
  slugsOrIds: Maybe<readonly string[]>,
  ids: Maybe<readonly number[]>,
  argument: string,
): Promise<readonly number[] | undefined> {
  if (slugsOrIds?.length) return await findTermIdsBySlugOrId(site, taxonomy, slugsOrIds, argument);
  return ids?.length ? await expandTermIds(site, taxonomy, ids) : undefined;
}

async function checkIds(site: Site, kind: string, ids: Maybe<readonly number[]>, argument: string): Promise<readonly number[] | undefined> {
  if (!ids?.length) return undefined;
  if ((await findUnknownIds(site, kind, ids)).length > 0) throw invalidArguments({ [argument]: `There is no such ${kind}.` });
  return ids;
}

function checkPoint(near: EventListOptions['near']): EventScope['near'] {
  const { latitude, longitude } = near ?? {};
  if (isGiven(latitude) && isGiven(longitude)) return { latitude, longitude };
  if (isGiven(latitude)) throw invalidArguments({ 'filter.near.longitude': 'A latitude needs a longitude.' });
  if (isGiven(longitude)) throw invalidArguments({ 'filter.near.latitude': 'A longitude needs a latitude.' });
  return undefined;
}

/**
 * Returns the checked time window; undefined if it has no bounds. Throws `invalid_arguments` if it does not end after its start, or for
 * years outside 1 to 9999.
 */
export function checkWindow(window: Maybe<TimeWindow>, argument: string): EventScope['overlaps'] {
  const from = window?.from ?? undefined;
  const until = window?.until ?? undefined;
  for (const [name, moment] of Object.entries({ from, until })) {
    const year = moment?.getUTCFullYear() ?? 2000;
    if (year < 1 || year > 9999) throw invalidArguments({ [`${argument}.${name}`]: 'This is not a valid time.' });
  }
  if (from && until && until <= from) throw invalidArguments({ [`${argument}.until`]: 'The end of a window must be after its start.' });
  return from || until ? { from, until } : undefined;
}

/** Returns the current time for relative bounds and for the default window. */
function resolveCurrentTime(options: EventListOptions): Date {
  const givenBounds = boundNames.flatMap((name) => options[name] ?? []);
  if (givenBounds.length > 0) return givenBounds.map(getCurrentTimeFor).at(-1) ?? now();
  if (!(options.defaultWindow ?? false)) return now({ expiresWith: [] });
  // with whole days, the window moves when a day ends in any zone; otherwise it moves every second
  return options.wholeDays === true && options.exactTimes !== true ? now({ expiresWith: ['quarter'] }) : now();
}

function resolveBounds(site: Site, options: EventListOptions): EventScope['bounds'] {
  if (options.include?.length) return {};
  const bounds = computeBounds({
    given: options,
    wholeDays: options.wholeDays === true && options.exactTimes !== true,
    usesDefaults: options.defaultWindow ?? false,
    siteZone: getSiteZone(site),
    now: resolveCurrentTime(options),
  });
  if (typeof bounds === 'string') throw invalidArguments({ [`filter.${bounds}`]: 'This is not a time.' });
  return bounds;
}

async function buildSelection(
  site: Site,
  viewer: Viewer,
  options: EventListOptions,
  statuses: readonly string[] | 'all',
): Promise<EventQuery> {
  const near = checkPoint(options.near);
  const isLocated = options.hasCoordinates ?? undefined;
  const parentId = options.parentId ?? undefined;
  if (parentId !== undefined && !options.allowUnknownParent) await checkIds(site, eventKind.name, [parentId], 'filter.parentId');
  return {
    statuses,
    bounds: resolveBounds(site, options),
    overlaps: checkWindow(options.overlaps, 'filter.overlaps'),
    orderBy: options.orderBy ?? (options.include?.length ? 'date' : isLocated && near ? 'distance' : 'start'),
    order: options.order ?? 'asc',
    includesHidden: options.includeHidden === true || canManageAttendees((capability) => viewer.can(capability)),
    search: options.search ?? undefined,
    searchesProtected: viewer.can(eventKind.capabilities.editOthers),
    categoryIds: await resolveTermIds(site, eventCategory, options.categories, options.categoryIds, 'filter.categories'),
    tagIds: await resolveTermIds(site, tag, options.tags, options.tagIds, 'filter.tags'),
    venueIds: await checkIds(site, 'venue', options.venueIds, 'filter.venueIds'),
    organizerIds: await checkIds(site, 'organizer', options.organizerIds, 'filter.organizerIds'),
    isFeatured: options.isFeatured,
    include: options.include?.length ? options.include : undefined,
    parentId,
    isTicketed: options.isTicketed,
    isLocated,
    near: isLocated ? near : undefined,
  };
}

/** Checks and resolves the options of a page of events. Errors name the arguments of `eventPage`. */
export async function buildEventQuery(site: Site, viewer: Viewer, options: EventListOptions): Promise<EventQuery & PageOptions> {
  const selection = await buildSelection(site, viewer, options, getStatuses(viewer, eventKind, options));
  return { ...selection, ...readPage(site, options) };
}

/** Checks and resolves the options of a list without pages, which contains exactly the events that the viewer may read. */
export async function buildReadableEventsQuery(site: Site, viewer: Viewer, options: EventListOptions): Promise<EventQuery> {
  const statuses = getStatuses(viewer, eventKind, options, true);
  return {
    ...(await buildSelection(site, viewer, options, statuses)),
    ...getReadableStatuses(viewer, eventKind.name, listStatusNames(statuses)),
  };
}

/** Restricts a search to content that the viewer may read, because matches and totals would reveal other content. */
export function limitSearchToReadable<Query extends ListedStatuses & { search?: string | null | undefined }>(
  viewer: Viewer,
  kind: ContentKind,
  query: Query,
): Query {
  return query.search?.trim() ? { ...query, ...getReadableStatuses(viewer, kind.name, listStatusNames(query.statuses)) } : query;
}

/** Checks and resolves the options of a page of venues or organizers. */
export async function buildLinkedQuery(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  options: LinkedListOptions,
): Promise<LinkedQuery & PageOptions> {
  const selection = await buildLinkedSelection(site, viewer, options, getStatuses(viewer, kind, options));
  return { ...selection, ...readPage(site, options) };
}

/** Checks and resolves the options of a list without pages, which contains exactly the venues or organizers that the viewer may read. */
export async function buildReadableLinkedQuery(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  options: LinkedListOptions,
): Promise<LinkedQuery> {
  const statuses = getStatuses(viewer, kind, options, true);
  return {
    ...(await buildLinkedSelection(site, viewer, options, statuses)),
    ...getReadableStatuses(viewer, kind.name, listStatusNames(statuses)),
  };
}

async function buildLinkedSelection(
  site: Site,
  viewer: Viewer,
  options: LinkedListOptions,
  statuses: readonly string[] | 'all',
): Promise<LinkedQuery> {
  const eventId = options.eventId ?? undefined;
  if (eventId !== undefined && !options.allowUnknownEvent) await checkIds(site, eventKind.name, [eventId], 'filter.eventId');
  return {
    statuses,
    search: options.search ?? undefined,
    searchesProtected: viewer.can(eventKind.capabilities.editOthers),
    eventId,
    hasEvents: options.hasEvents ?? undefined,
    upcomingIn: options.onlyUpcoming ? (viewer.can(eventKind.capabilities.editOthers) ? 'all' : ['publish']) : undefined,
  };
}
