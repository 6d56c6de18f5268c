/**
 * Digits of the minor unit of currencies that do not have two: ISO 4217, table A.1, as the maintenance agency publishes it
 * (https://www.six-group.com/en/products-services/financial-information/data-standards.html). They stand here because `Intl` follows CLDR, which
 * says how amounts are written, differs (no digits for HUF, IDR, PKR …) and changes with Node. `currency_digits` of the database is the same table.
 */
const exceptions: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCode = new Map(
  Object.entries(exceptions).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);

/** Digits after the point of amounts of a currency: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. */
export const minorDigits = (currency: string): number => digitsByCode.get(currency) ?? 2;

/** An amount in minor units of its currency; null where it has non-zero digits beyond these: `10.5` is no amount of yen. */
export function exactMinor(value: number, currency: string): bigint | null {
  const text = value.toFixed(minorDigits(currency));
  return Number(text) === value ? BigInt(text.replace('.', '')) : null;
}

/** Minor units of a currency as a number of its units, for sums and pictures; not exact beyond 2^53. */
export const unitsOf = (minor: bigint | number, currency: string): number => Number(minor) / 10 ** minorDigits(currency);
