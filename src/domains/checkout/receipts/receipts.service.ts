import { createChanges, type DeclaredSetting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import { receiptNote, sellerAddress, sellerName, sellerTaxNumber, taxRate } from '../../tickets/receipts/receipt.settings.ts';
import type { ReceiptRecord } from './receipt.view.ts';

const changeable = { sellerName, sellerAddress, sellerTaxNumber, taxRate, note: receiptNote } satisfies Record<string, DeclaredSetting>;

/** Changes of the seller's data and of the tax rate (in hundredths of a percent). Absent means unchanged, null means the default. */
export type ReceiptSettingsChanges = { taxRate?: number | null | undefined } & {
  [Name in 'sellerName' | 'sellerAddress' | 'sellerTaxNumber' | 'note']?: string | null | undefined;
};

const normalizeText = (value: string) => value.replaceAll('\r\n', '\n').trim();

/** Changes the settings of future receipts. Throws `invalid_arguments` for texts that are too long and invalid rates. */
export async function updateReceiptSettings(site: Site, changes: ReceiptSettingsChanges): Promise<void> {
  const texts = Object.entries(changes).map(([name, value]) => [name, typeof value === 'string' ? normalizeText(value) : value]);
  await site.settings.setAll(createChanges(changeable, Object.fromEntries(texts)));
}

/** Returns the latest receipts and credit notes of the site, newest first. */
export const listLatestReceipts = (site: Site, limit: number): Promise<ReceiptRecord[]> =>
  site.db.prisma.receipt.findMany({ orderBy: { id: 'desc' }, take: limit, include: { corrects: true } });
