import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const auditKeptDays = setting(
  'audit_kept_days',
  z.number().int().min(0).max(36_600),
  730,
  'Number of days for which entries of the audit log are kept; 0 means forever.',
);
