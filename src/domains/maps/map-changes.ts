import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';

/** Updates the modification time of maps whose features changed, in the same transaction. */
export async function touchMaps(tx: Tx, mapIds: readonly number[]): Promise<void> {
  const known = [...new Set(mapIds)].filter((id) => id > 0).sort((a, b) => a - b);
  if (known.length > 0) await tx.map.updateMany({ where: { id: { in: known } }, data: { updatedAt: now() } });
}
