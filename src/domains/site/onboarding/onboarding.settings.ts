import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { gatewayNames } from './gateways.rules.ts';

export const optInStatus = setting('opt_in_status', z.boolean(), false, 'Whether the site shares statistics about its use.');
export const ticketsEnabled = setting(
  'tickets_enabled',
  z.boolean(),
  false,
  'Whether tickets were requested in the wizard for the calendar.',
);
export const calendarEnabled = setting(
  'calendar_enabled',
  z.boolean(),
  false,
  'Whether the calendar was requested in the wizard for tickets.',
);
export const commerceEnabled = setting('ticket_commerce_enabled', z.boolean(), false, 'Whether the shop of the site sells tickets.');
export const paymentOption = setting(
  'ticket_payment_option',
  z.string().max(50),
  '',
  'Payment option that was chosen in the wizard for tickets.',
);

const gateway = z.object({
  isEnabled: z.boolean(),
  isConnected: z.boolean(),
  account: z.string().max(200),
  country: z.string().max(2),
});
export type Gateway = z.infer<typeof gateway>;

export const gateways = setting(
  'ticket_gateways',
  z.partialRecord(z.enum(gatewayNames), gateway),
  {},
  'Payment gateways of the shop: whether each gateway is enabled and connected, and to which account.',
);
export const checkoutPage = setting(
  'ticket_checkout_page',
  z.number().int().min(0),
  0,
  'ID of the page where buyers pay; 0 if none is set.',
);
export const successPage = setting(
  'ticket_success_page',
  z.number().int().min(0),
  0,
  'ID of the page that buyers see after the payment; 0 if none is set.',
);
