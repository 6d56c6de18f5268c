import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Declares internal state of the banner that no user sets and no revision includes. */
const state = <T>(name: string, schema: z.ZodType<T>, fallback: T, description: string) =>
  setting(`banner_${name}`, schema, fallback, description, null);

const hash = z.string().regex(/^[a-f0-9]{32}$/);
const moment = z.number().int().nullable();

/** Published hashes by context, with the time of publication in Unix seconds. */
export const publishedRevisions = state(
  'published_revisions',
  z.record(z.string(), z.object({ hash, at: z.number().int() })),
  {},
  'Published revision of what visitors are asked, by context.',
);

export const dismissedRevisions = state(
  'dismissed_revisions',
  z.record(z.string(), hash),
  {},
  'By context: the revision for which the operator chose not to ask again.',
);

export const noticeStates = state(
  'notice_states',
  z.record(z.string(), z.union([z.boolean(), z.number(), z.array(z.number().int())])),
  {},
  'State of the notices for administrators.',
);

export const deletionCheckedAt = state('deletion_checked_at', moment, null, 'When old consents were last looked for (Unix milliseconds).');

export const checklistState = state(
  'checklist',
  z.object({ dismissed: z.boolean(), checked: z.record(z.string(), z.boolean()) }),
  { dismissed: false, checked: {} },
  'What administrators have done to set the banner up.',
);

export const installedAt = state('installed_at', moment, null, 'When the banner was installed (Unix milliseconds).');
export const earlierVersion = state(
  'earlier_version',
  z.string().nullable(),
  null,
  'Version of the banner that this installation was moved from.',
);
export const hiddenMigrations = state('hidden_migrations', z.array(z.string()), [], 'Migrations whose tile was closed.');
export const ignoredTemplates = state('ignored_templates', z.array(z.string()), [], 'Templates that the scanner does not propose.');
export const ignoredHosts = state('ignored_hosts', z.array(z.string()), [], 'Hosts that the scanner does not report.');
export const countryDatabaseAt = state(
  'country_database_at',
  moment,
  null,
  'When the map from addresses to countries was loaded (Unix milliseconds).',
);
export const scannedOnce = state('scanned_once', z.boolean(), false, 'Whether a scan was ever asked for.');
export const scanStarted = state('scan_started', z.boolean(), false, 'Whether the first scan was begun by itself.');
export const savingFault = state(
  'saving_fault',
  z.string(),
  '',
  'What went wrong when the site last tried to save a consent; empty = nothing.',
);

export const stateSettings = [
  publishedRevisions,
  dismissedRevisions,
  noticeStates,
  deletionCheckedAt,
  checklistState,
  installedAt,
  earlierVersion,
  hiddenMigrations,
  ignoredTemplates,
  ignoredHosts,
  countryDatabaseAt,
  scannedOnce,
  scanStarted,
  savingFault,
];
