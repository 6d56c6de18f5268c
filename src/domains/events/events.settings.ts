import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const currencySymbol = setting('default_currency_symbol', z.string(), '$', 'Symbol of costs that name none.');
export const currencyCode = setting('default_currency_code', z.string(), 'USD', 'Currency of costs, ISO 4217.');
export const currencyReversed = setting(
  'currency_reversed',
  z.boolean(),
  false,
  'Whether the symbol of costs that say nothing about it follows the number.',
);
export const customFields = setting(
  'event_custom_fields',
  z.array(z.object({ name: z.string().min(1), label: z.string() })),
  [],
  'Further fields of events: name as stored, label as shown.',
);

export const eventSettings = [currencySymbol, currencyCode, currencyReversed, customFields];
