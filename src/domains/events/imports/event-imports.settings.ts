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
  'What new imports do with events that already exist: overwrite, retain (skip them), or preserve_changes (keep locally edited fields).',
);
export const eventImportRetentionDays = setting(
  'event_import_kept_days',
  z.number().int().min(0).max(36_600),
  90,
  'Days for which the records of succeeded and failed imports are stored; 0 means forever. The imported events stay.',
);
