/**
 * Currency codes by their number of decimal places, for currencies that do not have two: ISO 4217, table A.1, as published by the maintenance agency
 * (https://www.six-group.com/en/products-services/financial-information/data-standards.html). `Intl` is not used, because it follows CLDR, which
 * describes how amounts are usually written (without decimals for HUF, IDR, PKR and others) and changes with the version of Node.js. The SQL function
 * `currency_digits` contains the same table.
 */
const exceptions: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCode = new Map(
  Object.entries(exceptions).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);

/** Returns the number of decimal places of a currency: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. */
export const getMinorDigits = (currency: string): number => digitsByCode.get(currency) ?? 2;

/** Converts an amount to minor units of its currency. Returns null if it has too many decimals, such as 10.5 yen. */
export function toMinorUnits(value: number, currency: string): bigint | null {
  const text = value.toFixed(getMinorDigits(currency));
  return Number(text) === value ? BigInt(text.replace('.', '')) : null;
}

/** Converts minor units to units of the currency, for sums and charts. Not exact above 2^53 minor units. */
export const toMajorUnits = (minor: bigint | number, currency: string): number => Number(minor) / 10 ** getMinorDigits(currency);
