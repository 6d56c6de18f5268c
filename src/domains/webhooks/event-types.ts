const contentActions = {
  created: 'was created and is not public yet',
  published: 'became public, or was created as public',
  updated: 'was changed',
  unpublished: 'is no longer public',
  trashed: 'was moved to the trash',
  deleted: 'was deleted permanently',
} as const;

const kinds = { post: 'A post', page: 'A page', event: 'An event', venue: 'A venue', organizer: 'An organizer' } as const;

type ContentType = `${keyof typeof kinds}.${keyof typeof contentActions}`;

const contentTypes = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, name]) =>
    Object.entries(contentActions).map(([action, text]) => [`${kind}.${action}`, `${name} ${text}.`]),
  ),
) as Record<ContentType, string>;

/** Event types that database triggers write (`webhook_write` in the migrations), with their descriptions. */
export const eventTypes = {
  ...contentTypes,
  'ticket.created': 'A ticket was created.',
  'ticket.updated': 'A ticket was changed. Sales are not reported.',
  'ticket.trashed': 'A ticket was moved to the trash.',
  'ticket.deleted': 'A ticket was deleted permanently.',
  'order.created': 'An order was created and is not completed yet.',
  'order.completed': 'An order was completed: it was paid or is free.',
  'order.cancelled': 'An order was cancelled: it was refunded, denied, voided, reversed, or not completed in time.',
  'order.updated': 'An order was changed in another way.',
  'order.deleted': 'An order was deleted permanently.',
  'attendee.created': 'An attendee was registered, or has replied that they will not attend.',
  'attendee.updated': 'An attendee was changed in another way.',
  'attendee.checked_in': 'An attendee was checked in.',
  'attendee.check_in_undone': 'A check-in was undone.',
  'attendee.trashed': 'An attendee was moved to the trash, for example because the order was cancelled.',
  'attendee.deleted': 'An attendee was deleted permanently.',
  'import.started': 'An import was started.',
  'import.updated': 'The state of an import changed.',
  'import.completed': 'An import was completed.',
  'import.failed': 'An import failed.',
  'consent.given': 'A visitor decided on services and cookies.',
  'webhook.test': 'A test of the endpoint.',
} as const;

export type EventType = keyof typeof eventTypes;
