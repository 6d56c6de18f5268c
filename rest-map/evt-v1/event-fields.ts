import { type Field, integer, text, truthy } from '#app/rest/table.ts';
import { entityFields, id, ids, links, page, perPage, plainText, search, status } from './entity-fields.ts';
import { dateTimeFault, integerFault } from './faults.ts';
import { listedText, plainInteger, sqlDateTime } from './parameters.ts';

const bound = (description: string) => sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description });

export const listEvents = {
  page,
  per_page: perPage,
  start_date: bound('Events that start then or later.'),
  end_date: bound('Events that end then or earlier.'),
  search,
  categories: ids('In any of these categories.'),
  tags: ids('With any of these tags.'),
  venue: ids('At any of these venues.'),
  organizer: ids('Held by any of these organizers.'),
  featured: truthy({ type: 'boolean', description: 'Only featured ones, or only others.' }),
  status,
  post_parent: id('Below this event.'),
  starts_before: bound('Events that start before.'),
  starts_after: bound('Events that start after.'),
  ends_before: bound('Events that end before.'),
  ends_after: bound('Events that end after.'),
  ticketed: truthy({ type: 'boolean', description: 'Only those with tickets, or only those without.' }),
  orderby: text({ phase: 'A', enum: ['date', 'event_date', 'title', 'menu_order', 'modified'], default: 'event_date', description: 'What to order by.' }),
  order: text({ phase: 'A', enum: ['ASC', 'DESC'], default: 'ASC', description: 'The sort direction.' }),
};

const moment = (description: string) =>
  sqlDateTime({ type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$', fault: dateTimeFault, description });

function eventFields(isUpdate: boolean): Record<string, Field> {
  return {
    ...entityFields({ isUpdate, sticky: {} }),
    tribe_events_cat: ids('Categories; unknown ones are left out.'),
    start_date: moment('When it starts, on the clocks of its zone.'),
    start_date_utc: moment('When it starts, in UTC.'),
    end_date: moment('When it ends, on the clocks of its zone.'),
    end_date_utc: moment('When it ends, in UTC.'),
    timezone: plainText('Its zone; the site\'s when empty.'),
    duration: plainInteger({ fault: integerFault, description: 'Seconds that it lasts.' }),
    all_day: truthy({ type: 'boolean', description: 'Takes whole days.' }),
    featured: truthy({ type: 'boolean', description: 'Presented before others.' }),
    cost: listedText(plainText('What it costs.')),
    organizers: links('Who holds it, in order.'),
    venues: links('Where it takes place; the first one counts.'),
  };
}

export const createEvent = eventFields(false);
export const eventRef = { id: integer({ phase: 'A', required: true, description: 'Id of the event.' }) };
export const editEvent = { ...eventRef, ...eventFields(true) };
