const ofContent = {
  created: 'was made and is not public yet',
  published: 'became public, also when it was made so',
  updated: 'was changed',
  unpublished: 'is no longer public',
  trashed: 'went to the trash',
  deleted: 'is gone for good',
} as const;

const kinds = { post: 'A post', page: 'A page', event: 'An event', venue: 'A venue', organizer: 'An organizer' } as const;

type ContentType = `${keyof typeof kinds}.${keyof typeof ofContent}`;

const contentTypes = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, name]) => Object.entries(ofContent).map(([what, said]) => [`${kind}.${what}`, `${name} ${said}.`])),
) as Record<ContentType, string>;

/** What endpoints are told, as triggers write it (`webhook_write` in the migrations), and what it means. */
export const eventTypes = {
  ...contentTypes,
  'ticket.created': 'A ticket was made.',
  'ticket.updated': 'A ticket was changed; its sales do not count as changes.',
  'ticket.trashed': 'A ticket went to the trash.',
  'ticket.deleted': 'A ticket is gone for good.',
  'order.created': 'An order was made and is not completed yet.',
  'order.completed': 'An order is completed: paid, or free.',
  'order.cancelled': 'An order was taken back: refunded, denied, voided, reversed, or not completed in time.',
  'order.updated': 'An order was changed otherwise.',
  'order.deleted': 'An order is gone for good.',
  'attendee.created': 'Someone has a place, or has said not to come.',
  'attendee.updated': 'An attendee was changed otherwise.',
  'attendee.checked_in': 'An attendee was let in.',
  'attendee.check_in_undone': 'That an attendee was let in was taken back.',
  'attendee.trashed': 'An attendee went to the trash, such as those of orders that were taken back.',
  'attendee.deleted': 'An attendee is gone for good.',
  'import.started': 'An import has begun.',
  'import.updated': 'An import has another state.',
  'import.completed': 'An import is done.',
  'import.failed': 'An import has failed.',
  'consent.given': 'A visitor has decided about services and cookies.',
  'webhook.test': 'Someone tries the endpoint.',
} as const;

export type EventType = keyof typeof eventTypes;
