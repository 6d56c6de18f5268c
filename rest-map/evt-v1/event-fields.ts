import { type Field, integer, text, truthy } from '#app/rest/table.ts';
import { entityFields, id, ids, links, page, perPage, plainText, search, status } from './entity-fields.ts';
import { dateTimeFault, integerFault } from './faults.ts';
import { listedText, plainInteger, sqlDateTime } from './parameters.ts';

const bound = (description: string) => sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description });

export const listEvents = {
  page,
  per_page: perPage,
  start_date: bound('Returns only events that start at this time or later.'),
  end_date: bound('Returns only events that end at this time or earlier.'),
  search,
  categories: ids('Returns only events in at least one of these categories (IDs).'),
  tags: ids('Returns only events with at least one of these tags (IDs).'),
  venue: ids('Returns only events at one of these venues (IDs).'),
  organizer: ids('Returns only events of at least one of these organizers (IDs).'),
  featured: truthy({ type: 'boolean', description: 'True returns only featured events, false only other events.' }),
  status,
  post_parent: id('Returns only children of the event with this ID.'),
  starts_before: bound('Returns only events that start before this time.'),
  starts_after: bound('Returns only events that start after this time.'),
  ends_before: bound('Returns only events that end before this time.'),
  ends_after: bound('Returns only events that end after this time.'),
  ticketed: truthy({ type: 'boolean', description: 'True returns only events with tickets, false only events without tickets.' }),
  orderby: text({ phase: 'early', enum: ['date', 'event_date', 'title', 'menu_order', 'modified'], default: 'event_date', description: 'Field to sort by.' }),
  order: text({ phase: 'early', enum: ['ASC', 'DESC'], default: 'ASC', description: 'Sort order: ascending or descending.' }),
};

const moment = (description: string) =>
  sqlDateTime({ type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$', fault: dateTimeFault, description });

function eventFields(isUpdate: boolean): Record<string, Field> {
  return {
    ...entityFields({ isUpdate, sticky: {} }),
    tribe_events_cat: ids('IDs of event categories. Unknown IDs are ignored.'),
    start_date: moment('Start in the time zone of the event.'),
    start_date_utc: moment('Start in UTC.'),
    end_date: moment('End in the time zone of the event.'),
    end_date_utc: moment('End in UTC.'),
    timezone: plainText('Time zone of the event. If empty, the time zone of the site.'),
    duration: plainInteger({ fault: integerFault, description: 'Duration in seconds.' }),
    all_day: truthy({ type: 'boolean', description: 'Whether the event lasts all day.' }),
    featured: truthy({ type: 'boolean', description: 'Whether the event is featured.' }),
    cost: listedText(plainText('Price or price range as text.')),
    organizers: links('IDs of the organizers, in display order.'),
    venues: links('IDs of the venues. Only the first one is used.'),
  };
}

export const createEvent = eventFields(false);
export const eventRef = { id: integer({ phase: 'early', required: true, description: 'ID of the event.' }) };
export const editEvent = { ...eventRef, ...eventFields(true) };
