import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { invalidParameter } from '../failures.ts';
import { type AnalyticsUser, changeUserSettings } from './user-row.ts';

/** Records that the user has set up the key metrics of the site, unless another user has done so before. */
export async function completeKeyMetrics(tx: Tx, userId: number): Promise<void> {
  await tx.analyticsSite.createMany({ data: [{ id: 1 }], skipDuplicates: true });
  await tx.analyticsSite.updateMany({
    where: { id: 1, keyMetricsSetUpById: null },
    data: { keyMetricsSetUpById: userId, keyMetricsSetUpAt: now() },
  });
}

/**
 * Stores the key metrics that a user has selected, and whether they are hidden. Without `slugs`, keeps the selection. Throws
 * `analytics_invalid_parameter` for an empty selection.
 */
export async function changeKeyMetrics(
  site: Site,
  userId: number,
  { slugs, isHidden }: { slugs?: readonly string[] | null | undefined; isHidden: boolean },
): Promise<AnalyticsUser> {
  const keyMetrics = slugs?.filter((slug) => slug !== '');
  if (keyMetrics?.length === 0) throw invalidParameter('Selected metrics cannot be empty.');
  return await site.db.transaction(async (tx) => {
    if (keyMetrics) await completeKeyMetrics(tx, userId);
    return await changeUserSettings(tx, userId, { areKeyMetricsHidden: isHidden, ...(keyMetrics && { keyMetrics }) });
  });
}
