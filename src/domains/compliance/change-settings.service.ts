import { now } from '#app/core/time/clock.ts';
import { changesOf, type Setting } from '#app/core/settings/setting.ts';
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

/** Changed settings by name. Null restores the default. */
export type ComplianceChanges = Partial<Record<ComplianceOptionName, unknown>>;

/** Settings that appear in no document. */
const untold: ReadonlySet<unknown> = new Set([scannerToken, scanEmail, notificationContent, notificationSender, notificationSubject]);

/** Changes all given settings, or none. Throws `invalid_arguments` for an invalid value. */
export async function changeComplianceSettings({ settings }: Site, changes: ComplianceChanges): Promise<void> {
  const entries = changesOf(complianceOptions, changes);
  const moment = Math.floor(now().getTime() / 1000);
  const changesDocuments = entries.some(([option]) => !untold.has(option));
  await settings.setAll(changesDocuments ? [...entries, [publishedAt as Setting<unknown>, moment]] : entries);
}
