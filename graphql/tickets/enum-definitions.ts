import type { ScanOutcome } from '#app/domains/tickets/qr.service.ts';
import type { orderStatuses } from '#app/domains/tickets/statuses.ts';
import { ticketProviders } from '../content/enum-definitions.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

export const stockModes: EnumDefinition = {
  name: 'PlacesOrigin',
  description: 'Source of the capacity of a ticket.',
  values: {
    own: 'The ticket has its own capacity.',
    capped: 'The ticket shares the capacity of its post, up to a separate limit.',
    global: 'The ticket shares the capacity of its post.',
  },
};

export const capacityTypes: EnumDefinition = {
  name: 'CapacityType',
  description: 'Source of the capacity of a ticket.',
  values: { ...stockModes.values, unlimited: 'There is no limit.' },
};

export const capacityLevels: EnumDefinition = {
  name: 'CapacityLevel',
  description: 'Type of a capacity: of a ticket, or of a post.',
  values: { ...stockModes.values, shared: 'The capacity that tickets of a post share.' },
};

export const presence: EnumDefinition = {
  name: 'TicketPresence',
  description: 'Whether a ticket or an attendee exists.',
  values: { publish: 'The object exists.', trash: 'The object was removed.' },
};

export const checkInSources: EnumDefinition = {
  name: 'CheckInSource',
  description: 'How an attendee was checked in.',
  values: { site: 'On a page of the site, or through an API.', app: 'By a scan of the QR code of the ticket.' },
};

export const orderOutcomes: EnumDefinition = {
  name: 'OrderOutcome',
  description: 'Category of an order in reports.',
  values: {
    sold: 'The tickets are sold.',
    incomplete: 'The order was started, but is neither paid nor cancelled.',
    cancelled: 'The order was cancelled, or the payment provider refused the payment.',
    refunded: 'The payment was refunded.',
    other: 'None of the other outcomes.',
  },
};

const shops = { tc: 'The current shop.', 'tribe-commerce': 'The older shop.' };
const { values: providers, names: providerNames } = ticketProviders;

/** Providers of attendees. Attendees may belong to a shop that no longer exists. */
export const attendeeProviders: EnumDefinition = {
  name: 'AttendeeProvider',
  description: 'Provider of the ticket.',
  values: { ...providers, other: 'A shop that no longer exists.' },
  names: providerNames,
};

export const shopProviders: EnumDefinition = {
  name: 'ShopProvider',
  description: 'A shop that sells tickets.',
  values: shops,
  names: providerNames,
};

/** Names of shops in carts and payments. */
export const shopNamesInCarts = { 'tickets-commerce': 'tc', tpp: 'tribe-commerce' };

const states = {
  created: 'The order was started.',
  pending: 'Payment is pending.',
  completed: 'The order is paid.',
  approved: 'The payment is approved, but not received yet.',
  'action-req': 'The buyer has to do something before the order can be completed.',
  'not-completed': 'The order was not finished.',
  denied: 'Payment was refused.',
  refunded: 'The payment was refunded.',
  reversed: 'The payment was charged back.',
  voided: 'The order was cancelled.',
  undefined: 'The status is unknown.',
  'pending-payment': 'Payment in the older shop is pending.',
} satisfies Record<(typeof orderStatuses)[number] | 'pending-payment', string>;
const replies = { yes: 'The attendee will attend.', no: 'The attendee will not attend.' };

export const orderStates: EnumDefinition = { name: 'OrderStatus', description: 'Status of an order.', values: states };

export const rsvpAnswers: EnumDefinition = { name: 'RsvpAnswer', description: 'Reply to an RSVP.', values: replies };

export const attendeeStates: EnumDefinition = {
  name: 'AttendeeStatus',
  description: 'Status of an attendee: the reply to a registration, or the status of an order.',
  values: { ...replies, ...states },
};

export const shownAttendeeStates: EnumDefinition = {
  name: 'AttendeeOrderStatus',
  description: 'Status of an attendee: the reply to a registration, or the status of an order.',
  values: { ...attendeeStates.values, other: 'A status of a shop that no longer exists.' },
};

export const attendeeStateFilters: EnumDefinition = {
  name: 'AttendeeStatusFilter',
  description: 'Status of the attendees in a list.',
  values: {
    ...attendeeStates.values,
    public: 'Attendees with a status that admits them.',
    private: 'Attendees with any other status.',
    any: 'Attendees of any status.',
  },
};

export const presenceFilters: EnumDefinition = {
  name: 'TicketPresenceFilter',
  description: 'Whether to list existing or removed tickets or attendees.',
  values: { ...presence.values, any: 'Objects with any of these statuses.' },
};

export const scanOutcomes: EnumDefinition = {
  name: 'ScanOutcome',
  description: 'Result of a scan.',
  values: {
    checked_in: 'The attendee was checked in.',
    key_not_valid: 'The key of the scanner is wrong.',
    security_code_not_valid: 'The code of the ticket is wrong.',
    attendee_not_found: 'The attendee does not exist.',
    attendee_not_authorized: 'The order of the attendee is not completed.',
    attendee_already_checked_in: 'The attendee was checked in before.',
    event_not_happening_now: 'The event does not take place now.',
    attendee_failed_check_in: 'The attendee could not be checked in.',
  } satisfies Record<ScanOutcome, string>,
};
