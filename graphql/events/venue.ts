import { buildVenueJsonLd } from '#app/domains/events/json-ld.ts';
import type { VenueRecord } from '#app/domains/events/linked.record.ts';
import { buildDirectionsUrl, listHiddenFields } from '#app/domains/events/views.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { builder } from '../builder.ts';
import { createCalendarNodeOptions, unlessHidden } from './calendar-content.ts';
import { Venue } from './refs.ts';

const details = ['address', 'city', 'country', 'province', 'state', 'stateProvince', 'zip', 'latitude', 'longitude'] as const;
const emptyIfHidden = (getValue: (venue: VenueRecord) => string) => unlessHidden(getValue, '');

builder.nodeRef(
  Venue,
  createCalendarNodeOptions(({ load }) => load.calendar.venue),
);

builder.prismaObjectFields(Venue, (t) => ({
  address: t.string({ description: 'Street and house number.', resolve: emptyIfHidden((venue) => venue.address) }),
  city: t.string({ description: 'City of the venue.', resolve: emptyIfHidden((venue) => venue.city) }),
  country: t.string({ description: 'Country of the venue.', resolve: emptyIfHidden((venue) => venue.country) }),
  province: t.string({ description: 'Province of a venue outside the USA.', resolve: emptyIfHidden((venue) => venue.province) }),
  state: t.string({ description: 'State of a venue in the USA.', resolve: emptyIfHidden((venue) => venue.state) }),
  stateProvince: t.string({ description: 'State or province.', resolve: emptyIfHidden((venue) => venue.stateProvince) }),
  zip: t.string({ description: 'Postal code of the venue.', resolve: emptyIfHidden((venue) => venue.zip) }),
  phone: t.string({ description: 'Telephone number as plain text.', resolve: emptyIfHidden((venue) => venue.phone) }),
  website: t.string({ description: 'URL of the website of the venue.', resolve: emptyIfHidden((venue) => venue.website) }),
  showMap: t.exposeBoolean('showMap', { description: 'Whether pages show a map of the venue.' }),
  showMapLink: t.exposeBoolean('showMapLink', { description: 'Whether pages link to a map of the venue.' }),
  latitude: t.float({
    nullable: true,
    description: 'Latitude in degrees north; null if unknown.',
    resolve: unlessHidden((venue) => venue.latitude, null),
  }),
  longitude: t.float({
    nullable: true,
    description: 'Longitude in degrees east; null if unknown.',
    resolve: unlessHidden((venue) => venue.longitude, null),
  }),
  hiddenFields: t.stringList({
    nullable: true,
    description: 'Names of the fields that a password hides from you, without empty fields; null if nothing is hidden.',
    resolve: (venue) => listHiddenFields(venue, details),
  }),
  directionsLink: t.string({
    description: 'URL of a map search for the venue; empty if it has no address.',
    resolve: (venue) => buildDirectionsUrl(venue),
  }),
  jsonLd: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Structured data of the venue for search engines (schema.org); null while it is protected by a password.',
    resolve: (venue, _args, { site, viewer }) => (canRead(viewer, venue) && venue.password === '' ? buildVenueJsonLd(site, venue) : null),
  }),
}));
