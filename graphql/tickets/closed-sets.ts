import type { ScanOutcome } from '#app/domains/tickets/qr.service.ts';
import type { orderStatuses } from '#app/domains/tickets/statuses.ts';
import { ticketProviders } from '../content/closed-sets.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

export const stockModes: ClosedSet = {
  name: 'PlacesOrigin',
  description: 'Where the places of a ticket come from.',
  values: {
    own: 'It has places of its own.',
    capped: 'It shares the places of its post, up to a number of its own.',
    global: 'It shares the places of its post.',
  },
};

export const capacityTypes: ClosedSet = {
  name: 'CapacityType',
  description: 'What a form for editing a ticket shows of its places.',
  values: { ...stockModes.values, unlimited: 'There is no limit.' },
};

export const capacityLevels: ClosedSet = {
  name: 'CapacityLevel',
  description: 'Whose places they are.',
  values: { ...stockModes.values, shared: 'What the tickets of a post have together.' },
};

export const presence: ClosedSet = {
  name: 'TicketPresence',
  description: 'Whether a ticket or an attendee is there.',
  values: { publish: 'It is there.', trash: 'It was removed.' },
};

export const checkInSources: ClosedSet = {
  name: 'CheckInSource',
  description: 'Check-in of an attendee.',
  values: { site: 'In a page or by a program.', app: 'By the QR code of the ticket.' },
};

export const orderOutcomes: ClosedSet = {
  name: 'OrderOutcome',
  description: 'How reports count an order.',
  values: {
    sold: 'The tickets are sold.',
    incomplete: 'Begun, and neither paid nor ended.',
    cancelled: 'Cancelled, or refused by the payment service.',
    refunded: 'The money went back.',
    other: 'None of these.',
  },
};

const shops = { tc: 'The current shop.', 'tribe-commerce': 'The older shop.' };
const { values: providers, names: providerNames } = ticketProviders;

/** Of attendees, who may have come from a shop that is not here any more. */
export const attendeeProviders: ClosedSet = {
  name: 'AttendeeProvider',
  description: 'Provider of the ticket.',
  values: { ...providers, other: 'A shop that is not here any more.' },
  names: providerNames,
};

export const shopProviders: ClosedSet = {
  name: 'ShopProvider',
  description: 'A shop that sells tickets.',
  values: shops,
  names: providerNames,
};

/** What carts and payments call shops. */
export const shopsWritten = { 'tickets-commerce': 'tc', tpp: 'tribe-commerce' };

const states = {
  created: 'It was begun.',
  pending: 'Its payment is awaited.',
  completed: 'It is paid.',
  approved: 'Its payment is promised.',
  'action-req': 'The buyer has to do something.',
  'not-completed': 'It was not finished.',
  denied: 'Its payment was refused.',
  refunded: 'The money went back.',
  reversed: 'The payment service took the money back.',
  voided: 'It was cancelled.',
  undefined: 'The status is unknown.',
  'pending-payment': 'Its payment in the older shop is awaited.',
} satisfies Record<(typeof orderStatuses)[number] | 'pending-payment', string>;
const answers = { yes: 'The attendee comes.', no: 'They do not come.' };

export const orderStates: ClosedSet = { name: 'OrderStatus', description: 'How far an order is.', values: states };

export const rsvpAnswers: ClosedSet = { name: 'RsvpAnswer', description: 'Reply to a registration.', values: answers };

export const attendeeStates: ClosedSet = {
  name: 'AttendeeStatus',
  description: 'Status of an attendee: the reply to a registration, or the state of an order.',
  values: { ...answers, ...states },
};

export const attendeeStatesShown: ClosedSet = {
  name: 'AttendeeOrderStatus',
  description: 'Status of an attendee: the reply to a registration, or the state of an order.',
  values: { ...attendeeStates.values, other: 'A state of a shop that is not here any more.' },
};

export const attendeeStatesAsked: ClosedSet = {
  name: 'AttendeeStatusFilter',
  description: 'How attendees of a list stand.',
  values: {
    ...attendeeStates.values,
    public: 'Any status that admits the attendee.',
    private: 'Any other status.',
    any: 'Any at all.',
  },
};

export const presenceAsked: ClosedSet = {
  name: 'TicketPresenceFilter',
  description: 'Which tickets or attendees a list holds.',
  values: { ...presence.values, any: 'Any that lists show.' },
};

export const scanOutcomes: ClosedSet = {
  name: 'ScanOutcome',
  description: 'Result of a scan.',
  values: {
    checked_in: 'They were let in.',
    key_not_valid: 'The key of the scanner is wrong.',
    security_code_not_valid: 'The code of the ticket is wrong.',
    attendee_not_found: 'There is no such attendee.',
    attendee_not_authorized: 'Their order is not completed.',
    attendee_already_checked_in: 'They have come already.',
    event_not_happening_now: 'The event does not take place now.',
    attendee_failed_check_in: 'They could not be let in.',
  } satisfies Record<ScanOutcome, string>,
};
