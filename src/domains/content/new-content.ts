import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { defaultCommentStatus, defaultPingStatus, defaultPostFormat } from '#app/core/settings/site.settings.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { type ContentInput, type CleanedInput, readGivenMeta, readInput } from './changes.input.ts';
import { checkAuthor, checkFeaturedMedia, checkNotEmpty, checkStatus, checkStickyPassword } from './content.checks.ts';
import { canPublish } from './content.permissions.ts';
import { decideDates } from './dates.rules.ts';
import type { ContentKind } from './kinds.ts';
import { changedMeta } from './meta.registry.ts';
import { guidOf } from './permalinks.ts';
import { searchTextOf, sortTitleOf } from './search.rules.ts';
import { columnTime, siteZone, utcWall } from './site-time.ts';
import type { SlugInput } from './slug.decision.ts';

/** Returns the text columns, and the columns that are derived from them. */
export function textColumns(texts: { title: string; content: string; excerpt: string }) {
  return { ...texts, searchText: searchTextOf(texts), sortTitle: sortTitleOf(texts.title) };
}

/** Returns the columns of the publication date. */
export const timeColumns = (dates: { dateLocal: WallTime; dateUtc: WallTime | null }) => ({
  dateLocal: columnTime(dates.dateLocal),
  dateUtc: dates.dateUtc === null ? null : columnTime(dates.dateUtc),
});

/** Validated new content without ID and slug. */
export interface NewContent {
  cleaned: CleanedInput;
  texts: { title: string; content: string; excerpt: string };
  /** Dates, and the resulting status. */
  dates: ReturnType<typeof decideDates>;
  moment: Date;
}

/** Validates the input of new content. Throws the handler failures of core-rest.md 7.2 in their order. */
export async function readNew(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<NewContent> {
  const cleaned = readInput(site, viewer, kind, input, null);
  const texts = { title: cleaned.title ?? '', content: cleaned.content ?? '', excerpt: cleaned.excerpt ?? '' };
  checkStatus(viewer, kind, cleaned, null);
  const status = cleaned.status ?? 'draft';
  await checkAuthor(tx, viewer, cleaned);
  checkStickyPassword(cleaned, null);
  checkNotEmpty(kind, texts);
  await checkFeaturedMedia(tx, cleaned);
  readGivenMeta(input, cleaned);
  const moment = now();
  return { cleaned, texts, moment, dates: decideDates({ status, given: cleaned.date, stored: null, now: moment, zone: siteZone(site) }) };
}

/** Returns the input of `decideSlug` for new content. */
export function slugInputOf(viewer: Viewer, kind: ContentKind, { cleaned, texts, dates }: NewContent, id: number): SlugInput {
  return {
    kind,
    id,
    status: dates.status,
    title: texts.title,
    given: cleaned.slug || undefined,
    stored: '',
    mayPublish: canPublish(viewer, kind),
    checksStored: false,
  };
}

/** Returns the row of new content. The viewer is the author unless the input names another user. */
export function newRow(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  { cleaned, texts, dates, moment }: NewContent,
  { id, slug }: { id: number; slug: string },
) {
  return {
    id,
    kind: kind.name,
    status: dates.status,
    ...textColumns(texts),
    slug,
    authorId: cleaned.authorId ?? (viewer.id || null),
    password: dates.status === 'private' ? '' : (cleaned.password ?? ''),
    parentId: cleaned.parentId ?? null,
    menuOrder: cleaned.menuOrder ?? 0,
    commentStatus:
      cleaned.commentStatus ?? (kind.closedByDefault.includes('comments') ? 'closed' : site.settings.get(defaultCommentStatus)),
    pingStatus: cleaned.pingStatus ?? (kind.closedByDefault.includes('pings') ? 'closed' : site.settings.get(defaultPingStatus)),
    guid: guidOf(site, kind.name, id),
    ...timeColumns(dates),
    modifiedLocal: columnTime(dates.dateLocal),
    modifiedUtc: columnTime(dates.dateUtc ?? utcWall(moment)),
    featuredMediaId: cleaned.featuredMediaId ?? null,
    format: cleaned.format ?? (kind.name === 'post' ? site.settings.get(defaultPostFormat) : 'standard'),
    template: cleaned.template ?? '',
    sticky: cleaned.sticky ?? false,
    meta: (cleaned.meta ? changedMeta({}, cleaned.meta) : {}) as object,
  };
}
