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

/** Changes by name; null brings the default back. */
export type ComplianceChanges = Partial<Record<ComplianceOptionName, unknown>>;

/** What no document tells. */
const untold: ReadonlySet<unknown> = new Set([scannerToken, scanEmail, notificationContent, notificationSender, notificationSubject]);

/** Changes settings, all or none of them. Throws `invalid_arguments` for a value that the setting does not have. */
export async function changeComplianceSettings({ settings }: Site, changes: ComplianceChanges): Promise<void> {
  const entries = changesOf(complianceOptions, changes);
  const moment = Math.floor(now().getTime() / 1000);
  const changesDocuments = entries.some(([option]) => !untold.has(option));
  await settings.setAll(changesDocuments ? [...entries, [publishedAt as Setting<unknown>, moment]] : entries);
}
