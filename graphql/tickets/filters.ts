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
  description: 'Sort key of a list of tickets; ties are sorted by ID.',
  values: {
    ID: { value: 'id', description: 'ID of the attendee.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    TITLE: { value: 'title', description: 'Name, without regard to case and accents.' },
    SLUG: { value: 'slug', description: 'Name in the form that URLs use: lower case, with hyphens.' },
  } as const satisfies Record<string, { value: TicketOrderName; description: string }>,
});

/** Sort key of a list of attendees. Ties are sorted by ID. */
export const AttendeeOrder = builder.enumType('AttendeeOrder', {
  description: 'Sort key of a list of attendees; ties are sorted by ID.',
  values: {
    ID: { value: 'id', description: 'ID of the attendee.' },
    DATE: { value: 'date', description: 'Time of the registration.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    TITLE: { value: 'title', description: 'Name of the attendee.' },
    SLUG: { value: 'slug', description: 'Name in the form that URLs use: lower case, with hyphens.' },
  } as const satisfies Record<string, { value: AttendeeOrderName; description: string }>,
});

const time = 'A date or time in any form: ISO 8601, Unix seconds, `tomorrow`, `-8 days`; in UTC unless it contains a time zone.';

/** Filter of a list of tickets. Absent conditions match all. */
export const TicketFilter = builder.inputType('TicketFilter', {
  description: 'Conditions for tickets; all of them have to match.',
  fields: (t) => ({
    search: t.string({ description: 'Search words. Each must occur in name or description.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only attendees of these ticket providers.', {
        old: '`rsvp`, `tc`, `tribe-commerce`; unknown names do not count.',
      }),
    }),
    include: t.intList({ description: 'Only the objects with these IDs.' }),
    exclude: t.intList({ description: 'Excludes the objects with these IDs.' }),
    postIds: t.intList({ description: 'Only tickets of these posts or events, which must exist.' }),
    excludePostIds: t.intList({ description: 'Excludes these posts, which must exist.' }),
    createdFrom: t.string({ description: `Only tickets created from this time on, inclusive. ${time}` }),
    createdUntil: t.string({ description: 'Only tickets created until this time, inclusive.' }),
    isAvailable: t.boolean({ description: 'Only tickets with (true) or without (false) free places.' }),
    saleStartsFrom: t.string({ description: 'Only tickets whose sale starts from this time on, inclusive, or has no start.' }),
    saleEndsUntil: t.string({ description: 'Only tickets whose sale ends until this time, inclusive, or has no end.' }),
    currencies: t.stringList({ description: 'Only tickets in one of these currencies; registrations have no currency.' }),
    postStatuses: t.stringList({
      ...oneOf(
        publicationStatusesAsked,
        'Only tickets of posts with one of these statuses; published posts unless you manage attendees. Other statuses are for users who may read private content.',
        {
          old: 'Status of the post, or `any`; `publish` unless you manage attendees. Others only for users who read private content.',
        },
      ),
    }),
    statuses: t.stringList({
      ...oneOf(presenceAsked, 'Only tickets with one of these statuses.', { old: 'Status of the ticket, or `any`.' }),
    }),
    attendeesMin: t.int({ description: 'At least this ID of attendees; for managers of attendees, ignored for others.' }),
    attendeesMax: t.int({ description: 'At most this ID of attendees; for managers of attendees.' }),
    checkedInMin: t.int({ description: 'At least this ID of check-ins; for managers of attendees.' }),
    checkedInMax: t.int({ description: 'At most this ID of check-ins; for managers of attendees.' }),
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
    search: t.string({ description: 'Words that must all occur in the name or the ID of the order.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only attendees of these ticket providers.', {
        old: '`rsvp`, `tc`, `tribe-commerce`; unknown names do not count.',
      }),
    }),
    include: t.intList({ description: 'Only the objects with these IDs.' }),
    exclude: t.intList({ description: 'Excludes the objects with these IDs.' }),
    postId: t.int({ description: 'Only attendees of this post or event, which must exist.' }),
    postIds: t.intList({ description: 'Only attendees of these posts or events, which must exist.' }),
    excludePostIds: t.intList({ description: 'Excludes attendees of these posts or events, which must exist.' }),
    ticketId: t.int({ description: 'Only attendees with this ticket, which must exist.' }),
    ticketIds: t.intList({ description: 'Only attendees with these tickets, which must exist.' }),
    excludeTicketIds: t.intList({ description: 'Excludes attendees with these tickets, which must exist.' }),
    orderId: t.int({ description: 'Only attendees of this order.' }),
    createdFrom: t.string({ description: `Only attendees registered from this time on, inclusive. ${time}` }),
    createdUntil: t.string({ description: 'Only attendees registered until this time, inclusive.' }),
    priceMin: t.int({
      ...amountIn(
        'Only attendees who paid at least this amount (`payment { paid }`), if the amount is recorded.',
        'Paid at least this amount, in whole units; only where a price is recorded.',
      ),
    }),
    priceMax: t.int({
      ...amountIn(
        'Only attendees who paid at most this amount (`payment { paid }`), if the amount is recorded.',
        'Paid at most this amount, in whole units; only where a price is recorded.',
      ),
    }),
    postStatuses: t.stringList({
      ...oneOf(
        publicationStatusesAsked,
        'Only attendees of posts with one of these statuses; published posts unless you manage attendees.',
        {
          old: 'Status of the post, or `any`; `publish` unless you manage attendees.',
        },
      ),
    }),
    statuses: t.stringList({
      ...oneOf(presenceAsked, 'Only attendees with one of these statuses.', { old: 'Status of the attendee, or `any`.' }),
    }),
    orderStatuses: t.stringList({
      ...oneOf(
        attendeeStatesAsked,
        'Only attendees with one of these statuses of the order or the reply. Statuses that are not public are for managers of attendees.',
        {
          old: 'Statuses of orders and RSVPs, or `public`, `private`, `any`. Public ones unless you manage attendees.',
        },
      ),
    }),
    isCheckedIn: t.boolean({ description: 'Only attendees who are (true) or are not (false) checked in.' }),
    goingStatuses: t.stringList({
      ...oneOf(rsvpAnswers, 'Only RSVP attendees with these replies; attendees of other providers are always included.', {
        old: '`yes`, `no`: replies to RSVPs; attendees of other providers stay in.',
      }),
    }),
    hasExtraFields: t.boolean({ description: 'Only attendees with (true) or without (false) answers to further questions.' }),
    name: t.string({ description: 'Part of the name.' }),
    email: t.string({ description: 'Part of the email address.' }),
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
