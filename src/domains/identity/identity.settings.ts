import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const days = z.number().int().min(1).max(400);

export const sessionDays = setting(
  'session_days',
  days,
  2,
  'Number of days for which users stay signed in. Changes apply to new sessions.',
);
export const rememberedSessionDays = setting(
  'session_remembered_days',
  days,
  14,
  'Number of days for which users who choose to be remembered stay signed in. Changes apply to new sessions.',
);
