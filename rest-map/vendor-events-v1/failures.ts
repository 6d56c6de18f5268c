import type { PublishedFailures } from '#app/rest/table.ts';

/** Published codes of calendar failures (docs/behaviour/events.md 2). */
export const failures: PublishedFailures = {
  could_not_create_event: 'could-not-create-event',
  could_not_create_organizer: 'could-not-create-organizer',
  could_not_create_venue: 'could-not-create-venue',
  could_not_update_event: 'could-not-update-event',
  event_no_longer_available: 'event-no-longer-available',
  event_not_accessible: 'event-not-accessible',
  event_password_protected: 'event-password-protected',
  event_not_found: 'rest-event-not-found',
  event_id_invalid: 'rest-invalid-event-id',
  venue_not_accessible: 'venue-not-accessible',
  could_not_update_venue: 'could-not-update-venue',
  organizer_not_accessible: 'organizer-not-accessible',
  could_not_update_organizer: 'could-not-update-organizer',
  event_is_in_trash: 'event-is-in-trash',
  venue_is_in_trash: 'venue-is-in-trash',
  organizer_is_in_trash: 'organizer-is-in-trash',
};
