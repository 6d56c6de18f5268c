import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const importRetentionDays = setting(
  'import_kept_days',
  z.number().int().min(0).max(36_600),
  90,
  'Number of days for which the records of imports and their notes are stored; 0 means forever. Imported content stays, and later imports still recognize it.',
);
