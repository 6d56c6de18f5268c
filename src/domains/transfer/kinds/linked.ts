import { insertOrganizers, insertVenues } from '../../events/details.writer.ts';
import { loadOrganizersIn, loadVenuesIn } from '../../events/event.reader.ts';
import type { OrganizerInput, VenueInput } from '../../events/inputs.ts';
import { organizerKind, venueKind } from '../../events/kinds.ts';
import type { OrganizerRecord, VenueRecord } from '../../events/linked.record.ts';
import { registerItemKind, type Remark } from '../item-kinds.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { LINEAGE } from './events.ts';
import { formatFlag, ItemMeta, toMeta, INVALID_WEBSITE } from './item-meta.ts';

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
function parseCoordinates(meta: ItemMeta): { latitude: number; longitude: number } | null {
  const [lat, lng] = [meta.getFirst(LATITUDE) ?? '', meta.getFirst(LONGITUDE) ?? ''];
  const [latitude, longitude] = [Number(lat), Number(lng)];
  return lat !== '' && lng !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function toVenueInput(item: WxrItem): VenueInput {
  const meta = new ItemMeta(item);
  const texts = Object.fromEntries(Object.entries(venueTexts).map(([key, name]) => [name, meta.getText(key)]));
  return {
    ...texts,
    ...(meta.getFirst(STATE_PROVINCE) !== undefined && { stateProvince: meta.getText(STATE_PROVINCE) }),
    website: meta.getWebUrl(VENUE_WEBSITE),
    showMap: meta.getFlag(SHOW_MAP),
    showMapLink: meta.getFlag(SHOW_MAP_LINK),
    ...parseCoordinates(meta),
    lineage: meta.getAll(LINEAGE),
  };
}

function toOrganizerInput(item: WxrItem): OrganizerInput {
  const meta = new ItemMeta(item);
  return {
    phone: meta.getText(PHONE_KEY),
    email: meta.getText(EMAIL),
    website: meta.getWebUrl(ORGANIZER_WEBSITE),
    lineage: meta.getAll(LINEAGE),
  };
}

function listWebsiteRemarks(item: WxrItem, key: string): Remark[] {
  const meta = new ItemMeta(item);
  return meta.getWebUrl(key) === null ? [{ reason: INVALID_WEBSITE, detail: meta.getFirst(key) ?? '' }] : [];
}

function listVenueRemarks(item: WxrItem): Remark[] {
  const meta = new ItemMeta(item);
  const coordinates = [meta.getFirst(LATITUDE), meta.getFirst(LONGITUDE)].filter((text) => text);
  const isInvalid = coordinates.length > 0 && parseCoordinates(meta) === null;
  return [
    ...listWebsiteRemarks(item, VENUE_WEBSITE),
    ...(isInvalid ? [{ reason: 'its coordinates are invalid and were left out', detail: coordinates.join(', ') }] : []),
  ];
}

const buildLineageMeta = ({ lineage }: { lineage: readonly string[] }) => lineage.map((id) => [LINEAGE, id] as const);

function buildVenueMeta(venue: VenueRecord): WxrMeta[] {
  return [
    ...toMeta([
      ...Object.entries(venueTexts).map(([key, name]) => [key, venue[name]] as const),
      [VENUE_WEBSITE, venue.website],
      [LATITUDE, venue.latitude?.toString()],
      [LONGITUDE, venue.longitude?.toString()],
      ...buildLineageMeta(venue),
    ]),
    { key: STATE_PROVINCE, value: venue.stateProvince },
    { key: SHOW_MAP, value: formatFlag(venue.showMap) },
    { key: SHOW_MAP_LINK, value: formatFlag(venue.showMapLink) },
  ];
}

const buildOrganizerMeta = (organizer: OrganizerRecord): WxrMeta[] =>
  toMeta([[PHONE_KEY, organizer.phone], [EMAIL, organizer.email], [ORGANIZER_WEBSITE, organizer.website], ...buildLineageMeta(organizer)]);

registerItemKind({
  postType: 'tribe_venue',
  kind: venueKind.name,
  ownMeta: venueKeys,
  findRemarks: listVenueRemarks,
  write: async (_site, tx, items) =>
    await insertVenues(
      tx,
      items.map(({ contentId, item }) => ({ contentId, input: toVenueInput(item) })),
    ),
  exportParts: async (_site, tx, ids) => new Map((await loadVenuesIn(tx, ids)).map((venue) => [venue.id, { meta: buildVenueMeta(venue) }])),
});

registerItemKind({
  postType: 'tribe_organizer',
  kind: organizerKind.name,
  ownMeta: organizerKeys,
  findRemarks: (item) => listWebsiteRemarks(item, ORGANIZER_WEBSITE),
  write: async (_site, tx, items) =>
    await insertOrganizers(
      tx,
      items.map(({ contentId, item }) => ({ contentId, input: toOrganizerInput(item) })),
    ),
  exportParts: async (_site, tx, ids) =>
    new Map((await loadOrganizersIn(tx, ids)).map((organizer) => [organizer.id, { meta: buildOrganizerMeta(organizer) }])),
});
