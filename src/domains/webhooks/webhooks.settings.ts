import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const webhookKeptDays = setting(
  'webhook_kept_days',
  z.number().int().min(1).max(36_600),
  30,
  'Number of days for which messages to webhook endpoints and their delivery logs are kept.',
);
export const webhookOffAfterDays = setting(
  'webhook_off_after_days',
  z.number().int().min(0).max(365),
  5,
  'Number of days without a delivered message after which a webhook endpoint is disabled; 0 means never.',
);
