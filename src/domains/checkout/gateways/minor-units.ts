/** Where providers count otherwise than `Intl`: both currencies have lost their fractions, and are still counted in hundredths. */
const stillHundredths = new Set(['ISK', 'UGX']);

function digitsOf(currency: string): number {
  if (stillHundredths.has(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount of hundredths in the smallest unit of its currency, as providers count: 1200 are 12 yen, and 12000 fils of a dinar. */
export function smallestUnits(minor: bigint, currency: string): number {
  return Math.round((Number(minor) * 10 ** digitsOf(currency)) / 100);
}

/** The way back. */
export function hundredthsOf(units: number, currency: string): bigint {
  return BigInt(Math.round((units * 100) / 10 ** digitsOf(currency)));
}
