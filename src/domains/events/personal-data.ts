import { nothing, ofPeople, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

/** Personal data of events. Organizers are public; erasing their email address also erases their phone number. */
export const eventData: PersonalData = {
  organizer: ofPeople({
    label: 'Organizers with this address',
    about: 'lower(t.email) = $1',
    without: ['search_text'],
    erase: { phone: "''" },
  }),
  event: texts('Events'),
  event_series: nothing('how events repeat'),
  venue: texts('Venues'),
  event_venue: nothing('which event is where'),
  event_organizer: nothing('who organizes which event'),
  event_import: ofPeople({ label: 'Imports of events', about: 't.author_id = ANY($2::int[])', without: ['next_batch_hash'] }),
  event_import_error: texts('Errors of imports of events'),
  imported_calendar_content: texts('What imports wrote'),
};
