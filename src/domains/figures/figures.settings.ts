import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Two years and a little: a report over a quarter may compare with the year before. */
const DEFAULT_DAYS = 800;

export const viewsKeptDays = setting(
  'figures_kept_days',
  z.number().int().min(31).max(3660),
  DEFAULT_DAYS,
  'How many days the numbers of views of pages are kept.',
);

export const figuresSettings = [viewsKeptDays];
