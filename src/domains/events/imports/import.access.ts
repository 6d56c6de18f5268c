import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ArgumentRefusal, invalidArguments, refused } from '#app/core/failures/failure.ts';
import { eventKind } from '../kinds.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { isExpectedBatchSecret } from './batch-hash.ts';
import { findImport, type ImportRecord } from './import.record.ts';

/** Throws `forbidden` unless the viewer may write and publish events, and therefore import them (docs/behaviour/events.md 5.4). */
export function checkImportEvents(viewer: Viewer): void {
  const { edit, publish } = eventKind.capabilities;
  if (!viewer.can(edit) || !viewer.can(publish)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to import events.');
}

/** True if the viewer may see imports of other users. */
export const canSeeAllImports = (viewer: Viewer) => viewer.can(eventKind.capabilities.editOthers);

/** True if the viewer may see the import: its author, and users who may edit events of others. */
export function canSeeImport(viewer: Viewer, record: Pick<ImportRecord, 'authorId'>): boolean {
  const { edit, publish } = eventKind.capabilities;
  return viewer.can(edit) && viewer.can(publish) && (canSeeAllImports(viewer) || record.authorId === viewer.id);
}

/** Returns the Prisma condition for the imports that the viewer may see; see `canSeeImport`. */
export function whereVisibleImports(viewer: Viewer): Prisma.EventImportWhereInput {
  const { edit, publish } = eventKind.capabilities;
  if (!viewer.can(edit) || !viewer.can(publish)) return { id: { in: [] } };
  return canSeeAllImports(viewer) ? {} : { authorId: viewer.id };
}

/** Returns the error of a callback with a wrong hash. It also names `importId` if the import is not pending. */
export function createCallbackError(isPending: boolean) {
  const refusals: Record<string, ArgumentRefusal | string> = {
    ...(!isPending && { importId: 'No import that waits for batches has this id.' }),
    batchHash: 'This is not the hash of the next batch.',
  };
  return invalidArguments(refusals);
}

/** Returns the import of a callback. Throws `invalid_arguments` naming `importId`, `batchHash` or both (docs/behaviour/events.md 5). */
export async function requireCallbackImport(
  site: Site,
  importId: string,
  batchHash: string,
): Promise<ImportRecord & { nextBatchHash: string | null }> {
  const record = await findImport(site, importId);
  const isExpected = isExpectedBatchSecret(site, record?.nextBatchHash ?? null, batchHash);
  if (record?.status === 'pending' && isExpected) return record;
  if (isExpected) throw invalidArguments({ importId: 'No import that waits for batches has this id.' });
  throw createCallbackError(record?.status === 'pending');
}
