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
 * What a caller writes. Absent = not given. Null is not given too for texts, author, statuses, format and meta; it clears featured
 * media, sticky, terms, password, template and slug, and resets the date (core-rest.md 3.6).
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
  /** `YYYY-MM-DDTHH:MM:SS` on the site's clock, or with a zone; wins over `dateUtc`. */
  date?: string | null | undefined;
  /** The same in UTC where it names no zone. */
  dateUtc?: string | null | undefined;
  meta?: Readonly<Record<string, unknown>> | null | undefined;
  /** Taxonomy → ids that replace the old ones; null or an empty list clears. */
  terms?: Readonly<Record<string, readonly number[] | null | undefined>> | undefined;
}

/** A caller's input, cleaned and decided: a property that is there was given. */
export interface GivenChanges {
  title?: string;
  content?: string;
  excerpt?: string;
  /** Sanitized; empty = to be made again. */
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
  /** Null = reset. */
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
    // an hour that the clocks skip has moved on to the next
    return { wall: toWallTime(parsed.instant, zone), instant: parsed.instant };
  }
  if (input.dateUtc === undefined) return undefined;
  const parsed = parseDateTime(input.dateUtc, zoneOf('UTC'));
  const wall = parsed && parseDateTime(`${parsed.instant.toISOString().slice(0, 19)}Z`, zone);
  if (!wall) throw noDate('dateUtc', input.dateUtc);
  return { wall: wall.wall, instant: wall.instant };
}

/** The statuses that an input of the kind may name. */
export const offeredStatuses = (kind: ContentKind) => (kind.takesAnyStatus ? statusNames : writableStatuses);

/** The fault of a word that is not one of these. */
export const noneOf = (name: string, words: readonly string[]) => ({
  code: 'not_in_enum',
  message: `${name} is not one of ${words.slice(0, -1).join(', ')}, and ${words.at(-1)}.`,
});

function checkWord(name: string, value: string | undefined, words: readonly string[]): void {
  if (value !== undefined && !words.includes(value)) throw invalidArguments({ [name]: noneOf(name, words) });
}

export const contentFormats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

/** Reads a caller's input: cleans texts by what the viewer may write, reads dates but no meta, refuses words that do not exist. */
export function readInput(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput, storedStatus: string | null): GivenChanges {
  const unfiltered = viewer.can('unfiltered_html');
  const given: GivenChanges = { terms: readTerms(input) };
  if (typeof input.title === 'string') {
    // without a `<` there is nothing to clean in a plain title but entities, which are not to be made of its `&`
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
    // Author 0 is nobody: as if none were named.
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

/** Reads the meta of an input; apart from the rest, because its faults come last (core-rest.md 7.2). */
export function readGivenMeta(input: ContentInput, given: GivenChanges): void {
  if (input.meta) given.meta = readMeta(input.meta);
}

function readTerms(input: ContentInput): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    Object.entries(input.terms ?? {}).flatMap(([taxonomy, ids]) => (ids === undefined ? [] : [[taxonomy, [...new Set(ids ?? [])]]])),
  );
}
