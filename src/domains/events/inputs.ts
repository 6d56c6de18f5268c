import type { GivenTimes, Moment } from './times.rules.ts';

/** Common input of events, venues and organizers. Absent or null values do not change stored content, and have their default in new content. */
export interface CalendarContentInput {
  title?: string | null | undefined;
  description?: string | null | undefined;
  excerpt?: string | null | undefined;
  slug?: string | null | undefined;
  status?: string | null | undefined;
  authorId?: number | null | undefined;
  /** Publication time in the site's zone; takes precedence over `dateUtc`. */
  date?: Moment | null | undefined;
  dateUtc?: Moment | null | undefined;
  password?: string | null | undefined;
  parentId?: number | null | undefined;
  commentStatus?: string | null | undefined;
  pingStatus?: string | null | undefined;
  format?: string | null | undefined;
  template?: string | null | undefined;
  isSticky?: boolean | null | undefined;
  /** ID or URL of a media item, or URL of an image on another site; empty or 0 removes the image. */
  image?: string | number | null | undefined;
  /** Tag IDs; unknown IDs are ignored. */
  tagIds?: readonly number[] | null | undefined;
  /** Global IDs of the originals from which the content was copied. */
  lineage?: readonly string[] | null | undefined;
}

/** A linked venue or organizer: an ID, or a draft to create. */
export interface Link<Draft> {
  id?: number | null | undefined;
  draft?: Draft | null | undefined;
}

/** Input of a venue. Absent or null values do not change a stored venue, and are empty in a new one. */
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

/** Input of an organizer. Absent or null values do not change a stored organizer, and are empty in a new one. */
export interface OrganizerInput extends CalendarContentInput {
  phone?: string | null | undefined;
  website?: string | null | undefined;
  email?: string | null | undefined;
}

/** Input of an event. Absent or null values do not change a stored event, and have their default in a new one. */
export interface EventInput extends CalendarContentInput, GivenTimes {
  /** Replaces the costs; an empty list clears them. */
  cost?: readonly string[] | null | undefined;
  currencySymbol?: string | null | undefined;
  currencyCode?: string | null | undefined;
  currencyPosition?: string | null | undefined;
  website?: string | null | undefined;
  showMap?: boolean | null | undefined;
  showMapLink?: boolean | null | undefined;
  isHiddenFromListings?: boolean | null | undefined;
  isFeatured?: boolean | null | undefined;
  /** IDs, slugs or names; a new name creates a term. Replaces the stored categories. */
  categories?: readonly string[] | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** Names only, even if they look like numbers. A new name creates a term. Takes precedence over `categories`; `tagNames` over `tags`. */
  categoryNames?: readonly string[];
  tagNames?: readonly string[];
  /** IDs only; unknown IDs are ignored. */
  categoryIds?: readonly number[] | null | undefined;
  venues?: readonly Link<VenueInput>[] | null | undefined;
  organizers?: readonly Link<OrganizerInput>[] | null | undefined;
  /** Name → value; an empty value deletes the field. */
  customFields?: unknown;
}

/** Returns a copy of the object without null and undefined members. */
export function omitMissing<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value))) as never;
}

/** True if the value is neither null nor undefined. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
