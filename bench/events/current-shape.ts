import { sanitizeSlug } from '../../src/core/text/slug.ts';
import { parseCostDetails, formatCosts } from '../../src/domains/events/costs.rules.ts';
import { formatSchedule } from '../../src/domains/events/schedule-text.ts';
import type { Setting } from '../../src/core/settings/setting.ts';
import type { Site } from '../../src/site.ts';
import type { EventRow } from './by-hand.ts';
import { type ContentRow, formatIsoTime, getPageUrl, formatSqlTime, createTeaser, getTerms, getText, getTitle } from './shape-parts.ts';

/** A site whose settings all have their defaults. */
const plainSite = { settings: { get: <T>({ default: value }: Setting<T>) => value } } as unknown as Site;

const toCommonMembers = (content: ContentRow) => ({
  id: content.id,
  date: formatIsoTime(content.dateLocal),
  date_gmt: formatIsoTime(content.dateUtc),
  guid: { rendered: content.guid },
  modified: formatIsoTime(content.modifiedLocal),
  modified_gmt: formatIsoTime(content.modifiedUtc),
  slug: content.slug,
  status: content.status,
  type: `tribe_${content.kind}`,
  link: getPageUrl(content),
  title: { rendered: getTitle(content) },
  content: { rendered: getText(content), protected: content.password !== '' },
  excerpt: { rendered: createTeaser(content), protected: content.password !== '' },
  author: content.authorId,
  featured_media: content.featuredMediaId ?? 0,
  template: content.template,
});

function toVenue({ venue: { content, ...venue } }: EventRow['venues'][number]) {
  const address = [venue.address, venue.city, venue.stateProvince, venue.zip, venue.country].filter(Boolean).join(' ');
  return {
    ...toCommonMembers(content),
    address: venue.address,
    country: venue.country,
    city: venue.city,
    state_province: venue.stateProvince,
    state: venue.state,
    province: venue.province,
    zip: venue.zip,
    phone: venue.phone,
    directions_link: `https://maps.google.com/maps?f=q&source=s_q&hl=en&geocode=&q=${encodeURIComponent(address)}`,
    website: venue.website,
  };
}

const toOrganizer = ({ organizer: { content, phone, website, email } }: EventRow['organizers'][number]) => ({
  ...toCommonMembers(content),
  phone,
  website,
  email,
});

const toZoned = (date: Date, timezone: string) => ({ date: `${formatSqlTime(date)}.000000`, timezone_type: 3, timezone });

function toDates({ startLocal, startUtc, endLocal, endUtc, timezone }: EventRow) {
  const [start, start_utc, end, end_utc] = [
    toZoned(startLocal, timezone),
    toZoned(startUtc, 'UTC'),
    toZoned(endLocal, timezone),
    toZoned(endUtc, 'UTC'),
  ];
  return { start, start_utc, start_site: start_utc, start_display: start, end, end_utc, end_site: end_utc, end_display: end };
}

function toClasses({ content }: EventRow): string[] {
  const terms = content.terms.map(({ term }) => `${term.taxonomy === 'post_tag' ? 'tag' : 'tribe_events_cat'}-${term.slug}`);
  return [`post-${content.id}`, 'tribe_events', 'type-tribe_events', `status-${content.status}`, 'hentry', ...terms];
}

/** Returns an event in the shape of the current API, `evt/v1`. */
export function toCurrentShape(event: EventRow) {
  const { content } = event;
  const local = { startLocal: formatIsoTime(event.startLocal) ?? '', endLocal: formatIsoTime(event.endLocal) ?? '', allDay: event.allDay };
  const costs = parseCostDetails(
    event.costs,
    { symbol: event.currencySymbol, code: event.currencyCode, position: event.currencyPosition },
    sanitizeSlug,
  );
  const days = Math.floor((Date.parse(local.endLocal.slice(0, 10)) - Date.parse(local.startLocal.slice(0, 10))) / 86_400_000) + 1;
  return {
    ...toCommonMembers(content),
    tags: getTerms(event, 'post_tag').map(({ id }) => id),
    tribe_events_cat: getTerms(event, 'event_category').map(({ id }) => id),
    class_list: toClasses(event),
    start_date: formatSqlTime(event.startLocal),
    start_date_utc: formatSqlTime(event.startUtc),
    end_date: formatSqlTime(event.endLocal),
    end_date_utc: formatSqlTime(event.endUtc),
    dates: toDates(event),
    timezone: event.timezone,
    duration: event.durationSeconds,
    multiday: days > 1 ? days : false,
    is_past: event.startUtc.getTime() < Date.now(),
    is_now: event.startUtc.getTime() <= Date.now() && Date.now() <= event.endUtc.getTime(),
    all_day: event.allDay,
    featured: event.featured,
    sticky: content.menuOrder === -1,
    starts_this_week: null,
    ends_this_week: null,
    happens_this_week: null,
    this_week_duration: null,
    displays_on: [],
    cost: event.costs.length === 0 ? '' : formatCosts(event.costs, costs, { symbol: '$', position: 'prefix' }),
    organizer_names: event.organizers.map(({ organizer }) => organizer.content.title),
    organizers: event.organizers.map(toOrganizer),
    venues: event.venues.map(toVenue),
    schedule_details: formatSchedule(plainSite, local),
    short_schedule_details: formatSchedule(plainSite, local, true),
    ticketed: content.ticketed.length > 0 ? content.ticketed : false,
  };
}
