import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const qrApiKey = setting(
  'qr_api_key',
  z.string().max(100),
  '',
  'Key of the check-in app, for staff without an account; if it is empty, a key is created at the first use.',
);
export const qrEnabled = setting('qr_enabled', z.boolean(), true, "Whether the link in a ticket's QR code works.");
export const qrOnlyWhileEventRuns = setting(
  'qr_only_while_event_runs',
  z.boolean(),
  false,
  'Whether tickets are checked in by QR code only while their event runs.',
);
export const qrBufferMinutes = setting(
  'qr_buffer_minutes',
  z.number().int().min(0).max(100_000),
  0,
  'Minutes before and after an event during which it still counts as running.',
);
export const currencyCode = setting(
  'currency_code',
  z.string().regex(/^[A-Z]{3}$/, 'is not a currency code'),
  'USD',
  'Currency of ticket prices, ISO 4217.',
);
export const currencyPosition = setting(
  'currency_position',
  z.enum(['prefix', 'postfix']),
  'prefix',
  'Position of the currency symbol in ticket prices.',
);
export const decimalSeparator = setting('currency_decimal_separator', z.string().max(3), '.', 'Decimal separator in ticket prices.');
export const thousandsSeparator = setting('currency_thousand_separator', z.string().max(3), ',', 'Thousands separator in ticket prices.');
export const stockHandling = setting(
  'stock_handling',
  z.enum(['pending', 'completed']),
  'pending',
  'First status in which an order of the shop holds its places.',
);
export const reservePending = setting(
  'reserve_pending',
  z.boolean(),
  false,
  'Whether pending payments in the older shop hold their places for half an hour.',
);
export const holdMinutes = setting(
  'hold_minutes',
  z.number().int().min(0).max(1440),
  15,
  'Minutes for which places may be reserved during a checkout; with 0, only managers of attendees may hold places.',
);
export const offerMinutes = setting(
  'offer_minutes',
  z.number().int().min(1).max(43_200),
  24 * 60,
  'Minutes within which a person on the waiting list may accept an offer.',
);
export const ticketPostTypes = setting(
  'ticket_post_types',
  z.array(z.string()),
  ['event', 'post', 'page'],
  'Kinds of content that may have tickets.',
);
export const ticketsApiDisabled = setting(
  'rest_disabled',
  z.boolean(),
  false,
  'Whether response headers tell clients that the ticketing API is disabled.',
);
