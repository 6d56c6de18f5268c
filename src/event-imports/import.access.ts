import type { Viewer } from '../auth/viewer.ts';
import { type ArgumentRefusal, invalidArguments, refused } from '../core/failure.ts';
import { eventKind } from '../events/kinds.ts';
import type { Site } from '../site.ts';
import { isExpectedHash } from './batch-hash.ts';
import { findImport, type ImportRecord } from './import.record.ts';

/** Throws `rest_forbidden` unless the viewer may import events: write and publish them (events.md 5.4). */
export function checkImportEvents(viewer: Viewer): void {
  const { edit, publish } = eventKind.capabilities;
  if (!viewer.can(edit) || !viewer.can(publish)) throw refused(viewer, 'rest_forbidden', 'Sorry, you are not allowed to import events.');
}

/** Whether the viewer may see imports of others. */
export const seesAllImports = (viewer: Viewer) => viewer.can(eventKind.capabilities.editOthers);

/** Whether the viewer may see an import: its author, and who edits events of others. */
export function canSeeImport(viewer: Viewer, record: Pick<ImportRecord, 'authorId'>): boolean {
  const { edit, publish } = eventKind.capabilities;
  return viewer.can(edit) && viewer.can(publish) && (seesAllImports(viewer) || record.authorId === viewer.id);
}

/** The refusal of a callback whose import does not wait for it, or whose hash is not the expected one. */
export function callbackRefusal(isPending: boolean) {
  const refusals: Record<string, ArgumentRefusal | string> = {
    ...(!isPending && { importId: 'No import that waits for batches has this id.' }),
    batchHash: 'This is not the hash of the next batch.',
  };
  return invalidArguments(refusals);
}

/** The import that a callback is for. Throws `rest_invalid_param` naming `importId`, `batchHash` or both (events.md 5). */
export async function importOfCallback(site: Site, importId: string, batchHash: string): Promise<ImportRecord> {
  const record = await findImport(site, importId);
  const isExpected = isExpectedHash(site, record?.nextBatchHash ?? null, batchHash);
  if (record?.status === 'pending' && isExpected) return record;
  if (isExpected) throw invalidArguments({ importId: 'No import that waits for batches has this id.' });
  throw callbackRefusal(record?.status === 'pending');
}
