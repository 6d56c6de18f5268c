import type { AttendeeFilter as AttendeeFilterValues } from '#app/domains/tickets/attendee.filter.ts';
import type { AttendeeOrder as AttendeeOrderName } from '#app/domains/tickets/attendee.list.ts';
import type { TicketFilter as TicketFilterValues, TicketOrder as TicketOrderName } from '#app/domains/tickets/ticket.list.ts';
import { builder } from '../builder.ts';
import { parseMoment } from './shared.ts';
import { filterableStatuses, ticketProviders } from '../content/enum-definitions.ts';
import { rsvpAnswers, attendeeStateFilters, presenceFilters } from './enum-definitions.ts';
import { amountInput, oneOf } from '../public/public-mapping.ts';

/** Sort key of a list of tickets. Ties are sorted by ID. */
export const TicketOrder = builder.enumType('TicketOrder', {
  description: 'Sort key of a list of tickets; ties are sorted by ID.',
  values: {
    ID: { value: 'id', description: 'By numeric ID.' },
    INCLUDE: { value: 'include', description: 'In the order of `filter.include`.' },
    TITLE: { value: 'title', description: 'By title, ignoring case and accents.' },
    SLUG: { value: 'slug', description: 'By name in the form that URLs use: lower case, with hyphens.' },
  } as const satisfies Record<string, { value: TicketOrderName; description: string }>,
});

/** Sort key of a list of attendees. Ties are sorted by ID. */
export const AttendeeOrder = builder.enumType('AttendeeOrder', {
  description: 'Sort key of a list of attendees; ties are sorted by ID.',
  values: {
    ID: { value: 'id', description: 'By numeric ID.' },
    DATE: { value: 'date', description: 'By time of registration.' },
    INCLUDE: { value: 'include', description: 'In the order of `filter.include`.' },
    TITLE: { value: 'title', description: 'By name of the attendee.' },
    SLUG: { value: 'slug', description: 'By name in the form that URLs use: lower case, with hyphens.' },
  } as const satisfies Record<string, { value: AttendeeOrderName; description: string }>,
});

const timeFormats =
  'Dates and times may have any common form, such as ISO 8601, Unix seconds, `tomorrow` or `-8 days`. A time without a time zone is in UTC.';

/** Filter of a list of tickets. Absent conditions match all. */
export const TicketFilter = builder.inputType('TicketFilter', {
  description: 'Conditions for tickets; all of them have to match.',
  fields: (t) => ({
    search: t.string({ description: 'Words that must all occur in the name or the description.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only tickets of these providers.', {
        old: 'Only these providers: `rsvp`, `tc`, `tribe-commerce`; unknown names are ignored.',
      }),
    }),
    include: t.intList({ description: 'Only the objects with these IDs.' }),
    exclude: t.intList({ description: 'Excludes the objects with these IDs.' }),
    postIds: t.intList({ description: 'Only tickets of these posts or events, which must exist.' }),
    excludePostIds: t.intList({ description: 'Excludes tickets of these posts or events, which must exist.' }),
    createdFrom: t.string({ description: `Only tickets created from this time on, inclusive. ${timeFormats}` }),
    createdUntil: t.string({ description: 'Only tickets created until this time, inclusive.' }),
    isAvailable: t.boolean({ description: 'Only tickets with (true) or without (false) free places.' }),
    saleStartsFrom: t.string({ description: 'Only tickets whose sale starts from this time on, inclusive, or has no start.' }),
    saleEndsUntil: t.string({ description: 'Only tickets whose sale ends until this time, inclusive, or has no end.' }),
    currencies: t.stringList({
      description: 'Only tickets in one of these currencies (ISO 4217 codes). Registrations have no currency and are excluded.',
    }),
    postStatuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only tickets of posts with one of these statuses; published posts unless you manage attendees. Only users who may read private content may use other statuses.',
        {
          old: 'Only tickets of posts with one of these statuses, or `any`; `publish` unless you manage attendees. Only users who may read private content may use other statuses.',
        },
      ),
    }),
    statuses: t.stringList({
      ...oneOf(presenceFilters, 'Only tickets with one of these statuses.', { old: 'Only tickets with one of these statuses, or `any`.' }),
    }),
    attendeesMin: t.int({
      description: 'Only tickets with at least this number of attendees; for managers of attendees, ignored for others.',
    }),
    attendeesMax: t.int({
      description: 'Only tickets with at most this number of attendees; for managers of attendees, ignored for others.',
    }),
    checkedInMin: t.int({
      description: 'Only tickets with at least this number of check-ins; for managers of attendees, ignored for others.',
    }),
    checkedInMax: t.int({
      description: 'Only tickets with at most this number of check-ins; for managers of attendees, ignored for others.',
    }),
    capacityMin: t.int({
      description: 'Only tickets with at least this capacity, or with unlimited capacity; for managers of attendees, ignored for others.',
    }),
    capacityMax: t.int({ description: 'Only tickets with at most this capacity; for managers of attendees, ignored for others.' }),
  }),
});

type TicketFilterInput = typeof TicketFilter.$inferInput;

/** Returns the filter with parsed times. Throws `invalid_arguments` for invalid times. */
export function parseTicketFilter(filter: TicketFilterInput): TicketFilterValues {
  const { createdFrom, createdUntil, saleStartsFrom, saleEndsUntil, ...conditions } = filter;
  return {
    ...conditions,
    createdFrom: parseMoment('filter.createdFrom', createdFrom),
    createdUntil: parseMoment('filter.createdUntil', createdUntil),
    saleStartsFrom: parseMoment('filter.saleStartsFrom', saleStartsFrom),
    saleEndsUntil: parseMoment('filter.saleEndsUntil', saleEndsUntil),
  };
}

/** Filter of a list of attendees. Absent conditions match all. */
export const AttendeeFilter = builder.inputType('AttendeeFilter', {
  description: 'Conditions for attendees; all of them have to match.',
  fields: (t) => ({
    search: t.string({ description: 'Words that must all occur in the name or the ID of the order.' }),
    providers: t.stringList({
      ...oneOf(ticketProviders, 'Only attendees of these ticket providers.', {
        old: 'Only these providers: `rsvp`, `tc`, `tribe-commerce`; unknown names are ignored.',
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
    createdFrom: t.string({ description: `Only attendees registered from this time on, inclusive. ${timeFormats}` }),
    createdUntil: t.string({ description: 'Only attendees registered until this time, inclusive.' }),
    priceMin: t.int({
      ...amountInput(
        'Only attendees who paid at least this amount (`payment { paid }`), if the amount is recorded.',
        'Only attendees who paid at least this amount, in whole units of the currency, if the amount is recorded.',
      ),
    }),
    priceMax: t.int({
      ...amountInput(
        'Only attendees who paid at most this amount (`payment { paid }`), if the amount is recorded.',
        'Only attendees who paid at most this amount, in whole units of the currency, if the amount is recorded.',
      ),
    }),
    postStatuses: t.stringList({
      ...oneOf(filterableStatuses, 'Only attendees of posts with one of these statuses; published posts unless you manage attendees.', {
        old: 'Only attendees of posts with one of these statuses, or `any`; `publish` unless you manage attendees.',
      }),
    }),
    statuses: t.stringList({
      ...oneOf(presenceFilters, 'Only attendees with one of these statuses.', {
        old: 'Only attendees with one of these statuses, or `any`.',
      }),
    }),
    orderStatuses: t.stringList({
      ...oneOf(
        attendeeStateFilters,
        'Only attendees with one of these statuses of the order or the reply. Only managers of attendees may use statuses that are not public.',
        {
          old: 'Only attendees with one of these statuses of the order or the reply, or `public`, `private`, `any`. Only managers of attendees may use statuses that are not public.',
        },
      ),
    }),
    isCheckedIn: t.boolean({ description: 'Only attendees who are (true) or are not (false) checked in.' }),
    goingStatuses: t.stringList({
      ...oneOf(rsvpAnswers, 'Only RSVP attendees with these replies; attendees of other providers are always included.', {
        old: 'Only RSVP attendees with these replies (`yes`, `no`); attendees of other providers are always included.',
      }),
    }),
    hasExtraFields: t.boolean({ description: 'Only attendees with (true) or without (false) answers to further questions.' }),
    name: t.string({ description: 'Only attendees whose name contains this string.' }),
    email: t.string({
      description: 'Only attendees whose email address contains this string; for managers of attendees, ignored for others.',
    }),
  }),
});

/** Converts an amount to a number. Legacy clients send a whole number, front ends send a `Decimal`. */
const toNumber = (amount: number | string | null | undefined) => (amount === null || amount === undefined ? amount : Number(amount));

type AttendeeFilterInput = typeof AttendeeFilter.$inferInput;

/** Returns the filter with parsed times. Throws `invalid_arguments` for invalid times. */
export function parseAttendeeFilter(filter: AttendeeFilterInput): AttendeeFilterValues {
  const { createdFrom, createdUntil, priceMin, priceMax, ...conditions } = filter;
  return {
    ...conditions,
    priceMin: toNumber(priceMin),
    priceMax: toNumber(priceMax),
    createdFrom: parseMoment('filter.createdFrom', createdFrom),
    createdUntil: parseMoment('filter.createdUntil', createdUntil),
  };
}
