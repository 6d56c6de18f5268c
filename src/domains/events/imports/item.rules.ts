import { stripTags } from '#app/core/text/plain-text.ts';
import { isZone } from '#app/core/time/zone.ts';
import { type EventInput, omitMissing, type OrganizerInput, type VenueInput } from '../inputs.ts';
import { readUrl, readFlag, readImage, isObject, type RawItem, readLineage, readNumber, readString, readStrings } from './item.reading.ts';

/** A venue or organizer of an item. */
export interface LinkedItem<Input> {
  input: Input;
  /** Global IDs of the venue or organizer and of the originals from which it was copied. */
  lineage: readonly string[];
  /** URL of the image. */
  image: string | undefined;
}

/** A parsed event of a batch: the values to write, and the IDs that identify it in later imports. */
export interface ImportItem {
  /** Input without status, terms and links. */
  input: EventInput;
  /** Global IDs of the item and of the originals from which it was copied. */
  lineage: readonly string[];
  globalId: string | undefined;
  uid: string | undefined;
  parentUid: string | undefined;
  originalId: string | undefined;
  /** Names of the categories; undefined if not given. */
  categories: readonly string[] | undefined;
  tags: readonly string[] | undefined;
  /** Null for no venue; undefined if not given. */
  venue: LinkedItem<VenueInput> | null | undefined;
  organizers: readonly LinkedItem<OrganizerInput>[] | undefined;
  /** URL of the image. */
  image: string | undefined;
}

/** Stored positions of the currency symbol, by the names that import services use. */
const positions = new Map([
  ['prefix', 'prefix'],
  ['postfix', 'postfix'],
  ['suffix', 'postfix'],
]);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MAX_KEY_LENGTH = 500;

function readHour(text: string | undefined, meridian: string | undefined): number | undefined {
  if (text === undefined) return 0;
  const hour = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const period = meridian?.trim().toLowerCase();
  if (period !== 'am' && period !== 'pm') return hour <= 23 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (period === 'pm' ? 12 : 0) : undefined;
}

/** Combines date, hour, minute and AM/PM of a start or end (docs/behaviour/events.md 5.2); undefined if missing or invalid. */
function readTime(item: RawItem, bound: 'start' | 'end'): string | undefined {
  const date = readString(item, `${bound}_date`)?.trim();
  if (date === undefined || !DATE.test(date)) return undefined;
  const hour = readHour(readString(item, `${bound}_hour`), readString(item, `${bound}_meridian`));
  const minute = readString(item, `${bound}_minute`)?.trim() ?? '0';
  if (hour === undefined || !/^\d{1,2}$/.test(minute) || Number(minute) > 59) return undefined;
  return `${date} ${String(hour).padStart(2, '0')}:${minute.padStart(2, '0')}:00`;
}

function readVenue(value: unknown): LinkedItem<VenueInput> | null {
  const item = [value].flat().find(isObject);
  const title = item && stripTags(readString(item, 'venue') ?? readString(item, 'title') ?? '');
  if (!item || !title) return null;
  const [latitude, longitude] = [readNumber(item, 'latitude'), readNumber(item, 'longitude')];
  const hasCoordinates = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const input = omitMissing({
    title,
    description: readString(item, 'description'),
    address: readString(item, 'address'),
    city: readString(item, 'city'),
    country: readString(item, 'country'),
    province: readString(item, 'province'),
    state: readString(item, 'state'),
    stateProvince: readString(item, 'stateprovince'),
    zip: readString(item, 'zip'),
    phone: readString(item, 'phone'),
    website: readUrl(item, 'website'),
    showMap: readFlag(item, 'show_map'),
    showMapLink: readFlag(item, 'show_map_link'),
    ...(hasCoordinates && { latitude, longitude }),
  });
  return { input, lineage: readLineage(item), image: readImage(item) };
}

function readOrganizers(value: unknown): LinkedItem<OrganizerInput>[] {
  return [value].flat().flatMap((organizer) => {
    const title = isObject(organizer) ? stripTags(readString(organizer, 'organizer') ?? readString(organizer, 'title') ?? '') : '';
    if (!isObject(organizer) || title === '') return [];
    const input = omitMissing({
      title,
      description: readString(organizer, 'description'),
      phone: readString(organizer, 'phone'),
      website: readUrl(organizer, 'website'),
      email: readString(organizer, 'email'),
    });
    return [{ input, lineage: readLineage(organizer), image: readImage(organizer) }];
  });
}

const isPresent = (item: RawItem, name: string) => item[name] !== undefined && item[name] !== null;
const readKey = (item: RawItem, name: string) => readString(item, name)?.trim().slice(0, MAX_KEY_LENGTH);

/** Parses an item of a batch. Returns an error message if it is invalid. */
export function readItem(value: unknown): ImportItem | string {
  if (!isObject(value)) return 'It is not an object.';
  const title = readString(value, 'title');
  if (title === undefined || stripTags(title) === '') return 'It has no title.';
  const [start, end] = [readTime(value, 'start'), readTime(value, 'end')];
  if (start === undefined) return 'Its start is missing or is not a day and time.';
  if (end === undefined) return 'Its end is missing or is not a day and time.';
  const timezone = readString(value, 'timezone')?.trim();
  if (timezone !== undefined && !isZone(timezone)) return 'There is no such time zone.';
  const position = readString(value, 'currency_position')?.trim().toLowerCase();
  return {
    input: omitMissing({
      title,
      description: readString(value, 'description'),
      excerpt: readString(value, 'excerpt'),
      start,
      end,
      timezone,
      allDay: readFlag(value, 'all_day'),
      website: readUrl(value, 'url'),
      cost: readStrings(value, 'cost'),
      currencySymbol: readString(value, 'currency_symbol'),
      currencyPosition: position === undefined ? undefined : positions.get(position),
      showMap: readFlag(value, 'show_map'),
      showMapLink: readFlag(value, 'show_map_link'),
      isHiddenFromListings: readFlag(value, 'hide_from_listings'),
      isSticky: readFlag(value, 'sticky'),
      isFeatured: readFlag(value, 'featured'),
    }),
    lineage: readLineage(value),
    globalId: readString(value, 'global_id'),
    uid: readKey(value, 'uid'),
    parentUid: readKey(value, 'parent_uid'),
    originalId: readKey(value, 'id'),
    categories: readStrings(value, 'categories'),
    tags: readStrings(value, 'tags'),
    venue: isPresent(value, 'venue') ? readVenue(value['venue']) : undefined,
    organizers: isPresent(value, 'organizer') ? readOrganizers(value['organizer']) : undefined,
    image: readImage(value),
  };
}
