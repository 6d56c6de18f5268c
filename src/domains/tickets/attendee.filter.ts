import { isUnset, type NotedTable } from '#app/core/db/lists/large-totals.ts';
import { attendeePostJoins } from './attendee.record.ts';
import type { Audience } from './audience.ts';
import { statusesAsked } from './paging.ts';

/** Which attendees (tickets.md 4.3); what is absent does not limit. */
export interface AttendeeFilter {
  search?: string | null | undefined;
  providers?: readonly string[] | null | undefined;
  include?: readonly number[] | null | undefined;
  exclude?: readonly number[] | null | undefined;
  /** Of this post and of these posts: both must hold. */
  postId?: number | null | undefined;
  postIds?: readonly number[] | null | undefined;
  excludePostIds?: readonly number[] | null | undefined;
  ticketId?: number | null | undefined;
  ticketIds?: readonly number[] | null | undefined;
  excludeTicketIds?: readonly number[] | null | undefined;
  orderId?: number | null | undefined;
  createdFrom?: Date | null | undefined;
  createdUntil?: Date | null | undefined;
  /** Price paid, in units of the currency it was paid in. */
  priceMin?: number | null | undefined;
  priceMax?: number | null | undefined;
  postStatuses?: readonly string[] | null | undefined;
  statuses?: readonly string[] | null | undefined;
  /** Statuses of orders and RSVPs, or `public`, `private`, `any`. */
  orderStatuses?: readonly string[] | null | undefined;
  isCheckedIn?: boolean | null | undefined;
  /** `yes`, `no`: limits the replies of RSVPs only. */
  goingStatuses?: readonly string[] | null | undefined;
  hasExtraFields?: boolean | null | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
}

/**
 * The tables of the rows that `attendeeConditions` speaks of: the post only where it does. Joined for nothing it keeps PostgreSQL from reading the index
 * alone, though it drops the join.
 */
export function tablesOf({ isManager }: Audience, { postStatuses }: AttendeeFilter): string {
  const isAboutPosts = !isManager || statusesAsked(postStatuses, true) !== 'any';
  return isAboutPosts ? `(attendee a ${attendeePostJoins})` : 'attendee a';
}

/** What may be said of attendees whose total is remembered. */
const rememberedFilters: ReadonlySet<string> = new Set<keyof AttendeeFilter>([
  'postId',
  'postIds',
  'ticketId',
  'ticketIds',
  'postStatuses',
  'statuses',
  'orderStatuses',
]);

/** The tables that the number of all rows depends on; null where it is counted each time: for guests, whose attendees depend on much else. */
export function totalTablesOf({ isManager }: Audience, filter: AttendeeFilter): readonly NotedTable[] | null {
  const isAny = (words: readonly string[] | null | undefined) => isUnset(words) || words?.includes('any');
  const isPlain = Object.entries(filter).every(([name, value]) => isUnset(value) || rememberedFilters.has(name));
  return isManager && isPlain && isAny(filter.postStatuses) && isAny(filter.orderStatuses) ? ['attendee'] : null;
}
