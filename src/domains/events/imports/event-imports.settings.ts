import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { authorities } from './import.record.ts';

export const importInterval = setting(
  'event_import_interval',
  z.number().int(),
  10,
  'Seconds that the import service is asked to wait between two batches, 10 to 600.',
);
export const importAuthority = setting(
  'event_import_authority',
  z.enum(authorities),
  'overwrite',
  'What new imports do with events that are here already: overwrite, retain, or preserve_changes (keep what was edited here).',
);
export const eventImportKeptDays = setting(
  'event_import_kept_days',
  z.number().int().min(0).max(36_600),
  90,
  'How many days the records of imports by a service are kept once they succeeded or failed; 0 = for ever. What they brought stays.',
);

export const eventImportSettings = [importInterval, importAuthority, eventImportKeptDays];
