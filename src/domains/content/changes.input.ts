import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanHtml, cleanTitle } from '#app/core/text/clean-html.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { isZeroDate, parseDateTime } from '#app/core/time/date-time.ts';
import { toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import type { GivenDate } from './dates.rules.ts';
import { type MetaChange, readMeta } from './meta.registry.ts';
import { getSiteZone } from './site-time.ts';
import type { ContentKind } from './kinds.ts';
import { statusNames, writableStatuses } from './statuses.ts';

/**
 * Input of a caller. Absent means not given. Null also means not given for texts, author, statuses, format and meta. Null clears featured media,
 * sticky, terms, password, template and slug, and resets the date (docs/behaviour/core-rest.md 3.6).
 */
export interface ContentInput {
  title?: string | null | undefined;
  content?: string | null | undefined;
  excerpt?: string | null | undefined;
  slug?: string | null | undefined;
  status?: string | null | undefined;
  password?: string | null | undefined;
  authorId?: number | null | undefined;
  parentId?: number | null | undefined;
  menuOrder?: number | null | undefined;
  featuredMediaId?: number | null | undefined;
  commentStatus?: string | null | undefined;
  pingStatus?: string | null | undefined;
  format?: string | null | undefined;
  template?: string | null | undefined;
  sticky?: boolean | null | undefined;
  /** `YYYY-MM-DDTHH:MM:SS` in the site's time zone, or with a time zone. Takes precedence over `dateUtc`. */
  date?: string | null | undefined;
  /** Same format in UTC, or with a time zone. */
  dateUtc?: string | null | undefined;
  meta?: Readonly<Record<string, unknown>> | null | undefined;
  /** New term IDs by taxonomy. Null or an empty list removes all terms. */
  terms?: Readonly<Record<string, readonly number[] | null | undefined>> | undefined;
}

/** A validated and cleaned input. Contains only the properties that the caller sent. */
export interface CleanedInput {
  title?: string;
  content?: string;
  excerpt?: string;
  /** Sanitized. Empty means that a new slug is generated. */
  slug?: string;
  status?: string;
  password?: string;
  authorId?: number;
  parentId?: number | null;
  menuOrder?: number;
  featuredMediaId?: number | null;
  commentStatus?: string;
  pingStatus?: string;
  format?: string;
  template?: string;
  sticky?: boolean;
  /** Null means reset. */
  date?: GivenDate | null;
  meta?: MetaChange;
  terms: Readonly<Record<string, readonly number[]>>;
}

function invalidDate(argument: 'date' | 'dateUtc', text: string): Failure {
  return isZeroDate(text)
    ? invalid('date_of_no_day', 'Invalid date.')
    : invalidArguments({ [argument]: { code: 'invalid_date', message: 'Invalid date.' } });
}

function readDate(site: Site, input: ContentInput): GivenDate | null | undefined {
  if (input.date === null || input.dateUtc === null) return null;
  const zone = getSiteZone(site);
  if (input.date !== undefined) {
    const parsed = parseDateTime(input.date, zone);
    if (!parsed) throw invalidDate('date', input.date);
    // moves a time that a clock change skips to the next valid time
    return { wall: toWallTime(parsed.instant, zone), instant: parsed.instant };
  }
  if (input.dateUtc === undefined) return undefined;
  const parsed = parseDateTime(input.dateUtc, getZoneByName('UTC'));
  const wall = parsed && parseDateTime(`${parsed.instant.toISOString().slice(0, 19)}Z`, zone);
  if (!wall) throw invalidDate('dateUtc', input.dateUtc);
  return { wall: wall.wall, instant: wall.instant };
}

/** Returns the statuses that an input for this kind may contain. */
export const listAllowedStatuses = (kind: ContentKind) => (kind.acceptsAnyStatus ? statusNames : writableStatuses);

/** Returns the code and message for an argument whose value is not one of these allowed values. */
export const buildEnumRefusal = (name: string, values: readonly string[]) => ({
  code: 'not_in_enum',
  message: `${name} is not one of ${values.slice(0, -1).join(', ')}, and ${values.at(-1)}.`,
});

function checkEnum(name: string, value: string | undefined, values: readonly string[]): void {
  if (value !== undefined && !values.includes(value)) throw invalidArguments({ [name]: buildEnumRefusal(name, values) });
}

export const contentFormats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

/**
 * Validates an input, cleans its texts according to the viewer's capabilities, and parses its dates. `readGivenMeta` parses the meta. Throws
 * `invalid_arguments` for an unknown status or format.
 */
export function readInput(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput, storedStatus: string | null): CleanedInput {
  const unfiltered = viewer.can('unfiltered_html');
  const cleaned: CleanedInput = { terms: readTerms(input) };
  if (typeof input.title === 'string') {
    // a plain title without `<` needs no cleaning, which would only convert its `&` to an entity
    const isClean = kind.hasPlainTitles && !input.title.includes('<');
    cleaned.title = cleanTitle(input.title, { unfiltered: unfiltered || isClean }).trim();
  }
  if (typeof input.content === 'string') cleaned.content = cleanHtml(input.content, { unfiltered });
  if (typeof input.excerpt === 'string') cleaned.excerpt = cleanHtml(input.excerpt, { unfiltered });
  if (input.slug !== undefined) cleaned.slug = sanitizeSlug(input.slug ?? '');
  if (input.password !== undefined) cleaned.password = input.password ?? '';
  if (input.template !== undefined) cleaned.template = input.template ?? '';
  if (input.sticky !== undefined) cleaned.sticky = input.sticky ?? false;
  if (input.featuredMediaId !== undefined) cleaned.featuredMediaId = input.featuredMediaId || null;
  if (input.parentId !== undefined) cleaned.parentId = input.parentId || null;
  for (const name of ['status', 'authorId', 'menuOrder', 'commentStatus', 'pingStatus', 'format'] as const) {
    const value = input[name];
    // author 0 means no author and is ignored
    const isGiven = value !== undefined && value !== null && !(name === 'authorId' && value === 0);
    if (isGiven) Object.assign(cleaned, { [name]: value });
  }
  checkEnum('status', cleaned.status === storedStatus ? undefined : cleaned.status, listAllowedStatuses(kind));
  checkEnum('format', cleaned.format, contentFormats);
  for (const name of ['commentStatus', 'pingStatus'] as const) {
    if (cleaned[name] !== undefined && cleaned[name] !== 'open' && cleaned[name] !== 'closed')
      throw invalidArguments({ [name]: { code: 'not_in_enum', message: `${name} is not one of open and closed.` } });
  }
  const date = readDate(site, input);
  if (date !== undefined) cleaned.date = date;
  return cleaned;
}

/**
 * Parses the meta of an input into `cleaned.meta`. This is a separate function, because errors in meta are reported last (docs/behaviour/core-rest.md
 * 7.2).
 */
export function readGivenMeta(input: ContentInput, cleaned: CleanedInput): void {
  if (input.meta) cleaned.meta = readMeta(input.meta);
}

function readTerms(input: ContentInput): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    Object.entries(input.terms ?? {}).flatMap(([taxonomy, ids]) => (ids === undefined ? [] : [[taxonomy, [...new Set(ids ?? [])]]])),
  );
}
