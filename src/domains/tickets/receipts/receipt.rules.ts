/** Kinds of receipts, each numbered on its own. */
export const receiptKinds = ['receipt', 'credit_note'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const WHOLE = 10_000n;

/** What of an amount with tax is tax, in the same minor units, rounded half up. The rate is in hundredths of a percent. */
export function includedTax(totalMinor: bigint, rate: number): bigint {
  const parts = WHOLE + BigInt(rate);
  return (2n * totalMinor * BigInt(rate) + parts) / (2n * parts);
}

/** Tax of a credit note: with those before it, it adds up to the tax of what went back altogether. */
export function creditedTax(creditedBefore: bigint, amountMinor: bigint, rate: number): bigint {
  return includedTax(creditedBefore + amountMinor, rate) - includedTax(creditedBefore, rate);
}

/** The number as people read it: `R-00042`, of a credit note `C-00007`. */
export const receiptNumber = ({ kind, number }: { kind: string; number: number }): string =>
  `${kind === 'receipt' ? 'R' : 'C'}-${String(number).padStart(5, '0')}`;
