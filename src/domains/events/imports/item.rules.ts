import { stripTags } from '#app/core/text/plain-text.ts';
import { isZone } from '#app/core/time/zone.ts';
import type { EventInput, OrganizerInput, VenueInput } from '../inputs.ts';
import { addressOf, flagOf, given, imageOf, isItem, type Item, lineageOf, numberOf, textOf, textsOf } from './item.reading.ts';

/** A venue or organizer that an item names. */
export interface LinkedItem<Input> {
  input: Input;
  lineage: readonly string[];
  image: string | undefined;
}

/** One event of a batch, read: what is to be written, and how it is known again. */
export interface ImportItem {
  /** Without status, terms and links. */
  input: EventInput;
  /** Its global id and those it comes from. */
  lineage: readonly string[];
  globalId: string | undefined;
  uid: string | undefined;
  parentUid: string | undefined;
  originalId: string | undefined;
  /** Names; undefined = not said. */
  categories: readonly string[] | undefined;
  tags: readonly string[] | undefined;
  /** Null = none; undefined = not said. */
  venue: LinkedItem<VenueInput> | null | undefined;
  organizers: readonly LinkedItem<OrganizerInput>[] | undefined;
  image: string | undefined;
}

/** Where a currency symbol stands, in the words of services and in ours. */
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

/** A start or end, made of day, hour, minute and half of the day (events.md 5.2); undefined when it is missing or cannot be one. */
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

/** Reads an item of a batch; returns in words why it cannot be one. */
export function readItem(value: unknown): ImportItem | string {
  if (!isItem(value)) return 'It is no object.';
  const title = textOf(value, 'title');
  if (title === undefined || stripTags(title) === '') return 'It has no title.';
  const [start, end] = [momentOf(value, 'start'), momentOf(value, 'end')];
  if (start === undefined) return 'Its start is missing or is no day and time.';
  if (end === undefined) return 'Its end is missing or is no day and time.';
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
