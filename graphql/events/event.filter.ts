import { eventFilters, eventList } from '#app/domains/events/event.list.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { filterFields, orderValues } from '../connections/filters.ts';
import { publicationStatusesAsked } from '../content/closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

/** What a list of events is ordered by; equal ones follow their ids. */
export const EventOrder = builder.enumType('EventOrder', {
  description: 'What a list of events is ordered by; equal ones follow their ids.',
  values: orderValues(eventList.orders, { names: { start: 'EVENT_DATE' } }),
});

const GeoPoint = builder.inputType('GeoPoint', {
  description: 'A place on earth; each number needs the other.',
  fields: (t) => ({
    latitude: t.float({ description: 'Latitude in degrees north.' }),
    longitude: t.float({ description: 'Longitude in degrees east.' }),
  }),
});

/** A stretch of time that events are asked for. */
export const TimeWindow = builder.inputType('TimeWindow', {
  description: 'A stretch of time, open where a bound is absent.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Its first moment.' }),
    until: t.field({ type: 'DateTime', description: 'Where it ends; this moment is no longer in it.' }),
  }),
});

const { isLocated: _, ...filters } = eventFilters;

/** Which events a list holds; conditions are joined by "and". */
export const EventFilter = builder.inputType('EventFilter', {
  description: 'Which events a list holds; conditions are joined by "and". Bounds are read on the site\'s clocks.',
  fields: (t) => ({
    ...filterFields(t, filters),
    startsFrom: t.field({ type: 'Moment', description: 'Start at this moment or later.' }),
    endsUntil: t.field({ type: 'Moment', description: 'End at this moment or earlier.' }),
    startsBefore: t.field({ type: 'Moment', description: 'Start before this time.' }),
    startsAfter: t.field({ type: 'Moment', description: 'Start after this time.' }),
    endsBefore: t.field({ type: 'Moment', description: 'End before this time.' }),
    endsAfter: t.field({ type: 'Moment', description: 'End after this time.' }),
    overlaps: t.field({
      type: TimeWindow,
      description: 'Going on at some moment of this window: what a calendar shows between two instants, also what began before.',
    }),
    wholeDays: t.boolean({
      description: 'Bounds widen to whole days: `startsFrom` to the beginning of its day, all others to the end of theirs.',
    }),
    exactTimes: t.boolean({
      ...legacyOnly('`wholeDays` left out says it.'),
      description: 'Bounds apply at the given times after all; wins over `wholeDays`.',
    }),
    defaultWindow: t.boolean({ description: 'Without any bound: from yesterday on, for two years.' }),
    search: t.string({ description: 'Every word must occur in title, text or excerpt.' }),
    categories: t.stringList({
      description: 'In any of these categories or their descendants: slugs or numbers. Unknown ones are refused.',
    }),
    tags: t.stringList({ description: 'With any of these tags: slugs or numbers. Unknown ones are refused.' }),
    statuses: t.stringList({
      ...oneOf(publicationStatusesAsked, 'With one of these statuses; published ones when absent. Others need the right to write events.', {
        old: 'With one of these statuses; `publish` when absent. Others need the right to write events.',
      }),
    }),
    isEditorial: t.boolean({ description: 'When no status is asked for, those who may write events see every status but `trash`.' }),
    statusFallback: t.boolean({
      ...legacyOnly('A status that you may not list is refused.'),
      description: 'Statuses that you may not list count as `publish` instead of being refused.',
    }),
    allowUnknownParent: t.boolean({
      ...legacyOnly('An unknown `parentId` is refused.'),
      description: 'An unknown `parentId` finds nothing instead of being refused.',
    }),
    hasCoordinates: t.boolean({ description: 'Only those whose venue has coordinates; with `near` the closest first.' }),
    near: t.field({ type: GeoPoint, description: 'Where distances are counted from.' }),
    includeHidden: t.boolean({ description: 'Also those that are hidden from listings. Who manages attendees sees them anyway.' }),
  }),
});
