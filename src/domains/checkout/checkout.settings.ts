import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { isBic, isIban } from './bank-transfer/iban.rules.ts';
import { gatewayNames } from './gateways/gateway.ts';

export const cancelUntilHours = setting(
  'cancel_until_hours',
  z.number().int().min(-1).max(8760),
  0,
  'Hours before an event until which buyers may cancel; 0 = until it begins, -1 = never.',
);
export const paymentGateways = setting(
  'payment_gateways',
  z.array(z.enum(gatewayNames)),
  [...gatewayNames],
  'How tickets may be paid, of the ways that are set up: `manual` (at the door or by transfer) always is.',
);
export const paymentNote = setting(
  'payment_note',
  z.string().max(2000),
  '',
  'What buyers who pay at the door or by transfer are told, such as an account number.',
);

export const payByHandDays = setting(
  'pay_by_hand_days',
  z.number().int().min(0).max(365),
  0,
  'Days that buyers have to pay at the door or by transfer; their places then go to others. 0 = no limit. Holds for orders from now on.',
);

export const bankAccountHolder = setting(
  'bank_account_holder',
  z.string().max(70),
  '',
  'Name of the holder of the bank account that buyers pay into by transfer; empty = buyers are told no account.',
);
export const bankIban = setting(
  'bank_iban',
  z
    .string()
    .max(42)
    .refine((iban) => iban === '' || isIban(iban), 'is not an IBAN: a letter or digit is wrong or missing'),
  '',
  'IBAN of that account; empty = buyers are told no account.',
);
export const bankBic = setting(
  'bank_bic',
  z.string().refine((bic) => bic === '' || isBic(bic), 'is not a BIC of 8 or 11 letters and digits'),
  '',
  'BIC of its bank; not needed for transfers within the Single Euro Payments Area.',
);

export const checkoutSettings = [cancelUntilHours, paymentGateways, paymentNote, payByHandDays, bankAccountHolder, bankIban, bankBic];
