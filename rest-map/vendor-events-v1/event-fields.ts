import { csv, type Field, filled, flag, integer, positiveInteger, scalar, text, time, untyped } from '#app/rest/table.ts';
import { draftNames as organizerNames, createOrganizer } from './organizer-fields.ts';
import { page, perPage } from './list-fields.ts';
import { draftNames as venueNames, createVenue } from './venue-fields.ts';
import { booleanString, equalsWord, linkedObjects, texts } from './parameters.ts';

const items = { type: 'integer' } as const;
/** Accepted forms of terms: IDs, which are published, and slugs or names. */
const acceptedSchema = { type: 'array', items: { type: ['integer', 'string'] } } as const;
const takesIds = { type: 'array', items } as const;
const early = { phase: 'early', onNull: 'absent' } as const;

/** Parameters of event lists (docs/behaviour/events.md 2.5). */
export const listEvents = {
  page: { ...page, schema: { ...page.schema, type: 'integer' as const } },
  per_page: { ...perPage, schema: { ...perPage.schema, type: 'integer' as const } },
  start_date: time({ computedDefault: 'yesterday 23:59', description: 'Returns only events that start on this day or later. Default: yesterday.' }),
  end_date: time({ computedDefault: '+24 months', description: 'Returns only events that end on this day or earlier. Default: in two years.' }),
  starts_before: time({ description: 'Returns only events that start before this time.' }),
  starts_after: time({ description: 'Returns only events that start after this time.' }),
  ends_before: time({ description: 'Returns only events that end before this time.' }),
  ends_after: time({ description: 'Returns only events that end after this time.' }),
  strict_dates: booleanString({ default: false, description: 'Whether date filters use the exact times instead of whole days.' }),
  search: filled({ description: 'Search text. All words must occur in the title, content or excerpt.' }),
  categories: csv({ items, acceptedSchema, description: 'Returns only events in at least one of these categories (slugs or IDs).' }),
  tags: csv({ items, acceptedSchema, description: 'Returns only events with at least one of these tags (slugs or IDs).' }),
  venue: csv({ items, acceptedSchema: takesIds, ...csv.positive, description: 'Returns only events at one of these venues (IDs).' }),
  organizer: csv({ items, acceptedSchema: takesIds, ...csv.positive, description: 'Returns only events of at least one of these organizers (IDs).' }),
  featured: flag({ ...early, description: 'True returns only featured events, false only other events.' }),
  status: csv({ type: 'string', description: 'Returns only events with one of these statuses.' }),
  geoloc: flag({ ...early, description: 'Whether to return only events whose venue has coordinates.' }),
  geoloc_lat: { ...untyped(early), schema: { type: 'number' as const, description: 'Latitude of the point from which distances are measured. Requires `geoloc_lng`.' } },
  geoloc_lng: { ...untyped(early), schema: { type: 'number' as const, description: 'Longitude of the point from which distances are measured. Requires `geoloc_lat`.' } },
  include: csv({ type: ['array', 'string'], items, acceptedSchema: takesIds, ...csv.positive, description: 'Returns only events with these IDs. If present, date filters are ignored.' }),
  post_parent: positiveInteger({ type: 'integer', description: 'Returns only children of the event with this ID.' }),
  ticketed: flag({ ...early, description: 'True returns only events with tickets, false only events without tickets.' }),
};

/** Undocumented parameter of lists. */
export const undocumentedListParams = { password: text({ onNull: 'absent' }) };

const id = { id: integer({ phase: 'early', required: true, description: 'ID of the event.' }) };
const password = text({ onNull: 'absent', description: 'Password of the event, if it is protected by one.' });
export const readEvent = { ...id, password };
/** Reference to an event that is changed or deleted. Users who may change an event need no password. */
export const eventRef = { ...id, password: text({ onNull: 'absent', description: 'Has no effect. Users who can edit the event need no password.' }) };
export const slugRef = { slug: untyped({ required: true, description: 'Slug of the event.' }) };
export const undocumentedReadParams = { context: equalsWord('edit') };
export const undocumentedSlugParams = { ...undocumentedReadParams, password };

const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, flag(early)]));

function eventFields(required: boolean): Record<string, Field> {
  const needed = required ? { required } : {};
  return {
    author: positiveInteger({ type: 'integer', description: 'ID of the author. If omitted, the current user.' }),
    date: time({ type: 'string', description: 'Publication time in the time zone of the site.' }),
    date_utc: time({ type: 'string', description: 'Publication time in UTC.' }),
    title: { ...filled({ description: 'Title of the event.' }), ...needed },
    description: filled({ description: 'Content of the event.' }),
    slug: filled({ description: 'Slug used in the URL.' }),
    excerpt: filled({ description: 'Excerpt of the event.' }),
    status: filled({ description: 'Publication status.' }),
    timezone: text({ onNull: 'absent', description: 'Time zone: an IANA name, `UTC` or `UTC±h`. If empty, the time zone of the site.' }),
    all_day: flag({ ...early, default: false, appliesDefault: false, description: 'Whether the event lasts all day.' }),
    start_date: time({ type: 'string', ...needed, description: 'Start in the time zone of the event.' }),
    end_date: time({ type: 'string', ...needed, description: 'End in the time zone of the event.' }),
    image: scalar({ description: 'Media ID or URL of an image.' }),
    cost: texts({ description: 'Price as a number or text, or a list of them.' }),
    website: { ...scalar(), schema: { default: null, description: 'URL of the event on its own website.' } },
    ...flags(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']),
    categories: csv({ type: 'array', items, acceptedSchema, default: null, ...csv.anything, description: 'IDs or names of categories. New names create categories.' }),
    tags: csv({ type: 'array', items, acceptedSchema, default: null, ...csv.anything, description: 'IDs or names of tags. New names create tags.' }),
    venue: linkedObjects({ type: 'array', items, default: null, fields: createVenue, names: venueNames, description: 'ID of a venue, or the data of a new venue.' }),
    organizer: linkedObjects({ type: 'array', items, default: null, fields: createOrganizer, names: organizerNames, description: 'IDs of organizers, or the data of new organizers.' }),
  };
}

/** Fields of events (docs/behaviour/events.md 2.6.1). */
export const createEvent = eventFields(true);
export const editEvent = { ...eventRef, ...eventFields(false) };
const { slug: _slug, ...withoutSlug } = eventFields(false);
export const editEventBySlug = { ...slugRef, ...withoutSlug };
