import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanHtml, cleanTitle } from '#app/core/text/clean-html.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { isZeroDate, parseDateTime } from '#app/core/time/date-time.ts';
import { toWallTime, zoneOf } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import type { GivenDate } from './dates.rules.ts';
import { type MetaChange, readMeta } from './meta.registry.ts';
import { siteZone } from './site-time.ts';
import type { ContentKind } from './kinds.ts';
import { statusNames, writableStatuses } from './statuses.ts';

/**
 * Input of a caller. Absent means not given. Null also means not given for texts, author, statuses, format and meta. Null clears featured media,
 * sticky, terms, password, template and slug, and resets the date (core-rest.md 3.6).
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
  /** The same in UTC, unless it has a time zone. */
  dateUtc?: string | null | undefined;
  meta?: Readonly<Record<string, unknown>> | null | undefined;
  /** New term IDs by taxonomy. Null or an empty list removes all terms. */
  terms?: Readonly<Record<string, readonly number[] | null | undefined>> | undefined;
}

/** A validated and cleaned input. Contains only the given properties. */
export interface GivenChanges {
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

function noDate(argument: 'date' | 'dateUtc', text: string): Failure {
  return isZeroDate(text)
    ? invalid('date_of_no_day', 'Invalid date.')
    : invalidArguments({ [argument]: { code: 'invalid_date', message: 'Invalid date.' } });
}

function readDate(site: Site, input: ContentInput): GivenDate | null | undefined {
  if (input.date === null || input.dateUtc === null) return null;
  const zone = siteZone(site);
  if (input.date !== undefined) {
    const parsed = parseDateTime(input.date, zone);
    if (!parsed) throw noDate('date', input.date);
    // moves a time that a clock change skips to the next valid time
    return { wall: toWallTime(parsed.instant, zone), instant: parsed.instant };
  }
  if (input.dateUtc === undefined) return undefined;
  const parsed = parseDateTime(input.dateUtc, zoneOf('UTC'));
  const wall = parsed && parseDateTime(`${parsed.instant.toISOString().slice(0, 19)}Z`, zone);
  if (!wall) throw noDate('dateUtc', input.dateUtc);
  return { wall: wall.wall, instant: wall.instant };
}

/** Returns the statuses that an input for the kind may contain. */
export const offeredStatuses = (kind: ContentKind) => (kind.takesAnyStatus ? statusNames : writableStatuses);

/** Returns the fault for a word that is not in a list. */
export const notInEnum = (name: string, words: readonly string[]) => ({
  code: 'not_in_enum',
  message: `${name} is not one of ${words.slice(0, -1).join(', ')}, and ${words.at(-1)}.`,
});

function checkWord(name: string, value: string | undefined, words: readonly string[]): void {
  if (value !== undefined && !words.includes(value)) throw invalidArguments({ [name]: notInEnum(name, words) });
}

export const contentFormats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

/** Validates an input and cleans its texts according to the viewer's capabilities. Parses dates, but no meta. Throws for unknown words. */
export function readInput(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput, storedStatus: string | null): GivenChanges {
  const unfiltered = viewer.can('unfiltered_html');
  const given: GivenChanges = { terms: readTerms(input) };
  if (typeof input.title === 'string') {
    // a plain title without `<` needs no cleaning, which would only convert its `&` to an entity
    const isClean = kind.hasPlainTitles && !input.title.includes('<');
    given.title = cleanTitle(input.title, { unfiltered: unfiltered || isClean }).trim();
  }
  if (typeof input.content === 'string') given.content = cleanHtml(input.content, { unfiltered });
  if (typeof input.excerpt === 'string') given.excerpt = cleanHtml(input.excerpt, { unfiltered });
  if (input.slug !== undefined) given.slug = sanitizeSlug(input.slug ?? '');
  if (input.password !== undefined) given.password = input.password ?? '';
  if (input.template !== undefined) given.template = input.template ?? '';
  if (input.sticky !== undefined) given.sticky = input.sticky ?? false;
  if (input.featuredMediaId !== undefined) given.featuredMediaId = input.featuredMediaId || null;
  if (input.parentId !== undefined) given.parentId = input.parentId || null;
  for (const name of ['status', 'authorId', 'menuOrder', 'commentStatus', 'pingStatus', 'format'] as const) {
    const value = input[name];
    // author 0 means no author and is ignored
    const isGiven = value !== undefined && value !== null && !(name === 'authorId' && value === 0);
    if (isGiven) Object.assign(given, { [name]: value });
  }
  checkWord('status', given.status === storedStatus ? undefined : given.status, offeredStatuses(kind));
  checkWord('format', given.format, contentFormats);
  for (const name of ['commentStatus', 'pingStatus'] as const) {
    if (given[name] !== undefined && given[name] !== 'open' && given[name] !== 'closed')
      throw invalidArguments({ [name]: { code: 'not_in_enum', message: `${name} is not one of open and closed.` } });
  }
  const date = readDate(site, input);
  if (date !== undefined) given.date = date;
  return given;
}

/** Parses the meta of an input. A separate function, because faults of meta are reported last (core-rest.md 7.2). */
export function readGivenMeta(input: ContentInput, given: GivenChanges): void {
  if (input.meta) given.meta = readMeta(input.meta);
}

function readTerms(input: ContentInput): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    Object.entries(input.terms ?? {}).flatMap(([taxonomy, ids]) => (ids === undefined ? [] : [[taxonomy, [...new Set(ids ?? [])]]])),
  );
}
