import { stripTags } from '#app/core/text/plain-text.ts';
import { isZone } from '#app/core/time/zone.ts';
import type { EventInput, OrganizerInput, VenueInput } from '../inputs.ts';
import { addressOf, flagOf, given, imageOf, isItem, type Item, lineageOf, numberOf, textOf, textsOf } from './item.reading.ts';

/** A venue or organizer of an item. */
export interface LinkedItem<Input> {
  input: Input;
  lineage: readonly string[];
  image: string | undefined;
}

/** A parsed event of a batch: the values to write, and the IDs that identify it in later imports. */
export interface ImportItem {
  /** Input without status, terms and links. */
  input: EventInput;
  /** Global IDs of the item and of its originals. */
  lineage: readonly string[];
  globalId: string | undefined;
  uid: string | undefined;
  parentUid: string | undefined;
  originalId: string | undefined;
  /** Names; undefined = not given. */
  categories: readonly string[] | undefined;
  tags: readonly string[] | undefined;
  /** Null = none; undefined = not given. */
  venue: LinkedItem<VenueInput> | null | undefined;
  organizers: readonly LinkedItem<OrganizerInput>[] | undefined;
  image: string | undefined;
}

/** Position of the currency symbol as services write it → as we store it. */
const positions = new Map([
  ['prefix', 'prefix'],
  ['postfix', 'postfix'],
  ['suffix', 'postfix'],
]);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST_KEY = 500;

function hourOf(text: string | undefined, meridian: string | undefined): number | undefined {
  if (text === undefined) return 0;
  const hour = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const half = meridian?.trim().toLowerCase();
  if (half !== 'am' && half !== 'pm') return hour <= 23 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : undefined;
}

/** Combines date, hour, minute and AM/PM of a start or end (events.md 5.2); undefined if missing or invalid. */
function momentOf(item: Item, bound: 'start' | 'end'): string | undefined {
  const date = textOf(item, `${bound}_date`)?.trim();
  if (date === undefined || !DATE.test(date)) return undefined;
  const hour = hourOf(textOf(item, `${bound}_hour`), textOf(item, `${bound}_meridian`));
  const minute = textOf(item, `${bound}_minute`)?.trim() ?? '0';
  if (hour === undefined || !/^\d{1,2}$/.test(minute) || Number(minute) > 59) return undefined;
  return `${date} ${String(hour).padStart(2, '0')}:${minute.padStart(2, '0')}:00`;
}

function venueOf(value: unknown): LinkedItem<VenueInput> | null {
  const item = [value].flat().find(isItem);
  const title = item && stripTags(textOf(item, 'venue') ?? textOf(item, 'title') ?? '');
  if (!item || !title) return null;
  const [latitude, longitude] = [numberOf(item, 'latitude'), numberOf(item, 'longitude')];
  const isPlace = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const input = given({
    title,
    description: textOf(item, 'description'),
    address: textOf(item, 'address'),
    city: textOf(item, 'city'),
    country: textOf(item, 'country'),
    province: textOf(item, 'province'),
    state: textOf(item, 'state'),
    stateProvince: textOf(item, 'stateprovince'),
    zip: textOf(item, 'zip'),
    phone: textOf(item, 'phone'),
    website: addressOf(item, 'website'),
    showMap: flagOf(item, 'show_map'),
    showMapLink: flagOf(item, 'show_map_link'),
    ...(isPlace && { latitude, longitude }),
  });
  return { input, lineage: lineageOf(item), image: imageOf(item) };
}

function organizersOf(value: unknown): LinkedItem<OrganizerInput>[] {
  return [value].flat().flatMap((one) => {
    const title = isItem(one) ? stripTags(textOf(one, 'organizer') ?? textOf(one, 'title') ?? '') : '';
    if (!isItem(one) || title === '') return [];
    const input = given({
      title,
      description: textOf(one, 'description'),
      phone: textOf(one, 'phone'),
      website: addressOf(one, 'website'),
      email: textOf(one, 'email'),
    });
    return [{ input, lineage: lineageOf(one), image: imageOf(one) }];
  });
}

const wasSaid = (item: Item, name: string) => item[name] !== undefined && item[name] !== null;
const keyOf = (item: Item, name: string) => textOf(item, name)?.trim().slice(0, LONGEST_KEY);

/** Parses an item of a batch. Returns an error message if it is invalid. */
export function readItem(value: unknown): ImportItem | string {
  if (!isItem(value)) return 'It is not an object.';
  const title = textOf(value, 'title');
  if (title === undefined || stripTags(title) === '') return 'It has no title.';
  const [start, end] = [momentOf(value, 'start'), momentOf(value, 'end')];
  if (start === undefined) return 'Its start is missing or is not a day and time.';
  if (end === undefined) return 'Its end is missing or is not a day and time.';
  const timezone = textOf(value, 'timezone')?.trim();
  if (timezone !== undefined && !isZone(timezone)) return 'There is no such time zone.';
  const position = textOf(value, 'currency_position')?.trim().toLowerCase();
  return {
    input: given({
      title,
      description: textOf(value, 'description'),
      excerpt: textOf(value, 'excerpt'),
      start,
      end,
      timezone,
      allDay: flagOf(value, 'all_day'),
      website: addressOf(value, 'url'),
      cost: textsOf(value, 'cost'),
      currencySymbol: textOf(value, 'currency_symbol'),
      currencyPosition: position === undefined ? undefined : positions.get(position),
      showMap: flagOf(value, 'show_map'),
      showMapLink: flagOf(value, 'show_map_link'),
      isHiddenFromListings: flagOf(value, 'hide_from_listings'),
      isSticky: flagOf(value, 'sticky'),
      isFeatured: flagOf(value, 'featured'),
    }),
    lineage: lineageOf(value),
    globalId: textOf(value, 'global_id'),
    uid: keyOf(value, 'uid'),
    parentUid: keyOf(value, 'parent_uid'),
    originalId: keyOf(value, 'id'),
    categories: textsOf(value, 'categories'),
    tags: textsOf(value, 'tags'),
    venue: wasSaid(value, 'venue') ? venueOf(value['venue']) : undefined,
    organizers: wasSaid(value, 'organizer') ? organizersOf(value['organizer']) : undefined,
    image: imageOf(value),
  };
}
