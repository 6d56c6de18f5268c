import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { deletionCheckedAt, publishedRevisions } from '../settings/state.settings.ts';
import { countLog } from './consent-log.service.ts';
import { getDayStart } from './days.ts';
import { removeConsents } from './removal.service.ts';

const DAY_MS = 86_400_000;

const deleteOrphanRevisions = statement(
  'forget_consent_revisions',
  `DELETE FROM consent_revision r WHERE NOT (r.part = 'dependent' AND r.hash = ANY ($1))
    AND NOT EXISTS (SELECT 1 FROM consent c WHERE c.revision_id = r.id) AND NOT EXISTS (SELECT 1 FROM consent c WHERE c.revision_independent_id = r.id)`,
);
const deleteOrphanAddresses = statement(
  'forget_consent_addresses',
  'DELETE FROM consent_address a WHERE NOT EXISTS (SELECT 1 FROM consent c WHERE c.address_id = a.id)',
);
const deleteOrphanTexts = statement(
  'forget_consent_texts',
  `DELETE FROM consent_text t WHERE t.kind = 'tcf' AND NOT EXISTS (SELECT 1 FROM consent c WHERE c.tcf_string_id = t.id)
    AND NOT EXISTS (SELECT 1 FROM consent c WHERE c.previous_tcf_string_id = t.id)`,
);

/** Deletes revisions, IP addresses and TCF strings that no consent refers to. Like consents, they may contain personal data. */
async function deleteOrphans(site: Site): Promise<void> {
  const published = Object.values(site.settings.get(publishedRevisions)).map(({ hash }) => hash);
  await site.db.rows(deleteOrphanRevisions, [published]);
  await site.db.rows(deleteOrphanAddresses);
  await site.db.rows(deleteOrphanTexts);
}

/** Returns the day a number of months earlier, or the last day of that month if the month is shorter. */
function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/**
 * Deletes expired consents, and shared rows that no consent uses any more (docs/behaviour/consent-queue-product.md 10a). Returns the number of
 * deleted consents, or null if the log is empty or the last run was less than 24 hours ago.
 */
export async function deleteOldConsents(site: Site): Promise<number | null> {
  const checkedAt = site.settings.get(deletionCheckedAt);
  const time = now().getTime();
  if (checkedAt !== null && time - checkedAt < DAY_MS) return null;
  if ((await countLog(site)).count === 0) return null;
  await site.settings.set(deletionCheckedAt, time);
  const { options } = await readConfiguration(site);
  const before = getDayStart(site, subtractMonths(getSiteToday(site), options.consentDuration));
  const removed = await removeConsents(site, { before }, 'retention');
  await deleteOrphans(site);
  return removed;
}
