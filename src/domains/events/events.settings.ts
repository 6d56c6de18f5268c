import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const currencySymbol = setting('default_currency_symbol', z.string(), '$', 'Currency symbol of costs without a symbol.');
export const currencyCode = setting('default_currency_code', z.string(), 'USD', 'Currency of costs, as an ISO 4217 code.');
export const currencyReversed = setting(
  'currency_reversed',
  z.boolean(),
  false,
  'Whether the currency symbol follows the number in costs that do not show its position.',
);
export const customFields = setting(
  'event_custom_fields',
  z.array(z.object({ name: z.string().min(1), label: z.string() })),
  [],
  'Custom fields of events: the stored name and the shown label of each.',
);
