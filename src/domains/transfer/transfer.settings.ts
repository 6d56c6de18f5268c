import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const importKeptDays = setting(
  'import_kept_days',
  z.number().int().min(0).max(36_600),
  90,
  'How many days the records of imported files are kept, with what they noted; 0 = for ever. What the imports wrote stays, and is found again by later ones.',
);

export const transferSettings = [importKeptDays];
