/** Kinds of receipts, each with its own number sequence. */
export const receiptKinds = ['receipt', 'credit_note'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** In hundredths of a percent. */
const ONE_HUNDRED_PERCENT = 10_000n;

/** Returns the tax included in an amount, in the same minor units, rounded half up. The rate is in hundredths of a percent. */
export function computeIncludedTax(totalMinor: bigint, rate: number): bigint {
  const parts = ONE_HUNDRED_PERCENT + BigInt(rate);
  return (2n * totalMinor * BigInt(rate) + parts) / (2n * parts);
}

/** Returns the tax of a credit note. All credit notes of a receipt add up to the tax of the total credited amount. */
export function computeCreditedTax(creditedBefore: bigint, amountMinor: bigint, rate: number): bigint {
  return computeIncludedTax(creditedBefore + amountMinor, rate) - computeIncludedTax(creditedBefore, rate);
}

/** Formats the number of a receipt (`R-00042`) or a credit note (`C-00007`). */
export const formatReceiptNumber = ({ kind, number }: { kind: string; number: number }): string =>
  `${kind === 'receipt' ? 'R' : 'C'}-${String(number).padStart(5, '0')}`;
