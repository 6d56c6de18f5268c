import type { ClosedSet } from '../public/told.ts';

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
  description: 'How somebody was let in.',
  values: { site: 'In a page or by a program.', app: 'By the QR code of the ticket.' },
};

export const orderOutcomes: ClosedSet = {
  name: 'OrderOutcome',
  description: 'How reports count an order.',
  values: {
    sold: 'Sold.',
    incomplete: 'Begun, and neither paid nor ended.',
    cancelled: 'Cancelled, or refused by the payment service.',
    refunded: 'The money went back.',
    other: 'None of these.',
  },
};
