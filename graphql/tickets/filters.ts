import type { AttendeeFilter as AttendeeFilterValues } from '#app/domains/tickets/attendee.filter.ts';
import type { AttendeeOrder as AttendeeOrderName } from '#app/domains/tickets/attendee.list.ts';
import type { TicketFilter as TicketFilterValues, TicketOrder as TicketOrderName } from '#app/domains/tickets/ticket.list.ts';
import { builder } from '../builder.ts';
import { momentOf } from './shared.ts';
import { publicationStatusesAsked, ticketProviders } from '../content/closed-sets.ts';
import { rsvpAnswers, attendeeStatesAsked, presenceAsked } from './closed-sets.ts';
import { amountIn, oneOf } from '../public/public-mapping.ts';

/** Sort key of a list of tickets. Ties are sorted by ID. */
export const TicketOrder = builder.enumType('TicketOrder', {
  description: 'Order of a list of tickets; equal ones are ordered by number.',
  values: {
    ID: { value: 'id', description: 'By their number.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    TITLE: { value: 'title', description: 'Name, without regard to case and accents.' },
    SLUG: { value: 'slug', description: 'Name as addresses would write it.' },
  } as const satisfies Record<string, { value: TicketOrderName; description: string }>,
});

/** Sort key of a list of attendees. Ties are sorted by ID. */
export const AttendeeOrder = builder.enumType('AttendeeOrder', {
  description: 'Order of a list of attendees; equal ones are ordered by number.',
  values: {
    ID: { value: 'id', description: 'By their number.' },
    DATE: { value: 'date', description: 'When they were registered.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    TITLE: { value: 'title', description: 'By their name.' },
    SLUG: { value: 'slug', description: 'Name as addresses would write it.' },
  } as const satisfies Record<string, { value: AttendeeOrderName; description: string }>,
});

const time = 'A date or time in any form: ISO 8601, Unix seconds, `tomorrow`, `-8 days`; in UTC unless it says otherwise.';

/** Filter of a list of tickets. Absent conditions match all. */
export const TicketFilter = builder.inputType('TicketFilter', {
  description: 'Conditions for tickets; all of them have to match.',
  fields: (t) => ({
    search: t.string({ description: 'Words that all have to occur in name or description.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only of these providers.', { old: '`rsvp`, `tc`, `tribe-commerce`; unknown names do not count.' }),
    }),
    include: t.intList({ description: 'Return only these.' }),
    exclude: t.intList({ description: 'Excludes the objects with these numbers.' }),
    postIds: t.intList({ description: 'Only tickets of these posts or events, which must exist.' }),
    excludePostIds: t.intList({ description: 'Excludes these posts, which must exist.' }),
    createdFrom: t.string({ description: `Made at this moment or later. ${time}` }),
    createdUntil: t.string({ description: 'Created at this moment or before.' }),
    isAvailable: t.boolean({ description: 'Whether places are left.' }),
    saleStartsFrom: t.string({ description: 'Only tickets whose sale starts at this moment or later, or has no start.' }),
    saleEndsUntil: t.string({ description: 'Only tickets whose sale ends at this moment or before, or has no end.' }),
    currencies: t.stringList({ description: 'Only tickets in one of these currencies; registrations have none.' }),
    postStatuses: t.stringList({
      ...oneOf(
        publicationStatusesAsked,
        'Status of the post; published ones unless you manage attendees. Others are for users who may read private content.',
        {
          old: 'Status of the post, or `any`; `publish` unless you manage attendees. Others only for users who read private content.',
        },
      ),
    }),
    statuses: t.stringList({ ...oneOf(presenceAsked, 'Status of the ticket.', { old: 'Status of the ticket, or `any`.' }) }),
    attendeesMin: t.int({ description: 'At least this number of attendees; for managers of attendees, ignored for others.' }),
    attendeesMax: t.int({ description: 'At most this number of attendees; for managers of attendees.' }),
    checkedInMin: t.int({ description: 'At least this number of check-ins; for managers of attendees.' }),
    checkedInMax: t.int({ description: 'At most this number of check-ins; for managers of attendees.' }),
    capacityMin: t.int({ description: 'At least this capacity, or unlimited; for managers of attendees.' }),
    capacityMax: t.int({ description: 'At most this capacity; for managers of attendees.' }),
  }),
});

type TicketFilterInput = typeof TicketFilter.$inferInput;

/** Returns the filter with parsed times. Refuses invalid times. */
export function ticketFilterOf(wish: TicketFilterInput): TicketFilterValues {
  const { createdFrom, createdUntil, saleStartsFrom, saleEndsUntil, ...rest } = wish;
  return {
    ...rest,
    createdFrom: momentOf('filter.createdFrom', createdFrom),
    createdUntil: momentOf('filter.createdUntil', createdUntil),
    saleStartsFrom: momentOf('filter.saleStartsFrom', saleStartsFrom),
    saleEndsUntil: momentOf('filter.saleEndsUntil', saleEndsUntil),
  };
}

/** Filter of a list of attendees. Absent conditions match all. */
export const AttendeeFilter = builder.inputType('AttendeeFilter', {
  description: 'Conditions for attendees; all of them have to match.',
  fields: (t) => ({
    search: t.string({ description: 'Words that must all occur in the name or the number of the order.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only of these providers.', { old: '`rsvp`, `tc`, `tribe-commerce`; unknown names do not count.' }),
    }),
    include: t.intList({ description: 'Return only these.' }),
    exclude: t.intList({ description: 'Leave these out.' }),
    postId: t.int({ description: 'Only attendees of this post or event, which must exist.' }),
    postIds: t.intList({ description: 'Only attendees of these posts or events, which must exist.' }),
    excludePostIds: t.intList({ description: 'Not of these, which must exist.' }),
    ticketId: t.int({ description: 'Only attendees with this ticket, which must exist.' }),
    ticketIds: t.intList({ description: 'Only attendees with these tickets, which must exist.' }),
    excludeTicketIds: t.intList({ description: 'Excludes these tickets, which must exist.' }),
    orderId: t.int({ description: 'Only attendees of this order.' }),
    createdFrom: t.string({ description: `Registered at this moment or later. ${time}` }),
    createdUntil: t.string({ description: 'Registered at this moment or before.' }),
    priceMin: t.int({
      ...amountIn(
        'Paid at least this amount, as `payment { paid }` says; only where that is recorded.',
        'Paid at least this amount, in whole units; only where a price is recorded.',
      ),
    }),
    priceMax: t.int({
      ...amountIn(
        'Paid at most this amount, as `payment { paid }` says; only where that is recorded.',
        'Paid at most this amount, in whole units; only where a price is recorded.',
      ),
    }),
    postStatuses: t.stringList({
      ...oneOf(publicationStatusesAsked, 'Status of the post; published ones unless you manage attendees.', {
        old: 'Status of the post, or `any`; `publish` unless you manage attendees.',
      }),
    }),
    statuses: t.stringList({ ...oneOf(presenceAsked, 'Status of the attendee.', { old: 'Status of the attendee, or `any`.' }) }),
    orderStatuses: t.stringList({
      ...oneOf(attendeeStatesAsked, 'Status of the order or reply. Only public ones unless you manage attendees.', {
        old: 'Statuses of orders and RSVPs, or `public`, `private`, `any`. Public ones unless you manage attendees.',
      }),
    }),
    isCheckedIn: t.boolean({ description: 'Whether the attendee is checked in.' }),
    goingStatuses: t.stringList({
      ...oneOf(rsvpAnswers, 'Only these replies to RSVPs; attendees of other providers are not affected.', {
        old: '`yes`, `no`: replies to RSVPs; attendees of other providers stay in.',
      }),
    }),
    hasExtraFields: t.boolean({ description: 'Whether the attendee has further answers.' }),
    name: t.string({ description: 'Part of the name.' }),
    email: t.string({ description: 'Part of the address.' }),
  }),
});

/** Converts an amount: legacy clients send a whole number, front ends a `Decimal`. */
const numberOf = (amount: number | string | null | undefined) => (amount === null || amount === undefined ? amount : Number(amount));

type AttendeeFilterInput = typeof AttendeeFilter.$inferInput;

/** Returns the filter with parsed times. Refuses invalid times. */
export function attendeeFilterOf(wish: AttendeeFilterInput): AttendeeFilterValues {
  const { createdFrom, createdUntil, priceMin, priceMax, ...rest } = wish;
  return {
    ...rest,
    priceMin: numberOf(priceMin),
    priceMax: numberOf(priceMax),
    createdFrom: momentOf('filter.createdFrom', createdFrom),
    createdUntil: momentOf('filter.createdUntil', createdUntil),
  };
}
