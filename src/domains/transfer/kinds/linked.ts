import { insertOrganizers, insertVenues } from '../../events/details.writer.ts';
import { loadOrganizersIn, loadVenuesIn } from '../../events/event.reader.ts';
import type { OrganizerInput, VenueInput } from '../../events/inputs.ts';
import { organizerKind, venueKind } from '../../events/kinds.ts';
import type { OrganizerRecord, VenueRecord } from '../../events/linked.record.ts';
import { registerItemKind, type Remark } from '../item-kinds.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { LINEAGE } from './events.ts';
import { flagText, ItemMeta, metaOf, INVALID_WEBSITE } from './item-meta.ts';

/** Fields of a venue by meta key. */
const venueTexts = {
  _VenueAddress: 'address',
  _VenueCity: 'city',
  _VenueCountry: 'country',
  _VenueProvince: 'province',
  _VenueState: 'state',
  _VenueZip: 'zip',
  _VenuePhone: 'phone',
} as const;
const STATE_PROVINCE = '_VenueStateProvince';
const VENUE_WEBSITE = '_VenueURL';
const SHOW_MAP = '_VenueShowMap';
const SHOW_MAP_LINK = '_VenueShowMapLink';
const LATITUDE = '_VenueLat';
const LONGITUDE = '_VenueLng';
const venueKeys = new Set([
  ...Object.keys(venueTexts),
  STATE_PROVINCE,
  VENUE_WEBSITE,
  SHOW_MAP,
  SHOW_MAP_LINK,
  LATITUDE,
  LONGITUDE,
  LINEAGE,
]);

const PHONE_KEY = '_OrganizerPhone';
const EMAIL = '_OrganizerEmail';
const ORGANIZER_WEBSITE = '_OrganizerWebsite';
const organizerKeys = new Set([PHONE_KEY, EMAIL, ORGANIZER_WEBSITE, LINEAGE]);

/** Returns both coordinates in degrees, or null. */
function coordinatesOf(meta: ItemMeta): { latitude: number; longitude: number } | null {
  const [lat, lng] = [meta.first(LATITUDE) ?? '', meta.first(LONGITUDE) ?? ''];
  const [latitude, longitude] = [Number(lat), Number(lng)];
  return lat !== '' && lng !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function venueInput(item: WxrItem): VenueInput {
  const meta = new ItemMeta(item);
  const texts = Object.fromEntries(Object.entries(venueTexts).map(([key, name]) => [name, meta.text(key)]));
  return {
    ...texts,
    ...(meta.first(STATE_PROVINCE) !== undefined && { stateProvince: meta.text(STATE_PROVINCE) }),
    website: meta.webUrl(VENUE_WEBSITE),
    showMap: meta.flag(SHOW_MAP),
    showMapLink: meta.flag(SHOW_MAP_LINK),
    ...coordinatesOf(meta),
    lineage: meta.all(LINEAGE),
  };
}

function organizerInput(item: WxrItem): OrganizerInput {
  const meta = new ItemMeta(item);
  return { phone: meta.text(PHONE_KEY), email: meta.text(EMAIL), website: meta.webUrl(ORGANIZER_WEBSITE), lineage: meta.all(LINEAGE) };
}

function websiteRemarks(item: WxrItem, key: string): Remark[] {
  const meta = new ItemMeta(item);
  return meta.webUrl(key) === null ? [{ reason: INVALID_WEBSITE, detail: meta.first(key) ?? '' }] : [];
}

function venueRemarks(item: WxrItem): Remark[] {
  const meta = new ItemMeta(item);
  const coordinates = [meta.first(LATITUDE), meta.first(LONGITUDE)].filter((text) => text);
  const isInvalid = coordinates.length > 0 && coordinatesOf(meta) === null;
  return [
    ...websiteRemarks(item, VENUE_WEBSITE),
    ...(isInvalid ? [{ reason: 'its coordinates are invalid and were left out', detail: coordinates.join(', ') }] : []),
  ];
}

const lineageMeta = ({ lineage }: { lineage: readonly string[] }) => lineage.map((id) => [LINEAGE, id] as const);

function venueMeta(venue: VenueRecord): WxrMeta[] {
  return [
    ...metaOf([
      ...Object.entries(venueTexts).map(([key, name]) => [key, venue[name]] as const),
      [VENUE_WEBSITE, venue.website],
      [LATITUDE, venue.latitude?.toString()],
      [LONGITUDE, venue.longitude?.toString()],
      ...lineageMeta(venue),
    ]),
    { key: STATE_PROVINCE, value: venue.stateProvince },
    { key: SHOW_MAP, value: flagText(venue.showMap) },
    { key: SHOW_MAP_LINK, value: flagText(venue.showMapLink) },
  ];
}

const organizerMeta = (organizer: OrganizerRecord): WxrMeta[] =>
  metaOf([[PHONE_KEY, organizer.phone], [EMAIL, organizer.email], [ORGANIZER_WEBSITE, organizer.website], ...lineageMeta(organizer)]);

registerItemKind({
  postType: 'tribe_venue',
  kind: venueKind.name,
  ownMeta: venueKeys,
  remarks: venueRemarks,
  write: async (_site, tx, items) =>
    await insertVenues(
      tx,
      items.map(({ contentId, item }) => ({ contentId, input: venueInput(item) })),
    ),
  exportParts: async (_site, tx, ids) => new Map((await loadVenuesIn(tx, ids)).map((venue) => [venue.id, { meta: venueMeta(venue) }])),
});

registerItemKind({
  postType: 'tribe_organizer',
  kind: organizerKind.name,
  ownMeta: organizerKeys,
  remarks: (item) => websiteRemarks(item, ORGANIZER_WEBSITE),
  write: async (_site, tx, items) =>
    await insertOrganizers(
      tx,
      items.map(({ contentId, item }) => ({ contentId, input: organizerInput(item) })),
    ),
  exportParts: async (_site, tx, ids) =>
    new Map((await loadOrganizersIn(tx, ids)).map((organizer) => [organizer.id, { meta: organizerMeta(organizer) }])),
});
