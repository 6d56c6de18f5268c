import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** A little more than two years, so that a quarterly report can compare with the previous year. */
const DEFAULT_DAYS = 800;

export const viewRetentionDays = setting(
  'figures_kept_days',
  z.number().int().min(31).max(3660),
  DEFAULT_DAYS,
  'Number of days for which page view counts are kept.',
);
