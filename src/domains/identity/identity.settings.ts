import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const days = z.number().int().min(1).max(400);

export const sessionDays = setting(
  'session_days',
  days,
  2,
  'How many days someone who signs in stays signed in; existing sessions keep their time.',
);
export const rememberedSessionDays = setting('session_remembered_days', days, 14, 'The same for who asks to be remembered.');

export const identitySettings = [sessionDays, rememberedSessionDays];
