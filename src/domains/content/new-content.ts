import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { defaultCommentStatus, defaultPingStatus, defaultPostFormat } from '#app/core/settings/site.settings.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { type ContentInput, type GivenChanges, readGivenMeta, readInput } from './changes.input.ts';
import { checkAuthor, checkFeaturedMedia, checkNotEmpty, checkStatus, checkStickyPassword } from './content.checks.ts';
import { canPublish } from './content.permissions.ts';
import { decideDates } from './dates.rules.ts';
import type { ContentKind } from './kinds.ts';
import { changedMeta } from './meta.registry.ts';
import { guidOf } from './permalinks.ts';
import { searchTextOf, sortTitleOf } from './search.rules.ts';
import { columnTime, siteZone, utcWall } from './site-time.ts';
import type { SlugQuestion } from './slug.decision.ts';

/** Returns the text columns, and the columns that are derived from them. */
export function derivedTexts(texts: { title: string; content: string; excerpt: string }) {
  return { ...texts, searchText: searchTextOf(texts), sortTitle: sortTitleOf(texts.title) };
}

/** Returns the columns of a content's date. */
export const timeColumns = (dates: { dateLocal: WallTime; dateUtc: WallTime | null }) => ({
  dateLocal: columnTime(dates.dateLocal),
  dateUtc: dates.dateUtc === null ? null : columnTime(dates.dateUtc),
});

/** Validated new content without ID and slug. */
export interface NewContent {
  given: GivenChanges;
  texts: { title: string; content: string; excerpt: string };
  /** Dates, and the resulting status. */
  dates: ReturnType<typeof decideDates>;
  moment: Date;
}

/** Validates the input of new content. Throws the handler failures of core-rest.md 7.2 in their order. */
export async function readNew(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<NewContent> {
  const given = readInput(site, viewer, kind, input, null);
  const texts = { title: given.title ?? '', content: given.content ?? '', excerpt: given.excerpt ?? '' };
  checkStatus(viewer, kind, given, null);
  const status = given.status ?? 'draft';
  await checkAuthor(tx, viewer, given);
  checkStickyPassword(given, null);
  checkNotEmpty(kind, texts);
  await checkFeaturedMedia(tx, given);
  readGivenMeta(input, given);
  const moment = now();
  return { given, texts, moment, dates: decideDates({ status, given: given.date, stored: null, now: moment, zone: siteZone(site) }) };
}

/** Returns the input of `decideSlug` for new content. */
export function slugOfNew(viewer: Viewer, kind: ContentKind, { given, texts, dates }: NewContent, id: number): SlugQuestion {
  return {
    kind,
    id,
    status: dates.status,
    title: texts.title,
    given: given.slug || undefined,
    stored: '',
    mayPublish: canPublish(viewer, kind),
    checksStored: false,
  };
}

/** Returns the row of new content. The viewer is the author unless another one is given. */
export function newRow(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  { given, texts, dates, moment }: NewContent,
  { id, slug }: { id: number; slug: string },
) {
  return {
    id,
    kind: kind.name,
    status: dates.status,
    ...derivedTexts(texts),
    slug,
    authorId: given.authorId ?? (viewer.id || null),
    password: dates.status === 'private' ? '' : (given.password ?? ''),
    parentId: given.parentId ?? null,
    menuOrder: given.menuOrder ?? 0,
    commentStatus: given.commentStatus ?? (kind.closedAtFirst.includes('comments') ? 'closed' : site.settings.get(defaultCommentStatus)),
    pingStatus: given.pingStatus ?? (kind.closedAtFirst.includes('pings') ? 'closed' : site.settings.get(defaultPingStatus)),
    guid: guidOf(site, kind.name, id),
    ...timeColumns(dates),
    modifiedLocal: columnTime(dates.dateLocal),
    modifiedUtc: columnTime(dates.dateUtc ?? utcWall(moment)),
    featuredMediaId: given.featuredMediaId ?? null,
    format: given.format ?? (kind.name === 'post' ? site.settings.get(defaultPostFormat) : 'standard'),
    template: given.template ?? '',
    sticky: given.sticky ?? false,
    meta: (given.meta ? changedMeta({}, given.meta) : {}) as object,
  };
}
