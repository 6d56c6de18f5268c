import { canRead } from '#app/domains/content/content.permissions.ts';
import type { TermRef } from '#app/domains/content/record.ts';
import { isHidden } from '#app/domains/content/rendering.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getZoneAbbreviation } from '#app/core/time/zone-abbreviation.ts';
import type { CostDetails } from '#app/domains/events/costs.rules.ts';
import { type EventRecord, isSticky } from '#app/domains/events/event.record.ts';
import { customFields } from '#app/domains/events/events.settings.ts';
import { buildEventJsonLd } from '#app/domains/events/json-ld.ts';
import { formatSchedule } from '#app/domains/events/schedule-text.ts';
import { type Attendance, canManageAttendees } from '#app/domains/events/attendance.ts';
import { countDays } from '#app/domains/events/times.rules.ts';
import { getCostAmounts, formatCost, getCostDetails, getWebsite } from '#app/domains/events/views.ts';
import { builder } from '../builder.ts';
import { Money } from '../money/money.ts';
import type { Context } from '../context.ts';
import { Term } from '../terms/term.ts';
import { createCalendarNodeOptions, unlessHidden } from './calendar-content.ts';
import { Event, Organizer, Venue } from './refs.ts';
import { oneOf } from '../public/public-mapping.ts';
import { symbolPlaces } from './enum-definitions.ts';
import { deprecateUtcField } from '../public/former-names.ts';

const EventCosts = builder.objectRef<CostDetails>('EventCosts').implement({
  description: 'Costs of an event in parts.',
  fields: (t) => ({
    currencySymbol: t.exposeString('symbol', { description: 'Currency symbol of all costs; empty if the costs have different symbols.' }),
    currencyCode: t.exposeString('code', { description: 'ISO 4217 currency code, such as `EUR`; empty if not set.' }),
    currencyPosition: t.exposeString('position', {
      ...oneOf(symbolPlaces, 'Position of the symbol; null if there is no symbol.', { none: '' }),
    }),
    values: t.exposeStringList('values', { description: 'Amounts as decimal numbers, ascending.' }),
    amounts: t.field({
      type: [Money],
      nullable: true,
      description:
        'The numbers in the costs as amounts, ascending; null if the currency is unknown, or if an amount has more decimals than the currency.',
      resolve: (costs, _args, { site }) => getCostAmounts(site, costs),
    }),
  }),
});

const CustomField = builder.objectRef<{ name: string; label: string; value: string }>('EventCustomField').implement({
  description: 'A custom field of an event.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field.' }),
    label: t.exposeString('label', { description: 'Label of the field.' }),
    value: t.exposeString('value', { description: 'Value of the field; never empty.' }),
  }),
});

const AttendanceType = builder.objectRef<{ [Name in keyof Attendance]: number | null }>('Attendance').implement({
  description: 'Numbers of attendees of an event; null while a password hides the event.',
  fields: (t) => ({
    totalAttendees: t.exposeInt('totalAttendees', { nullable: true, description: 'Number of all attendees.' }),
    checkedIn: t.exposeInt('checkedIn', { nullable: true, description: 'Number of attendees who are checked in.' }),
    notCheckedIn: t.exposeInt('notCheckedIn', { nullable: true, description: 'Number of attendees who are not checked in.' }),
  }),
});

const ZonedTime = builder.objectRef<{ local: string; timezone: string }>('ZonedTime').implement({
  description: 'A time in a time zone.',
  fields: (t) => ({
    local: t.expose('local', { type: 'LocalDateTime', description: 'Local time in the time zone.' }),
    timezone: t.exposeString('timezone', {
      description: 'Time zone: an IANA name such as `Europe/Oslo`, `UTC`, or an offset such as `UTC+2`.',
    }),
  }),
});

function toSiteTime(utc: string, { site }: Context): { local: string; timezone: string } {
  const zone = getSiteZone(site);
  return { local: zone.name === 'UTC' ? utc : toWallTime(new Date(`${utc}Z`), zone), timezone: zone.name };
}

const EventTimes = builder.prismaObject('Event', {
  variant: 'EventTimes',
  description: 'Start and end of an event in several time zones.',
  fields: (t) => ({
    start: t.field({
      type: ZonedTime,
      description: 'Start in the time zone of the event.',
      resolve: (event) => ({ local: event.startLocal, timezone: event.timezone }),
    }),
    startUtc: t.field({ type: ZonedTime, description: 'Start in UTC.', resolve: (event) => ({ local: event.startUtc, timezone: 'UTC' }) }),
    startSite: t.field({
      type: ZonedTime,
      description: 'Start in the time zone of the site.',
      resolve: (event, _args, context) => toSiteTime(event.startUtc, context),
    }),
    end: t.field({
      type: ZonedTime,
      description: 'End in the time zone of the event.',
      resolve: (event) => ({ local: event.endLocal, timezone: event.timezone }),
    }),
    endUtc: t.field({ type: ZonedTime, description: 'End in UTC.', resolve: (event) => ({ local: event.endUtc, timezone: 'UTC' }) }),
    endSite: t.field({
      type: ZonedTime,
      description: 'End in the time zone of the site.',
      resolve: (event, _args, context) => toSiteTime(event.endUtc, context),
    }),
  }),
});

/** Complexity of the lists inside an event, which are short. */
const SHORT_LIST = { field: 1, multiplier: 3 } as const;

/** Returns the current time in UTC. Cached responses that contain it expire when the next event starts or ends. */
const getNowUtc = () =>
  now({ expiresWith: ['events'] })
    .toISOString()
    .slice(0, 19);
const resolveTermsIn = (taxonomy: string) =>
  unlessHidden((event: EventRecord) => event.terms.filter((term) => term.taxonomy === taxonomy), []);
const listIds = (terms: readonly TermRef[]) => terms.map((term) => term.id);
const categories = resolveTermsIn('event_category');
const tags = resolveTermsIn('post_tag');
const listVisibleOrganizers = (event: EventRecord, { viewer }: Context) =>
  isHidden(event) ? [] : event.organizers.filter((organizer) => canRead(viewer, organizer));

function listCustomFields(event: EventRecord, { site }: Context): { name: string; label: string; value: string }[] {
  if (isHidden(event)) return [];
  return site.settings.get(customFields).flatMap(({ name, label }) => {
    const value = event.customFields[name];
    return value ? [{ name, label, value }] : [];
  });
}

builder.nodeRef(
  Event,
  createCalendarNodeOptions(({ load }) => load.calendar.event),
);

builder.prismaObjectFields(Event, (t) => ({
  start: t.expose('startLocal', {
    type: 'LocalDateTime',
    description: 'Start of the event, in the time zone of the event.',
  }),
  end: t.expose('endLocal', { type: 'LocalDateTime', description: 'End of the event, in the time zone of the event.' }),
  startsAt: t.expose('startUtc', { type: 'DateTime', description: 'When the event starts.' }),
  startUtc: t.expose('startUtc', { type: 'LocalDateTime', description: 'Start of the event, in UTC.', ...deprecateUtcField('startsAt') }),
  endsAt: t.expose('endUtc', { type: 'DateTime', description: 'When the event ends.' }),
  endUtc: t.expose('endUtc', { type: 'LocalDateTime', description: 'End of the event, in UTC.', ...deprecateUtcField('endsAt') }),
  times: t.field({
    type: EventTimes,
    description: 'Start and end in the time zones of the event, of the site and in UTC.',
    resolve: (event) => event,
  }),
  timezone: t.exposeString('timezone', {
    description: 'Time zone: an IANA name such as `Europe/Oslo`, `UTC`, or an offset such as `UTC+2`.',
  }),
  timezoneAbbreviation: t.string({
    description: 'Abbreviation of the time zone at the start of the event, such as `EST`.',
    resolve: (event) => getZoneAbbreviation(event.timezone, new Date(`${event.startUtc}Z`)),
  }),
  durationSeconds: t.exposeInt('durationSeconds', { description: 'Duration in seconds; 86399 for one whole day.' }),
  allDay: t.exposeBoolean('allDay', { description: 'Whether the event lasts whole days.' }),
  severalDays: t.int({
    nullable: true,
    description: 'Number of days of an event that lasts several days; null for an event on one day.',
    resolve: (event) => {
      const days = countDays(event);
      return days > 1 ? days : null;
    },
  }),
  isPast: t.boolean({ description: 'Whether the event has started.', resolve: (event) => event.startUtc < getNowUtc() }),
  isNow: t.boolean({
    description: 'Whether the event is taking place now.',
    resolve: (event) => {
      const time = getNowUtc();
      return event.startUtc <= time && time <= event.endUtc;
    },
  }),
  schedule: t.field({
    type: 'HTML',
    description: 'Date and time of the event in words, as HTML.',
    args: {
      short: t.arg.boolean({
        description:
          'Whether to shorten the text: without the end time of a single day, and without times if the event lasts several days.',
      }),
    },
    resolve: (event, { short }, { site }) => formatSchedule(site, event, short ?? false),
  }),
  cost: t.string({
    description:
      'Cost of the event, such as `Free`, `$20` or `$10 – $30`. If no cost was entered, it is derived from the ticket prices; empty if there are no tickets either.',
    resolve: (event, _args, { site }) => formatCost(site, event),
  }),
  costDetails: t.field({
    type: EventCosts,
    description: 'Cost in parts: the costs that were entered, or the prices of the tickets.',
    resolve: (event, _args, { site }) => getCostDetails(site, event),
  }),
  website: t.string({
    description: "Website of the event. If none was set, the URL of the event's page on this site; empty if it was cleared.",
    resolve: (event, _args, { site }) => getWebsite(site, event),
  }),
  showMap: t.exposeBoolean('showMap', { description: 'Whether the page of the event shows a map.' }),
  showMapLink: t.exposeBoolean('showMapLink', { description: 'Whether the page of the event links to a map.' }),
  isHiddenFromListings: t.exposeBoolean('hideFromListings', { description: 'Whether the event is hidden from calendars and lists.' }),
  isFeatured: t.exposeBoolean('featured', { description: 'Whether the event is featured.' }),
  isSticky: t.boolean({ description: 'Whether the event is first in the month view.', resolve: (event) => isSticky(event) }),
  categories: t.field({
    type: [Term],
    complexity: SHORT_LIST,
    description: 'Categories of the event, sorted by name.',
    resolve: categories,
  }),
  tags: t.field({ type: [Term], complexity: SHORT_LIST, description: 'Tags of the event, sorted by name.', resolve: tags }),
  categoryIds: t.intList({ description: 'IDs of the categories of the event.', resolve: (event) => listIds(categories(event)) }),
  tagIds: t.intList({ description: 'IDs of the tags of the event.', resolve: (event) => listIds(tags(event)) }),
  venues: t.field({
    type: [Venue],
    complexity: { field: 1, multiplier: 1 },
    description: 'Venues that you may see.',
    resolve: (event, _args, { viewer }) => (isHidden(event) ? [] : event.venues.filter((venue) => canRead(viewer, venue))),
  }),
  organizers: t.field({
    type: [Organizer],
    complexity: SHORT_LIST,
    description: 'Organizers that you may see, in order.',
    resolve: (event, _args, context) => listVisibleOrganizers(event, context),
  }),
  organizerNames: t.stringList({
    description: 'Names of the organizers.',
    resolve: (event, _args, context) => listVisibleOrganizers(event, context).map((organizer) => organizer.title),
  }),
  customFields: t.field({
    type: [CustomField],
    complexity: SHORT_LIST,
    description: 'Custom fields of the event that have a value.',
    resolve: (event, _args, context) => listCustomFields(event, context),
  }),
  ticketProviders: t.stringList({
    description: 'Ticket providers of the event; empty for an event without tickets.',
    resolve: unlessHidden((event) => [...event.ticketed], []),
  }),
  attendance: t.field({
    type: AttendanceType,
    nullable: true,
    description: 'Numbers of attendees; null unless you manage attendees.',
    resolve: (event, _args, { viewer, load }) => {
      if (!canManageAttendees((capability) => viewer.can(capability))) return null;
      if (isHidden(event)) return { totalAttendees: null, checkedIn: null, notCheckedIn: null };
      return load.calendar.attendance
        .load(event.id)
        .then((attendance) => attendance ?? { totalAttendees: 0, checkedIn: 0, notCheckedIn: 0 });
    },
  }),
  jsonLd: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Structured data of the event for search engines (schema.org); null while it is protected by a password.',
    resolve: (event, _args, { site, viewer }) => (canRead(viewer, event) && event.password === '' ? buildEventJsonLd(site, event) : null),
  }),
}));
