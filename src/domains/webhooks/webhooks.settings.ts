import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const webhookKeptDays = setting(
  'webhook_kept_days',
  z.number().int().min(1).max(36_600),
  30,
  'How many days messages to webhook endpoints are kept with the log of their delivery.',
);
export const webhookOffAfterDays = setting(
  'webhook_off_after_days',
  z.number().int().min(0).max(365),
  5,
  'After how many days in which no message arrived a webhook endpoint is switched off; 0 = never.',
);

export const webhookSettings = [webhookKeptDays, webhookOffAfterDays];
