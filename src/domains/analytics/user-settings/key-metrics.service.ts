import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { badParameter } from '../failures.ts';
import { type AnalyticsUser, changeUserSettings } from './user-row.ts';

/** Notes who set the key metrics up for the site, the first time someone does. */
export async function completeKeyMetrics(tx: Tx, userId: number): Promise<void> {
  await tx.analyticsSite.createMany({ data: [{ id: 1 }], skipDuplicates: true });
  await tx.analyticsSite.updateMany({
    where: { id: 1, keyMetricsSetUpById: null },
    data: { keyMetricsSetUpById: userId, keyMetricsSetUpAt: now() },
  });
}

/** Stores which metrics a user looks at first; without a selection only whether they are shown. An empty selection is refused. */
export async function changeKeyMetrics(
  site: Site,
  userId: number,
  { slugs, isHidden }: { slugs?: readonly string[] | null | undefined; isHidden: boolean },
): Promise<AnalyticsUser> {
  const keyMetrics = slugs?.filter((one) => one !== '');
  if (keyMetrics?.length === 0) throw badParameter('Selected metrics cannot be empty.');
  return await site.db.transaction(async (tx) => {
    if (keyMetrics) await completeKeyMetrics(tx, userId);
    return await changeUserSettings(tx, userId, { areKeyMetricsHidden: isHidden, ...(keyMetrics && { keyMetrics }) });
  });
}
