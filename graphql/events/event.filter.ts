import { eventFilters, eventList } from '#app/domains/events/event.list.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { createFilterFields, createOrderValues } from '../connections/filters.ts';
import { filterableStatuses } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

/** Sort key of a list of events. Ties are sorted by ID. */
export const EventOrder = builder.enumType('EventOrder', {
  description: 'Sort key of a list of events; ties are sorted by ID.',
  values: createOrderValues(eventList.orders, { names: { start: 'EVENT_DATE' } }),
});

const GeoPoint = builder.inputType('GeoPoint', {
  description: 'Geographic coordinates; both numbers are required.',
  fields: (t) => ({
    latitude: t.float({ description: 'Latitude in degrees north.' }),
    longitude: t.float({ description: 'Longitude in degrees east.' }),
  }),
});

/** A period of time to filter events by. */
export const TimeWindow = builder.inputType('TimeWindow', {
  description: 'A period of time. A missing start or end means no limit.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Start of the period, inclusive.' }),
    until: t.field({ type: 'DateTime', description: 'End of the period, exclusive.' }),
  }),
});

const { isLocated: _, ...filters } = eventFilters;

/** Filter of a list of events. Conditions are combined with AND. */
export const EventFilter = builder.inputType('EventFilter', {
  description: 'Conditions for events; all of them have to match. Times without a zone are in the time zone of the site.',
  fields: (t) => ({
    ...createFilterFields(t, filters),
    startsFrom: t.field({ type: 'Moment', description: 'Only events that start at this moment or later.' }),
    endsUntil: t.field({ type: 'Moment', description: 'Only events that end at this moment or earlier.' }),
    startsBefore: t.field({ type: 'Moment', description: 'Only events that start before this time.' }),
    startsAfter: t.field({ type: 'Moment', description: 'Only events that start after this time.' }),
    endsBefore: t.field({ type: 'Moment', description: 'Only events that end before this time.' }),
    endsAfter: t.field({ type: 'Moment', description: 'Only events that end after this time.' }),
    overlaps: t.field({
      type: TimeWindow,
      description: 'Only events that take place at some time in this window, including events that start before it.',
    }),
    wholeDays: t.boolean({
      description:
        'Whether times are extended to whole days: `startsFrom` to the start of its day, all other times to the end of their day.',
    }),
    exactTimes: t.boolean({
      ...legacyOnly('Omit `wholeDays`.'),
      description: 'Whether the bounds are exact times; takes precedence over `wholeDays`.',
    }),
    defaultWindow: t.boolean({
      description: 'If true and the filter contains no times, only events between yesterday and two years later.',
    }),
    search: t.string({ description: 'Words that must all occur in the title, the text or the excerpt.' }),
    categories: t.stringList({
      description: 'Only events in any of these categories or their descendants: slugs or IDs. Unknown values are refused.',
    }),
    tags: t.stringList({ description: 'Only events with any of these tags: slugs or IDs. Unknown values are refused.' }),
    statuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only events with one of these statuses; published events by default. Other statuses require the right to write events.',
        {
          old: 'Only objects with one of these statuses; `publish` by default. Other statuses require the right to write events.',
        },
      ),
    }),
    isEditorial: t.boolean({
      description: 'If true and `statuses` is absent, users who may write events receive events of every status except `trash`.',
    }),
    statusFallback: t.boolean({
      ...legacyOnly('A status that you may not list is refused.'),
      description: 'Whether statuses that you may not list count as `publish` instead of being refused.',
    }),
    allowUnknownParent: t.boolean({
      ...legacyOnly('An unknown `parentId` is refused.'),
      description: 'Whether an unknown `parentId` returns an empty list instead of an error.',
    }),
    hasCoordinates: t.boolean({ description: 'Only events whose venue has coordinates; with `near`, the closest events first.' }),
    near: t.field({ type: GeoPoint, description: 'Point from which the distance of each venue is measured.' }),
    includeHidden: t.boolean({
      description: 'Whether to include events that are hidden from listings. Managers of attendees always see them.',
    }),
  }),
});
