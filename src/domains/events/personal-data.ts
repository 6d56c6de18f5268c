import { noPersonalData, rowsOfPeople, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

/** Personal data of events. Organizers are public; erasing their email address also erases their phone number. */
export const eventData: PersonalData = {
  organizer: rowsOfPeople({
    label: 'Organizers with this email address',
    about: 'lower(t.email) = $1',
    without: ['search_text'],
    erase: { phone: "''" },
  }),
  event: mentioningTexts('Events'),
  event_series: noPersonalData('links between events of a series'),
  venue: mentioningTexts('Venues'),
  event_venue: noPersonalData('venues of events'),
  event_organizer: noPersonalData('organizers of events'),
  event_import: rowsOfPeople({ label: 'Imports of events', about: 't.author_id = ANY($2::int[])', without: ['next_batch_hash'] }),
  event_import_error: mentioningTexts('Errors of imports of events'),
  imported_calendar_content: mentioningTexts('Content written by imports'),
};
