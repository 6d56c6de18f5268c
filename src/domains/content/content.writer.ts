import { nextContentId } from './next-content-id.ts';
import { queryIn } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { type ContentInput, type CleanedInput, readGivenMeta, readInput } from './changes.input.ts';
import { notifyContentChange } from './changes.ts';
import { checkAuthor, checkFeaturedMedia, checkNotEmpty, checkStatus, checkStickyPassword } from './content.checks.ts';
import { canPublish } from './content.permissions.ts';
import { type ContentLock, readContent } from './content.reader.ts';
import { changeTerms, isCounted } from './content.terms.ts';
import { decideDates } from './dates.rules.ts';
import type { ContentKind } from './kinds.ts';
import { mergeMeta } from './meta.registry.ts';
import { buildTextColumns, buildNewRow, readNewContent, buildSlugInput, buildTimeColumns } from './new-content.ts';
import type { ContentRecord } from './record.ts';
import { storeRevision } from './revisions.service.ts';
import { recordScheduledDate } from './due-content.ts';
import { toColumnTime, getSiteZone, toUtcWallTime } from './site-time.ts';
import { decideSlug } from './slug.decision.ts';
import { mayLackSlug } from './statuses.ts';
import { notifyContentWritten } from './write-listeners.ts';

/**
 * Creates content of a kind inside the caller's transaction. The viewer is the author unless the input names another user. Cleans texts
 * according to the viewer's capabilities. The caller checks the right to create. Throws the failures of docs/behaviour/core-rest.md 7.2 in their
 * order. Run it with `runContentTransaction`, which repeats it if another writer takes the slug.
 */
export async function createContentIn(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<ContentRecord> {
  const content = await readNewContent(site, tx, viewer, kind, input);
  const id = await takeNextId(tx);
  const slug = await decideSlug(tx, buildSlugInput(viewer, kind, content, id));
  await tx.content.create({ data: buildNewRow(site, viewer, kind, content, { id, slug }), select: { id: true } });
  const { cleaned, dates } = content;
  await changeTerms(tx, kind, {
    contentId: id,
    stored: [],
    termIds: { ...kind.defaultTerms(site), ...cleaned.terms },
    wasCounted: false,
    isCounted: isCounted(dates.status),
  });
  await notifyContentWritten(site, tx, { id, kind: kind.name, status: dates.status, ticketed: [], meta: cleaned.meta });
  return await finishWrite(site, tx, id, { kind: kind.name, from: null, status: dates.status, dateUtc: dates.dateUtc });
}

async function takeNextId(tx: Tx): Promise<number> {
  const [row] = await queryIn(tx, nextContentId);
  return (row as { id: number }).id;
}

async function finishWrite(
  site: Site,
  tx: Tx,
  id: number,
  change: { kind: string; from: string | null; status: string; dateUtc: WallTime | null },
): Promise<ContentRecord> {
  if (change.status === 'future' && change.dateUtc !== null) recordScheduledDate(site, toColumnTime(change.dateUtc));
  await notifyContentChange(tx, { id, kind: change.kind, from: change.from, to: change.status });
  return (await lockContent(tx, change.kind, id)).record;
}

/** Returns the content, locked until the transaction ends. Throws `content_not_found` for an ID that is not of the kind. */
export async function lockContent(
  tx: Tx,
  kind: string,
  id: number,
  lock: ContentLock = 'change',
): Promise<{ record: ContentRecord; storedStatus: string }> {
  const content = await readContent(tx, id, lock);
  if (content?.record.kind !== kind) throw notFound('content_not_found', 'Invalid post ID.');
  return content;
}

/**
 * Changes content inside the caller's transaction. Absent values do not change. A new status for trashed content restores it with its former
 * slug. The caller checks permissions. Throws the failures of docs/behaviour/core-rest.md 7.2 in their order.
 */
export async function updateContentIn(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  kind: ContentKind,
  id: number,
  input: ContentInput,
): Promise<ContentRecord> {
  const { record: stored, storedStatus } = await lockContent(tx, kind.name, id);
  const cleaned = readInput(site, viewer, kind, input, stored.status);
  const texts = {
    title: cleaned.title ?? stored.title,
    content: cleaned.content ?? stored.content,
    excerpt: cleaned.excerpt ?? stored.excerpt,
  };
  checkStatus(viewer, kind, cleaned, stored);
  await checkAuthor(tx, viewer, cleaned);
  checkStickyPassword(cleaned, stored);
  checkNotEmpty(kind, texts);
  await checkFeaturedMedia(tx, cleaned);
  readGivenMeta(input, cleaned);
  return await storeUpdate(site, tx, viewer, { kind, stored, storedStatus, cleaned, texts, status: cleaned.status ?? stored.status });
}

interface ContentUpdate {
  kind: ContentKind;
  stored: ContentRecord;
  /** Status in the database. Scheduled content that is due has another status in the record. */
  storedStatus: string;
  cleaned: CleanedInput;
  texts: { title: string; content: string; excerpt: string };
  status: string;
}

/** Stores a validated change. */
async function storeUpdate(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { kind, stored, storedStatus, cleaned, texts, status }: ContentUpdate,
): Promise<ContentRecord> {
  const { id } = stored;
  const zone = getSiteZone(site);
  const moment = now();
  const dates = decideDates({ status, given: cleaned.date, stored, now: moment, zone });
  const leavesTrash = stored.status === 'trash' && dates.status !== 'trash';
  const slug = await decideSlug(tx, {
    kind,
    id,
    status: dates.status,
    title: texts.title,
    given: cleaned.slug,
    stored: leavesTrash ? stored.desiredSlug : stored.slug,
    mayPublish: canPublish(viewer, kind),
    checksStored: leavesTrash || mayLackSlug(stored.status),
  });
  const modified = { modifiedLocal: toWallTime(moment, zone), modifiedUtc: toUtcWallTime(moment) };
  const meta = cleaned.meta ? mergeMeta(stored.meta, cleaned.meta) : stored.meta;
  const revision = kind.hasRevisions ? await storeRevision(tx, { ...stored, ...texts, ...modified, meta }, viewer.id || null) : null;
  await tx.content.update({
    where: { id },
    data: {
      ...buildTextColumns(texts),
      status: dates.status,
      slug,
      ...buildTimeColumns(dates),
      modifiedLocal: toColumnTime(modified.modifiedLocal),
      modifiedUtc: toColumnTime(modified.modifiedUtc),
      ...buildInputColumns(cleaned),
      password: dates.status === 'private' ? '' : (cleaned.password ?? stored.password),
      ...(cleaned.meta && { meta: meta as object }),
      ...(leavesTrash && { trashedFrom: null, trashedAt: null, desiredSlug: '' }),
      ...revision,
    },
    select: { id: true },
  });
  await changeTerms(tx, kind, {
    contentId: id,
    stored: stored.terms,
    termIds: cleaned.terms,
    wasCounted: isCounted(storedStatus),
    isCounted: isCounted(dates.status),
  });
  await notifyContentWritten(site, tx, { id, kind: kind.name, status: dates.status, ticketed: stored.ticketed, meta: cleaned.meta });
  return await finishWrite(site, tx, id, { kind: kind.name, from: stored.status, status: dates.status, dateUtc: dates.dateUtc });
}

function buildInputColumns(cleaned: CleanedInput) {
  const { authorId, parentId, menuOrder, commentStatus, pingStatus, featuredMediaId, format, template, sticky } = cleaned;
  return {
    ...(authorId !== undefined && { authorId }),
    ...(parentId !== undefined && { parentId }),
    ...(menuOrder !== undefined && { menuOrder }),
    ...(commentStatus !== undefined && { commentStatus }),
    ...(pingStatus !== undefined && { pingStatus }),
    ...(featuredMediaId !== undefined && { featuredMediaId }),
    ...(format !== undefined && { format }),
    ...(template !== undefined && { template }),
    ...(sticky !== undefined && { sticky }),
  };
}
