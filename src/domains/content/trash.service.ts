import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { trashDays } from '#app/core/settings/site.settings.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import type { Site } from '#app/site.ts';
import { notifyContentChange } from './changes.ts';
import { lockContent } from './content.writer.ts';
import { isCounted, updateTermCounts } from './content.terms.ts';
import { readContent } from './content.reader.ts';
import { attachment, type ContentKind, isKind, getKind } from './kinds.ts';
import type { ContentRecord } from './record.ts';
import { storeRevision } from './revisions.service.ts';
import { toColumnTime, getSiteZone, toUtcWallTime } from './site-time.ts';
import { reserveSlug, toTrashedSlug } from './slug.service.ts';
import { notifyBeforeDeletion } from './write-listeners.ts';

/**
 * Moves content to the trash inside the caller's transaction. Stores its status and slug for a restore, frees its slug
 * (docs/behaviour/core-rest.md 7.7), and makes it not sticky. Throws 410 `already_in_trash`, 501 `trash_not_supported` for kinds without a
 * trash, and 404 for an unknown ID.
 */
export async function moveContentToTrash(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, id: number): Promise<ContentRecord> {
  const { record: stored, storedStatus } = await lockContent(tx, kind.name, id);
  if (!kind.hasTrash) throw new Failure('trash_not_supported', 501, 'Content of this kind has no trash. Delete it with force.');
  if (stored.status === 'trash') throw new Failure('already_in_trash', 410, 'The content has already been moved to the trash.');
  const moment = now();
  const zone = getSiteZone(site);
  const modified = { modifiedLocal: toWallTime(moment, zone), modifiedUtc: toUtcWallTime(moment) };
  const revision = kind.hasRevisions ? await storeRevision(tx, { ...stored, ...modified }, viewer.id || null) : null;
  await tx.content.update({
    where: { id },
    data: {
      status: 'trash',
      slug: await reserveSlug(tx, kind.name, toTrashedSlug(stored.slug), id),
      desiredSlug: stored.slug,
      trashedFrom: stored.status,
      trashedAt: moment,
      sticky: false,
      // a floating date changes with every update
      ...(stored.dateUtc === null && { dateLocal: toColumnTime(modified.modifiedLocal) }),
      modifiedLocal: toColumnTime(modified.modifiedLocal),
      modifiedUtc: toColumnTime(modified.modifiedUtc),
      ...revision,
    },
    select: { id: true },
  });
  if (isCounted(storedStatus))
    await updateTermCounts(
      tx,
      stored.terms.map((term) => term.id),
      [],
    );
  await notifyContentChange(tx, { id, kind: kind.name, from: stored.status, to: 'trash' });
  return ((await readContent(tx, id)) as { record: ContentRecord }).record;
}

/**
 * Permanently deletes content with its meta, revisions and term relations, inside the caller's transaction, and returns it. Moves its children
 * and attached files to its parent. Throws 404 for an unknown ID.
 */
export async function deleteContent(site: Site, tx: Tx, kind: ContentKind, id: number): Promise<ContentRecord> {
  const { record: stored, storedStatus } = await lockContent(tx, kind.name, id, 'removal');
  if (isCounted(storedStatus))
    await updateTermCounts(
      tx,
      stored.terms.map((term) => term.id),
      [],
    );
  await notifyBeforeDeletion(site, tx, id);
  if (stored.parentId !== null)
    await tx.content.updateMany({
      where: { parentId: id, kind: { in: [attachment.name, ...(kind.isHierarchical ? [kind.name] : [])] } },
      data: { parentId: stored.parentId },
    });
  await tx.content.delete({ where: { id }, select: { id: true } });
  await notifyContentChange(tx, { id, kind: kind.name, from: stored.status, to: null });
  return stored;
}

const DAY_MS = 86_400_000;

/**
 * Permanently deletes content that has been in the trash for more than `trash_days`, and returns the number of deleted items. Logs failures;
 * content that could not be deleted stays in the trash. A daily job calls it.
 */
export async function purgeTrash(site: Site): Promise<number> {
  const days = site.settings.get(trashDays);
  const before = new Date(now().getTime() - days * DAY_MS);
  const expired = await site.db.prisma.content.findMany({
    where: { status: 'trash', trashedAt: { lt: before } },
    select: { id: true, kind: true },
    orderBy: { id: 'asc' },
  });
  const purge = ({ id, kind }: { id: number; kind: string }) =>
    site.db.transaction(async (tx) => {
      const locked = isKind(kind) ? await readContent(tx, id, 'removal') : null;
      if (locked?.record.status !== 'trash') return false;
      await deleteContent(site, tx, getKind(kind), id);
      return true;
    });
  return (await processEach(site, expired, 'content in the trash could not be deleted', purge)).filter(Boolean).length;
}
