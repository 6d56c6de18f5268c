import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { gatewayNames } from './gateways.rules.ts';

export const optInStatus = setting('opt_in_status', z.boolean(), false, 'Whether the site shares statistics about its use.');
export const ticketsEnabled = setting(
  'tickets_enabled',
  z.boolean(),
  false,
  'Whether the wizard for the calendar was asked to set up tickets.',
);
export const calendarEnabled = setting(
  'calendar_enabled',
  z.boolean(),
  false,
  'Whether the wizard for tickets was asked to set up the calendar.',
);
export const commerceEnabled = setting('ticket_commerce_enabled', z.boolean(), false, 'Whether tickets are sold by the shop of the site.');
export const paymentOption = setting('ticket_payment_option', z.string().max(50), '', 'Gateway that the tickets’ wizard was asked for.');

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
  'Payment gateways of the shop: whether each is switched on and connected, and to which account.',
);
export const checkoutPage = setting('ticket_checkout_page', z.number().int().min(0), 0, 'Page where tickets are paid; 0 = none.');
export const successPage = setting('ticket_success_page', z.number().int().min(0), 0, 'Page shown after tickets were paid; 0 = none.');

export const onboardingSettings = [
  optInStatus,
  ticketsEnabled,
  calendarEnabled,
  commerceEnabled,
  paymentOption,
  gateways,
  checkoutPage,
  successPage,
];
