import { getZoneAbbreviation } from '../../src/core/time/zone-abbreviation.ts';
import { sanitizeSlug } from '../../src/core/text/slug.ts';
import { parseCostDetails, formatCosts } from '../../src/domains/events/costs.rules.ts';
import type { EventRow } from './by-hand.ts';
import {
  type ContentRow,
  omitEmpty,
  getPageUrl,
  site,
  formatSqlTime,
  getTerms,
  getText,
  getTitle,
  getWrittenExcerpt,
} from './shape-parts.ts';

const root = `${site}/rest/vendor/events/v1`;
const createGlobalId = (id: number) => `${site.replace(/^https?:\/\//, '')}?id=${id}`;

function getDateParts(date: Date) {
  const [year, month, day, hour, minutes, seconds] = date.toISOString().slice(0, 19).split(/[-T:]/);
  return { year, month, day, hour, minutes, seconds };
}

function toImage(media: NonNullable<EventRow['content']['featuredMedia']>['media'] | undefined) {
  return media
    ? { url: `${site}/uploads/${media.file}`, id: media.contentId, width: media.width, height: media.height, sizes: media.sizes }
    : false;
}

const toSharedMembers = (content: ContentRow) => ({
  id: content.id,
  author: String(content.authorId),
  status: content.status,
  date: formatSqlTime(content.dateLocal),
  date_utc: formatSqlTime(content.dateUtc),
  modified: formatSqlTime(content.modifiedLocal),
  modified_utc: formatSqlTime(content.modifiedUtc),
  url: getPageUrl(content),
  global_id: createGlobalId(content.id),
  global_id_lineage: [createGlobalId(content.id)],
});

function toVenue({ venue: { content, ...venue } }: EventRow['venues'][number]) {
  return {
    ...toSharedMembers(content),
    show_map: venue.showMap,
    show_map_link: venue.showMapLink,
    ...omitEmpty({
      venue: getTitle(content),
      description: getText(content),
      excerpt: getWrittenExcerpt(content),
      slug: content.slug,
      address: venue.address,
      city: venue.city,
      country: venue.country,
      province: venue.province,
      state: venue.state,
      zip: venue.zip,
      phone: venue.phone,
      website: venue.website,
      stateprovince: venue.stateProvince,
      geo_lat: venue.latitude,
      geo_lng: venue.longitude,
    }),
  };
}

function toOrganizer({ organizer: { content, ...organizer } }: EventRow['organizers'][number]) {
  return {
    ...toSharedMembers(content),
    ...omitEmpty({
      organizer: getTitle(content),
      description: getText(content),
      excerpt: getWrittenExcerpt(content),
      slug: content.slug,
      phone: organizer.phone,
      website: organizer.website,
      email: organizer.email,
    }),
  };
}

const toTerm = (collection: string, taxonomy: string) => (term: ReturnType<typeof getTerms>[number]) => ({
  name: term.name,
  slug: term.slug,
  term_group: 0,
  term_taxonomy_id: term.id,
  taxonomy,
  description: term.description,
  parent: term.parentId ?? 0,
  count: term.count,
  filter: 'raw',
  id: term.id,
  urls: { self: `${root}/${collection}/${term.id}`, collection: `${root}/${collection}` },
});
const toCategory = toTerm('categories', 'tribe_events_cat');
const toTag = toTerm('tags', 'post_tag');

/** Returns an event in the shape of the legacy API, `vendor/events/v1`. */
export function toLegacyShape(event: EventRow) {
  const { content } = event;
  const costs = parseCostDetails(
    event.costs,
    { symbol: event.currencySymbol, code: event.currencyCode, position: event.currencyPosition },
    sanitizeSlug,
  );
  return {
    ...toSharedMembers(content),
    rest_url: `${root}/events/${content.id}`,
    title: getTitle(content),
    description: getText(content),
    excerpt: getWrittenExcerpt(content),
    slug: content.slug,
    image: toImage(content.featuredMedia?.media),
    all_day: event.allDay,
    start_date: formatSqlTime(event.startLocal),
    start_date_details: getDateParts(event.startLocal),
    end_date: formatSqlTime(event.endLocal),
    end_date_details: getDateParts(event.endLocal),
    utc_start_date: formatSqlTime(event.startUtc),
    utc_start_date_details: getDateParts(event.startUtc),
    utc_end_date: formatSqlTime(event.endUtc),
    utc_end_date_details: getDateParts(event.endUtc),
    timezone: event.timezone,
    timezone_abbr: getZoneAbbreviation(event.timezone, event.startUtc),
    cost: event.costs.length === 0 ? '' : formatCosts(event.costs, costs, { symbol: '$', position: 'prefix' }),
    cost_details: { currency_symbol: costs.symbol, currency_code: costs.code, currency_position: costs.position, values: costs.values },
    website: event.website ?? getPageUrl(content),
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hideFromListings,
    sticky: content.menuOrder === -1,
    featured: event.featured,
    categories: getTerms(event, 'event_category').map(toCategory),
    tags: getTerms(event, 'post_tag').map(toTag),
    venue: event.venues[0] ? toVenue(event.venues[0]) : [],
    organizer: event.organizers.map(toOrganizer),
    custom_fields: [],
    ticketed: content.ticketed.length > 0 ? content.ticketed : false,
  };
}
