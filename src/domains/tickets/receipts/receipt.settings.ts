import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

export const sellerName = setting(
  'seller_name',
  z.string().max(200),
  '',
  'Name of the seller on receipts; if it is empty, the site issues no receipts. Applies to orders that are paid from now on.',
);
export const sellerAddress = setting('seller_address', z.string().max(500), '', 'Postal address of the seller; may have several lines.');
export const sellerTaxNumber = setting('seller_tax_number', z.string().max(60), '', 'Tax number or VAT number of the seller.');
export const taxRate = setting(
  'tax_rate',
  z.number().int().min(0).max(10_000),
  0,
  'Rate of the tax that all prices include, in hundredths of a percent: 1900 means 19 %, 0 means no tax.',
);
export const receiptNote = setting(
  'receipt_note',
  z.string().max(500),
  '',
  'Text below the amounts of receipts, such as the reason why no tax is charged.',
);
