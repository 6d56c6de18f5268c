import { zoneAbbreviation } from '../../src/core/time/zone-abbreviation.ts';
import { sanitizeSlug } from '../../src/core/text/slug.ts';
import { parseCostDetails, formatCosts } from '../../src/domains/events/costs.rules.ts';
import type { EventRow } from './by-hand.ts';
import { type ContentRow, withoutEmpty, pageAddress, site, sqlTime, termsIn, text, title, writtenExcerpt } from './shape-parts.ts';

const root = `${site}/rest/vendor/events/v1`;
const globalId = (id: number) => `${site.replace(/^https?:\/\//, '')}?id=${id}`;

function parts(date: Date) {
  const [year, month, day, hour, minutes, seconds] = date.toISOString().slice(0, 19).split(/[-T:]/);
  return { year, month, day, hour, minutes, seconds };
}

function imageOf(media: NonNullable<EventRow['content']['featuredMedia']>['media'] | undefined) {
  return media
    ? { url: `${site}/uploads/${media.file}`, id: media.contentId, width: media.width, height: media.height, sizes: media.sizes }
    : false;
}

const shared = (content: ContentRow) => ({
  id: content.id,
  author: String(content.authorId),
  status: content.status,
  date: sqlTime(content.dateLocal),
  date_utc: sqlTime(content.dateUtc),
  modified: sqlTime(content.modifiedLocal),
  modified_utc: sqlTime(content.modifiedUtc),
  url: pageAddress(content),
  global_id: globalId(content.id),
  global_id_lineage: [globalId(content.id)],
});

function venueOf({ venue: { content, ...venue } }: EventRow['venues'][number]) {
  return {
    ...shared(content),
    show_map: venue.showMap,
    show_map_link: venue.showMapLink,
    ...withoutEmpty({
      venue: title(content),
      description: text(content),
      excerpt: writtenExcerpt(content),
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

function organizerOf({ organizer: { content, ...organizer } }: EventRow['organizers'][number]) {
  return {
    ...shared(content),
    ...withoutEmpty({
      organizer: title(content),
      description: text(content),
      excerpt: writtenExcerpt(content),
      slug: content.slug,
      phone: organizer.phone,
      website: organizer.website,
      email: organizer.email,
    }),
  };
}

const termOf = (collection: string, taxonomy: string) => (term: ReturnType<typeof termsIn>[number]) => ({
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
const categoryOf = termOf('categories', 'tribe_events_cat');
const tagOf = termOf('tags', 'post_tag');

/** Returns an event in the shape of the legacy API, `vendor/events/v1`. */
export function legacyShape(event: EventRow) {
  const { content } = event;
  const costs = parseCostDetails(
    event.costs,
    { symbol: event.currencySymbol, code: event.currencyCode, position: event.currencyPosition },
    sanitizeSlug,
  );
  return {
    ...shared(content),
    rest_url: `${root}/events/${content.id}`,
    title: title(content),
    description: text(content),
    excerpt: writtenExcerpt(content),
    slug: content.slug,
    image: imageOf(content.featuredMedia?.media),
    all_day: event.allDay,
    start_date: sqlTime(event.startLocal),
    start_date_details: parts(event.startLocal),
    end_date: sqlTime(event.endLocal),
    end_date_details: parts(event.endLocal),
    utc_start_date: sqlTime(event.startUtc),
    utc_start_date_details: parts(event.startUtc),
    utc_end_date: sqlTime(event.endUtc),
    utc_end_date_details: parts(event.endUtc),
    timezone: event.timezone,
    timezone_abbr: zoneAbbreviation(event.timezone, event.startUtc),
    cost: event.costs.length === 0 ? '' : formatCosts(event.costs, costs, { symbol: '$', position: 'prefix' }),
    cost_details: { currency_symbol: costs.symbol, currency_code: costs.code, currency_position: costs.position, values: costs.values },
    website: event.website ?? pageAddress(content),
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hideFromListings,
    sticky: content.menuOrder === -1,
    featured: event.featured,
    categories: termsIn(event, 'event_category').map(categoryOf),
    tags: termsIn(event, 'post_tag').map(tagOf),
    venue: event.venues[0] ? venueOf(event.venues[0]) : [],
    organizer: event.organizers.map(organizerOf),
    custom_fields: [],
    ticketed: content.ticketed.length > 0 ? content.ticketed : false,
  };
}
