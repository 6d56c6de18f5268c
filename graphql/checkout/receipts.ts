import { refused } from '#app/core/failures/failure.ts';
import { buildReceiptPath } from '#app/domains/checkout/receipts/receipt.view.ts';
import { updateReceiptSettings } from '#app/domains/checkout/receipts/receipts.service.ts';
import { formatReceiptNumber } from '#app/domains/tickets/receipts/receipt.rules.ts';
import { receiptNote, sellerAddress, sellerName, sellerTaxNumber, taxRate } from '#app/domains/tickets/receipts/receipt.settings.ts';
import type { Site } from '#app/site.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Money } from '../money/money.ts';
import { nulls } from '../public/nulls.ts';

const ReceiptKind = builder.enumType('ReceiptKind', {
  description: 'Kind of a receipt.',
  values: {
    RECEIPT: { value: 'receipt', description: 'Receipt for a payment.' },
    CREDIT_NOTE: { value: 'credit_note', description: 'Credit note for a refund.' },
  } as const,
});

export const Receipt = builder.prismaObject('Receipt', {
  description: 'A receipt for an order, or a credit note for a refund. It does not change once it is issued.',
  fields: (t) => ({
    kind: t.field({ type: ReceiptKind, description: 'Whether money was paid or refunded.', resolve: ({ kind }) => kind as 'receipt' }),
    number: t.string({
      description: 'Receipt number, such as `R-00042`; credit notes have numbers such as `C-00007`. Each kind is numbered without gaps.',
      resolve: (receipt) => formatReceiptNumber(receipt),
    }),
    correctedNumber: t.string({
      nullable: true,
      select: { corrects: { select: { kind: true, number: true } } },
      description: 'Number of the receipt that a credit note corrects; null for receipts.',
      resolve: ({ corrects }) => corrects && formatReceiptNumber(corrects),
    }),
    issuedAt: t.expose('issuedUtc', { type: 'DateTime', description: 'When the receipt was issued.' }),
    total: t.field({
      type: Money,
      description: 'The amount with tax; also positive for credit notes.',
      resolve: ({ totalMinor, currency }) => ({ minor: BigInt(totalMinor), currency }),
    }),
    tax: t.field({
      type: Money,
      description: 'Tax that the amount includes.',
      resolve: ({ taxMinor, currency }) => ({ minor: BigInt(taxMinor), currency }),
    }),
    taxRate: t.float({ description: 'Tax rate in percent.', resolve: ({ taxRate: rate }) => rate / 100 }),
    sellerName: t.exposeString('sellerName', { description: 'Name of the seller.' }),
    sellerAddress: t.exposeString('sellerAddress', { description: 'Postal address of the seller; may have several lines.' }),
    sellerTaxNumber: t.exposeString('sellerTaxNumber', { description: 'Tax number of the seller; empty if none was set.' }),
    url: t.string({
      description: 'URL of the web page with the receipt. Anyone who knows the URL can read the receipt.',
      resolve: (receipt, _args, { site }) => site.config.siteUrl + buildReceiptPath(site, receipt),
    }),
    pdfUrl: t.string({
      description: 'URL of the receipt as a PDF document.',
      resolve: (receipt, _args, { site }) => `${site.config.siteUrl}${buildReceiptPath(site, receipt)}/receipt.pdf`,
    }),
  }),
});

const requireManager = (_args: object, { viewer }: Context) => {
  if (!viewer.can('manage_options'))
    throw refused(viewer, 'forbidden', 'Only users who manage the site can see and change receipts and taxes.');
};

const ReceiptSettings = builder.objectRef<Site>('ReceiptSettings').implement({
  description: 'Seller and tax rate of future receipts.',
  fields: (t) => ({
    sellerName: t.string({
      description: 'Name of the seller; empty if the site issues no receipts.',
      resolve: ({ settings }) => settings.get(sellerName),
    }),
    sellerAddress: t.string({
      description: 'Postal address; may have several lines.',
      resolve: ({ settings }) => settings.get(sellerAddress),
    }),
    sellerTaxNumber: t.string({ description: 'Tax number or VAT number.', resolve: ({ settings }) => settings.get(sellerTaxNumber) }),
    taxRate: t.float({
      description: 'Tax rate in percent. Prices include the tax.',
      resolve: ({ settings }) => settings.get(taxRate) / 100,
    }),
    note: t.string({ description: 'Text below the amounts.', resolve: ({ settings }) => settings.get(receiptNote) }),
  }),
});

builder.queryField('receiptSettings', (t) =>
  t.field({
    type: ReceiptSettings,
    ...guard(requireManager),
    description: 'Seller and tax rate of receipts. For users who manage the site.',
    resolve: (_root, _args, { site }) => site,
  }),
);

const ReceiptSettingsChangesInput = builder.inputType('ReceiptSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'Seller and tax rate of future receipts.',
  fields: (t) => ({
    sellerName: t.string({ description: 'Name of the seller, at most 200 characters; if it is empty, the site issues no receipts.' }),
    sellerAddress: t.string({ description: 'Postal address with at most 500 characters; may have several lines.' }),
    sellerTaxNumber: t.string({ description: 'Tax number or VAT number, at most 60 characters.' }),
    taxRate: t.float({ description: 'Tax rate in percent, 0 to 100, with at most two decimals.' }),
    note: t.string({ description: 'Text below the amounts, at most 500 characters.' }),
  }),
});

builder.mutationField('updateReceiptSettings', (t) =>
  t.field({
    type: ReceiptSettings,
    ...guard(requireManager),
    description: 'Changes the settings of future receipts. For users who manage the site.',
    args: { input: t.arg({ type: ReceiptSettingsChangesInput, required: true, description: 'Settings to change.' }) },
    resolve: async (_root, { input }, { site }) => {
      const { taxRate: percent, ...otherSettings } = input;
      const rate =
        typeof percent === 'number' ? { taxRate: Math.round(percent * 1e6) / 1e4 } : 'taxRate' in input ? { taxRate: percent } : {};
      await updateReceiptSettings(site, { ...otherSettings, ...rate });
      return site;
    },
  }),
);
