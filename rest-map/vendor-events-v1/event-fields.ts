import { csv, type Field, filled, flag, integer, positiveInteger, scalar, text, time, untyped } from '#app/rest/table.ts';
import { draftNames as organizerNames, createOrganizer } from './organizer-fields.ts';
import { page, perPage } from './list-fields.ts';
import { draftNames as venueNames, createVenue } from './venue-fields.ts';
import { elements, isWord, linked, booleanString } from './parameters.ts';

const items = { type: 'integer' } as const;
/** Terms are published as numbers, but words are accepted too. */
const takes = { type: 'array', items: { type: ['integer', 'string'] } } as const;
const takesIds = { type: 'array', items } as const;
const early = { phase: 'A', onNull: 'absent' } as const;

/** Parameters of event lists (events.md 2.5). */
export const listEvents = {
  page: { ...page, schema: { ...page.schema, type: 'integer' as const } },
  per_page: { ...perPage, schema: { ...perPage.schema, type: 'integer' as const } },
  start_date: time({ spokenDefault: 'yesterday 23:59', description: 'Events that start on this day or later; by default from yesterday on.' }),
  end_date: time({ spokenDefault: '+24 months', description: 'Events that end on this day or earlier; by default in two years.' }),
  starts_before: time({ description: 'Events that start before.' }),
  starts_after: time({ description: 'Events that start after.' }),
  ends_before: time({ description: 'Events that end before.' }),
  ends_after: time({ description: 'Events that end after.' }),
  strict_dates: booleanString({ default: false, description: 'Dates apply at the given times instead of whole days.' }),
  search: filled({ description: 'Words that must all occur in title, text or excerpt.' }),
  categories: csv({ items, takes, description: 'In any of these categories: slugs or ids.' }),
  tags: csv({ items, takes, description: 'With any of these tags: slugs or ids.' }),
  venue: csv({ items, takes: takesIds, ...csv.positive, description: 'At any of these venues.' }),
  organizer: csv({ items, takes: takesIds, ...csv.positive, description: 'Held by any of these organizers.' }),
  featured: flag({ ...early, description: 'Only featured ones, or only others.' }),
  status: csv({ type: 'string', description: 'With one of these statuses.' }),
  geoloc: flag({ ...early, description: 'Only those whose venue has coordinates.' }),
  geoloc_lat: { ...untyped(early), schema: { type: 'number' as const, description: 'Latitude that distances are counted from; needs `geoloc_lng`.' } },
  geoloc_lng: { ...untyped(early), schema: { type: 'number' as const, description: 'Longitude that distances are counted from; needs `geoloc_lat`.' } },
  include: csv({ type: ['array', 'string'], items, takes: takesIds, ...csv.positive, description: 'Only these; date filters are ignored then.' }),
  post_parent: positiveInteger({ type: 'integer', description: 'Below this event.' }),
  ticketed: flag({ ...early, description: 'Only those with tickets, or only those without.' }),
};

/** Undocumented. */
export const undocumentedListParams = { password: text({ onNull: 'absent' }) };

const id = { id: integer({ phase: 'A', required: true, description: 'Id of the event.' }) };
const password = text({ onNull: 'absent', description: 'The event password.' });
export const readEvent = { ...id, password };
/** Users who may change an event need no password. */
export const eventRef = { ...id, password: text({ onNull: 'absent', description: 'Has no effect: who may change the event needs no password.' }) };
export const slugRef = { slug: untyped({ required: true, description: 'Slug of the event.' }) };
export const undocumentedReadParams = { context: isWord('edit') };
export const undocumentedSlugParams = { ...undocumentedReadParams, password };

const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, flag(early)]));

function eventFields(required: boolean): Record<string, Field> {
  const needed = required ? { required } : {};
  return {
    author: positiveInteger({ type: 'integer', description: 'Author; the caller, when absent.' }),
    date: time({ type: 'string', description: 'Publication time.' }),
    date_utc: time({ type: 'string', description: 'Publication time in UTC.' }),
    title: { ...filled({ description: 'Title.' }), ...needed },
    description: filled({ description: 'Text.' }),
    slug: filled({ description: 'Name in addresses.' }),
    excerpt: filled({ description: 'Teaser.' }),
    status: filled({ description: 'Status.' }),
    timezone: text({ onNull: 'absent', description: 'Zone: an IANA name, `UTC` or `UTC±h`; the site\'s when empty.' }),
    all_day: flag({ ...early, default: false, appliesDefault: false, description: 'Takes whole days.' }),
    start_date: time({ type: 'string', ...needed, description: 'When it starts.' }),
    end_date: time({ type: 'string', ...needed, description: 'When it ends.' }),
    image: scalar({ description: 'Id or address of an image.' }),
    cost: elements({ description: 'What it costs: a number or text, or a list of them.' }),
    website: { ...scalar(), schema: { default: null, description: 'The event\'s own page elsewhere.' } },
    ...flags(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']),
    categories: csv({ type: 'array', items, takes, default: null, ...csv.anything, description: 'Ids and names; new names make categories.' }),
    tags: csv({ type: 'array', items, takes, default: null, ...csv.anything, description: 'Ids and names; new names make tags.' }),
    venue: linked({ type: 'array', items, default: null, fields: createVenue, names: venueNames, description: 'Id of a venue, or a new one.' }),
    organizer: linked({ type: 'array', items, default: null, fields: createOrganizer, names: organizerNames, description: 'Ids of organizers, or new ones.' }),
  };
}

/** Fields of events (events.md 2.6.1). */
export const createEvent = eventFields(true);
export const editEvent = { ...eventRef, ...eventFields(false) };
const { slug: _slug, ...withoutSlug } = eventFields(false);
export const editEventBySlug = { ...slugRef, ...withoutSlug };
