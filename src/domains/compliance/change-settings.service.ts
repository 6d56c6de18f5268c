import { now } from '#app/core/time/clock.ts';
import { createChanges, type Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import {
  complianceOptions,
  publishedAt,
  scannerToken,
  scanEmail,
  notificationContent,
  notificationSender,
  notificationSubject,
} from './compliance.settings.ts';

export type ComplianceOptionName = keyof typeof complianceOptions;

/** Changes to settings by name. Null restores the default. */
export type ComplianceChanges = Partial<Record<ComplianceOptionName, unknown>>;

/** Settings that do not affect the text of legal documents. */
const NOT_IN_DOCUMENTS: ReadonlySet<unknown> = new Set([
  scannerToken,
  scanEmail,
  notificationContent,
  notificationSender,
  notificationSubject,
]);

/**
 * Changes all given settings, or none. Stores the time of the change if it affects legal documents. Throws `invalid_arguments` for an invalid value.
 */
export async function changeComplianceSettings({ settings }: Site, changes: ComplianceChanges): Promise<void> {
  const entries = createChanges(complianceOptions, changes);
  const unixTime = Math.floor(now().getTime() / 1000);
  const changesDocuments = entries.some(([option]) => !NOT_IN_DOCUMENTS.has(option));
  await settings.setAll(changesDocuments ? [...entries, [publishedAt as Setting<unknown>, unixTime]] : entries);
}
