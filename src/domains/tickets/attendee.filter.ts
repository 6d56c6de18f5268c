import { isUnset, type CountedTable } from '#app/core/db/lists/large-totals.ts';
import { attendeePostJoins } from './attendee.record.ts';
import type { Audience } from './audience.ts';
import { getRequestedStatuses } from './paging.ts';

/** Filters of attendees (docs/behaviour/tickets.md 4.3). Absent values do not restrict the list. */
export interface AttendeeFilter {
  search?: string | null | undefined;
  providers?: readonly string[] | null | undefined;
  include?: readonly number[] | null | undefined;
  exclude?: readonly number[] | null | undefined;
  /** If both `postId` and `postIds` are set, attendees must match both. */
  postId?: number | null | undefined;
  postIds?: readonly number[] | null | undefined;
  excludePostIds?: readonly number[] | null | undefined;
  ticketId?: number | null | undefined;
  ticketIds?: readonly number[] | null | undefined;
  excludeTicketIds?: readonly number[] | null | undefined;
  orderId?: number | null | undefined;
  createdFrom?: Date | null | undefined;
  createdUntil?: Date | null | undefined;
  /** Price paid, in units of its currency. */
  priceMin?: number | null | undefined;
  priceMax?: number | null | undefined;
  postStatuses?: readonly string[] | null | undefined;
  statuses?: readonly string[] | null | undefined;
  /** Statuses of orders and RSVPs, or `public`, `private`, `any`. */
  orderStatuses?: readonly string[] | null | undefined;
  isCheckedIn?: boolean | null | undefined;
  /** `yes` or `no`. Restricts RSVPs only. */
  goingStatuses?: readonly string[] | null | undefined;
  hasExtraFields?: boolean | null | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
}

/**
 * Returns the tables for the conditions of `buildAttendeeConditions`. Joins the post only if the conditions use it: an unused join prevents an
 * index-only scan, even though PostgreSQL removes the join.
 */
export function buildAttendeeTables({ isManager }: Audience, { postStatuses }: AttendeeFilter): string {
  const readsPosts = !isManager || getRequestedStatuses(postStatuses, true) !== 'any';
  return readsPosts ? `(attendee a ${attendeePostJoins})` : 'attendee a';
}

/** Filters for which the total is cached. */
const cachedFilters: ReadonlySet<string> = new Set<keyof AttendeeFilter>([
  'postId',
  'postIds',
  'ticketId',
  'ticketIds',
  'postStatuses',
  'statuses',
  'orderStatuses',
]);

/**
 * Returns the tables that the total depends on, or null if the total must be counted each time. Lists for audiences that are not managers depend on
 * more tables, so their total is always counted.
 */
export function findAttendeeTotalTables({ isManager }: Audience, filter: AttendeeFilter): readonly CountedTable[] | null {
  const isAny = (statuses: readonly string[] | null | undefined) => isUnset(statuses) || statuses?.includes('any');
  const hasCachedFilters = Object.entries(filter).every(([name, value]) => isUnset(value) || cachedFilters.has(name));
  return isManager && hasCachedFilters && isAny(filter.postStatuses) && isAny(filter.orderStatuses) ? ['attendee'] : null;
}
