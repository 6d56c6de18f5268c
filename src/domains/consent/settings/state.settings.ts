import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Declares internal state of the banner that no user sets and no revision includes. */
const defineState = <T>(name: string, schema: z.ZodType<T>, fallback: T, description: string) =>
  setting(`banner_${name}`, schema, fallback, description, null);

const hash = z.string().regex(/^[a-f0-9]{32}$/);
const unixTime = z.number().int().nullable();

export const publishedRevisions = defineState(
  'published_revisions',
  z.record(z.string(), z.object({ hash, at: z.number().int() })),
  {},
  'Hash of the published revision and time of publication (Unix seconds), by context.',
);

export const dismissedRevisions = defineState(
  'dismissed_revisions',
  z.record(z.string(), hash),
  {},
  'Hash of the revision for which the operator chose not to ask visitors again, by context.',
);

export const noticeStates = defineState(
  'notice_states',
  z.record(z.string(), z.union([z.boolean(), z.number(), z.array(z.number().int())])),
  {},
  'State of the notices for administrators.',
);

export const deletionCheckedAt = defineState(
  'deletion_checked_at',
  unixTime,
  null,
  'Time of the last deletion of expired consents (Unix milliseconds).',
);

export const checklistState = defineState(
  'checklist',
  z.object({ dismissed: z.boolean(), checked: z.record(z.string(), z.boolean()) }),
  { dismissed: false, checked: {} },
  'Completed items of the checklist for setting up the banner.',
);

export const installedAt = defineState('installed_at', unixTime, null, 'Time of the banner’s installation (Unix milliseconds).');
export const earlierVersion = defineState('earlier_version', z.string().nullable(), null, 'Version of the banner before the upgrade.');
export const hiddenMigrations = defineState('hidden_migrations', z.array(z.string()), [], 'Migrations that administrators have hidden.');
export const ignoredTemplates = defineState('ignored_templates', z.array(z.string()), [], 'Templates that the scanner does not propose.');
export const ignoredHosts = defineState('ignored_hosts', z.array(z.string()), [], 'Hosts that the scanner does not report.');
export const countryDatabaseAt = defineState(
  'country_database_at',
  unixTime,
  null,
  'Time at which the map from IP addresses to countries was loaded (Unix milliseconds).',
);
export const scannedOnce = defineState('scanned_once', z.boolean(), false, 'Whether a scan was ever requested.');
export const scanStarted = defineState('scan_started', z.boolean(), false, 'Whether the first scan was started automatically.');
export const savingFault = defineState(
  'saving_fault',
  z.string(),
  '',
  'Notice that the last consent could not be saved, as HTML; empty if it was saved.',
);
