import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';

/** Updates the modification time of maps whose features the transaction changes. Ignores the ID 0. Sorts the IDs to avoid deadlocks. */
export async function touchMaps(tx: Tx, mapIds: readonly number[]): Promise<void> {
  const validIds = [...new Set(mapIds)].filter((id) => id > 0).sort((a, b) => a - b);
  if (validIds.length > 0) await tx.map.updateMany({ where: { id: { in: validIds } }, data: { updatedAt: now() } });
}
