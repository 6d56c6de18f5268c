import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { resettableSettings, setupTag } from '../analytics.settings.ts';

const SETUP_TAG_SECONDS = 5 * 60;

/** Deletes all dismissals and the log of all reports. */
async function deletePersistentData(tx: Tx): Promise<void> {
  await tx.analyticsDismissal.deleteMany();
  await tx.analyticsReportLog.deleteMany();
}

/**
 * Deletes all data of the connector in one transaction. Keeps dismissals unless the operator has configured a hard reset (docs/behaviour/analytics.md
 * 2.5).
 */
export async function resetConnector(site: Site): Promise<void> {
  const afterCommit = await site.db.transaction(async (tx) => {
    await tx.analyticsSite.deleteMany();
    await tx.analyticsModule.deleteMany();
    await tx.analyticsToken.deleteMany();
    await tx.analyticsAuthorization.deleteMany();
    await tx.analyticsUser.deleteMany();
    await tx.analyticsQueuedSurvey.deleteMany();
    await tx.analyticsSurveyTimeout.deleteMany();
    await tx.analyticsMark.deleteMany();
    await tx.analyticsNotification.deleteMany();
    await tx.analyticsReportSchedule.deleteMany();
    await tx.analyticsReportLog.deleteMany();
    if (site.config.analytics.hardReset) await deletePersistentData(tx);
    const changed = resettableSettings.filter((setting) => !isDeepStrictEqual(site.settings.get<unknown>(setting), setting.default));
    const applySettings: (() => Promise<void>)[] = [];
    for (const setting of changed) applySettings.push(await site.settings.setInTransaction<unknown>(tx, setting, setting.default));
    return applySettings;
  });
  for (const applySetting of afterCommit) await applySetting();
}

/** Deletes all dismissals and the log of all reports. */
export async function resetPersistentData(site: Site): Promise<void> {
  await site.db.transaction(deletePersistentData);
}

/** Creates a new token by which the provider recognizes the site. Pages contain it for five minutes. */
export async function renewSetupTag(site: Site): Promise<string> {
  const token = randomUUID();
  await site.settings.set(setupTag, { token, until: Math.floor(now().getTime() / 1000) + SETUP_TAG_SECONDS });
  return token;
}
