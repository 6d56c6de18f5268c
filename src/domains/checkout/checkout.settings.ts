import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { isBic, isIban } from './bank-transfer/iban.rules.ts';
import { gatewayNames } from './gateways/gateway.ts';

export const cancelUntilHours = setting(
  'cancel_until_hours',
  z.number().int().min(-1).max(8760),
  0,
  'Hours before an event until which buyers may cancel; 0 means until it begins, -1 means never.',
);
export const paymentGateways = setting(
  'payment_gateways',
  z.array(z.enum(gatewayNames)),
  [...gatewayNames],
  'Payment methods for buyers. A method is offered only if it is configured; `manual` (at the door or by transfer) needs no configuration.',
);
export const paymentNote = setting(
  'payment_note',
  z.string().max(2000),
  '',
  'Text for buyers who pay at the door or by transfer, such as an account number.',
);

export const manualPaymentDays = setting(
  'pay_by_hand_days',
  z.number().int().min(0).max(365),
  0,
  'Days within which buyers must pay at the door or by transfer before their places are released; 0 means no limit. Applies to new orders.',
);

export const bankAccountHolder = setting(
  'bank_account_holder',
  z.string().max(70),
  '',
  'Holder of the bank account to which buyers transfer money; if it is empty, buyers see no account.',
);
export const bankIban = setting(
  'bank_iban',
  z
    .string()
    .max(42)
    .refine((iban) => iban === '' || isIban(iban), 'is not an IBAN: a letter or digit is wrong or missing'),
  '',
  'IBAN of the account for transfers; if it is empty, buyers see no account.',
);
export const bankBic = setting(
  'bank_bic',
  z.string().refine((bic) => bic === '' || isBic(bic), 'is not a BIC of 8 or 11 letters and digits'),
  '',
  'BIC of the bank for transfers; not needed for transfers within the Single Euro Payments Area.',
);
