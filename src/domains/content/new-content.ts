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
import { mergeMeta } from './meta.registry.ts';
import { buildGuid } from './permalinks.ts';
import { buildSearchText, buildSortTitle } from './search.rules.ts';
import { toColumnTime, getSiteZone, toUtcWallTime } from './site-time.ts';
import type { SlugInput } from './slug.decision.ts';

/** Returns the text columns, and the columns that are derived from them. */
export function buildTextColumns(texts: { title: string; content: string; excerpt: string }) {
  return { ...texts, searchText: buildSearchText(texts), sortTitle: buildSortTitle(texts.title) };
}

/** Returns the columns of the publication date. */
export const buildTimeColumns = (dates: { dateLocal: WallTime; dateUtc: WallTime | null }) => ({
  dateLocal: toColumnTime(dates.dateLocal),
  dateUtc: dates.dateUtc === null ? null : toColumnTime(dates.dateUtc),
});

/** Validated new content without ID and slug. */
export interface NewContent {
  cleaned: CleanedInput;
  texts: { title: string; content: string; excerpt: string };
  /** Dates, and the resulting status. */
  dates: ReturnType<typeof decideDates>;
  /** Time of the creation. */
  moment: Date;
}

/** Validates the input of new content. Throws the failures of docs/behaviour/core-rest.md 7.2 in their order. */
export async function readNewContent(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<NewContent> {
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
  return {
    cleaned,
    texts,
    moment,
    dates: decideDates({ status, given: cleaned.date, stored: null, now: moment, zone: getSiteZone(site) }),
  };
}

/** Returns the input of `decideSlug` for new content. */
export function buildSlugInput(viewer: Viewer, kind: ContentKind, { cleaned, texts, dates }: NewContent, id: number): SlugInput {
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
export function buildNewRow(
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
    ...buildTextColumns(texts),
    slug,
    authorId: cleaned.authorId ?? (viewer.id || null),
    password: dates.status === 'private' ? '' : (cleaned.password ?? ''),
    parentId: cleaned.parentId ?? null,
    menuOrder: cleaned.menuOrder ?? 0,
    commentStatus:
      cleaned.commentStatus ?? (kind.closedByDefault.includes('comments') ? 'closed' : site.settings.get(defaultCommentStatus)),
    pingStatus: cleaned.pingStatus ?? (kind.closedByDefault.includes('pings') ? 'closed' : site.settings.get(defaultPingStatus)),
    guid: buildGuid(site, kind.name, id),
    ...buildTimeColumns(dates),
    modifiedLocal: toColumnTime(dates.dateLocal),
    modifiedUtc: toColumnTime(dates.dateUtc ?? toUtcWallTime(moment)),
    featuredMediaId: cleaned.featuredMediaId ?? null,
    format: cleaned.format ?? (kind.name === 'post' ? site.settings.get(defaultPostFormat) : 'standard'),
    template: cleaned.template ?? '',
    sticky: cleaned.sticky ?? false,
    meta: (cleaned.meta ? mergeMeta({}, cleaned.meta) : {}) as object,
  };
}
