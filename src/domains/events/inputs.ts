import type { GivenTimes, Moment } from './times.rules.ts';

/** What callers write of any event, venue or organizer; absent or null = not given, so that what is stored stays. */
export interface CalendarContentInput {
  title?: string | null | undefined;
  description?: string | null | undefined;
  excerpt?: string | null | undefined;
  slug?: string | null | undefined;
  status?: string | null | undefined;
  authorId?: number | null | undefined;
  /** Publication time on the site's clock; wins over `dateUtc`. */
  date?: Moment | null | undefined;
  dateUtc?: Moment | null | undefined;
  password?: string | null | undefined;
  parentId?: number | null | undefined;
  commentStatus?: string | null | undefined;
  pingStatus?: string | null | undefined;
  format?: string | null | undefined;
  template?: string | null | undefined;
  isSticky?: boolean | null | undefined;
  /** Id of a media item, its address, or the address of an image elsewhere; empty or 0 = none. */
  image?: string | number | null | undefined;
  /** Tags by id; unknown ones are left out. */
  tagIds?: readonly number[] | null | undefined;
  lineage?: readonly string[] | null | undefined;
}

/** Something linked: by its id, or to be made. */
export interface Link<Draft> {
  id?: number | null | undefined;
  draft?: Draft | null | undefined;
}

/** What is said of a venue; what is absent or null stays, or is empty in a new one. */
export interface VenueInput extends CalendarContentInput {
  address?: string | null | undefined;
  city?: string | null | undefined;
  country?: string | null | undefined;
  province?: string | null | undefined;
  state?: string | null | undefined;
  stateProvince?: string | null | undefined;
  zip?: string | null | undefined;
  phone?: string | null | undefined;
  website?: string | null | undefined;
  showMap?: boolean | null | undefined;
  showMapLink?: boolean | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/** What is said of an organizer; what is absent or null stays, or is empty in a new one. */
export interface OrganizerInput extends CalendarContentInput {
  phone?: string | null | undefined;
  website?: string | null | undefined;
  email?: string | null | undefined;
}

/** What is said of an event; what is absent or null stays, or has its default in a new one. */
export interface EventInput extends CalendarContentInput, GivenTimes {
  /** Replaces the old costs; an empty list clears. */
  cost?: readonly string[] | null | undefined;
  currencySymbol?: string | null | undefined;
  currencyCode?: string | null | undefined;
  currencyPosition?: string | null | undefined;
  website?: string | null | undefined;
  showMap?: boolean | null | undefined;
  showMapLink?: boolean | null | undefined;
  isHiddenFromListings?: boolean | null | undefined;
  isFeatured?: boolean | null | undefined;
  /** Ids, slugs or names; a name that is new makes a term. Replaces the old ones. */
  categories?: readonly string[] | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** Names only, also those that are numbers, as other programs write them; a new one makes a term. Replace `categories` and `tags`. */
  categoryNames?: readonly string[];
  tagNames?: readonly string[];
  /** Ids only; unknown ones are left out. */
  categoryIds?: readonly number[] | null | undefined;
  venues?: readonly Link<VenueInput>[] | null | undefined;
  organizers?: readonly Link<OrganizerInput>[] | null | undefined;
  /** Name → value; an empty value clears. */
  customFields?: unknown;
}

/** Whether a value was given at all. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
