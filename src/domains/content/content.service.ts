import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { retryOnUniqueViolation } from '#app/core/db/retry-on-unique-violation.ts';
import type { Site } from '#app/site.ts';
import type { ContentInput } from './changes.input.ts';
import { createContentIn, updateContentIn } from './content.writer.ts';
import { unsetFrontPage } from './front-pages.ts';
import type { ContentKind } from './kinds.ts';
import type { ContentRecord } from './record.ts';
import { deleteContent, moveContentToTrash } from './trash.service.ts';

/** Runs a write of content in one transaction. Repeats it if another writer took the same slug. */
export async function runContentTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await retryOnUniqueViolation(() => site.db.transaction(work), 'content_kind_slug_unique');
}

/** Creates content of a kind in its own transaction (see `createContentIn`). */
export async function createContent(site: Site, viewer: Viewer, kind: ContentKind, input: ContentInput): Promise<ContentRecord> {
  return await runContentTransaction(site, (tx) => createContentIn(site, tx, viewer, kind, input));
}

/** Changes content in its own transaction (see `updateContentIn`). */
export async function updateContent(
  site: Site,
  viewer: Viewer,
  kind: ContentKind,
  id: number,
  input: ContentInput,
): Promise<ContentRecord> {
  return await runContentTransaction(site, (tx) => updateContentIn(site, tx, viewer, kind, id, input));
}

/** Runs a removal in one transaction. If the content is the front page or the page of posts, resets that setting. */
async function removeAndUnsetFrontPage(site: Site, id: number, remove: (tx: Tx) => Promise<ContentRecord>): Promise<ContentRecord> {
  const { removed, afterCommit } = await runContentTransaction(site, async (tx) => ({
    removed: await remove(tx),
    afterCommit: await unsetFrontPage(site, tx, id),
  }));
  for (const applySetting of afterCommit) await applySetting();
  return removed;
}

/** Moves content to the trash in its own transaction (see `moveContentToTrash`). */
export async function moveToTrash(site: Site, viewer: Viewer, kind: ContentKind, id: number): Promise<ContentRecord> {
  return await removeAndUnsetFrontPage(site, id, (tx) => moveContentToTrash(site, tx, viewer, kind, id));
}

/** Permanently deletes content in its own transaction and returns it. */
export async function deletePermanently(site: Site, kind: ContentKind, id: number): Promise<ContentRecord> {
  return await removeAndUnsetFrontPage(site, id, (tx) => deleteContent(site, tx, kind, id));
}
