import type { Site } from '#app/site.ts';
import { toMinorUnits, getMinorDigits } from '#app/core/money/currency.ts';
import { currencyCode, currencyPosition, decimalSeparator, thousandsSeparator } from './tickets.settings.ts';

/** A price in stored form: the amount as a decimal string, and its minor units in the site's currency. */
export interface Price {
  text: string;
  minor: bigint;
}

export const free: Price = Object.freeze({ text: '0', minor: 0n });

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Higher prices are considered mistakes. */
const MAX_PRICE = 1e12;

/** True if a string is a decimal number. */
export const isNumeric = (text: string): boolean => NUMERIC.test(text);

/** True if a string is a number in the range of prices, regardless of the currency. */
export const isPrice = (text: string): boolean => isNumeric(text) && Number(text) >= 0 && Number(text) <= MAX_PRICE;

/**
 * Parses a price in a currency: blank is free, `000` is 0, `12.50` is 12.5. Returns null if it is not a number (`0,0`), negative, above a trillion,
 * or has too many decimals for the currency: `10.50` yen.
 */
export function parseDecimalPrice(text: string, currency: string): Price | null {
  if (text.trim() === '') return free;
  if (!isPrice(text)) return null;
  const value = Number(text);
  const minor = toMinorUnits(value, currency);
  return minor === null ? null : { text: String(value), minor };
}

/** Digits in groups of three: `1.250`, `1 250 000`. */
const GROUPED = /^\d{1,3}([.,'\u2019\u00a0\u202f ])\d{3}(?:\1\d{3})*(?!\d)/;

/**
 * Converts a price that a person typed to a plain decimal number: `12,50` becomes `12.50`; `1.250,00` and `1,250.00` become `1250.00`. Returns null
 * if it is ambiguous in the currency, such as `1.250` euros. Returns other strings unchanged; `parseDecimalPrice` rejects them.
 */
export function parseTypedPrice(typed: string, currency: string): string | null {
  const text = typed.trim();
  const [whole = '', separator = ''] = GROUPED.exec(text) ?? [];
  const remaining = text.slice(whole.length);
  const digits = whole.replace(/\D/g, '');
  const [, point = '', decimals = ''] = /^([.,])(\d+)$/.exec(remaining) ?? [];
  if (whole === '' || (remaining !== '' && (decimals === '' || point === separator))) return text.replace(/^(\d*),(\d+)$/, '$1.$2');
  if (remaining !== '') return `${digits}.${decimals}`;
  const mayBeDecimals = (separator === '.' || separator === ',') && whole.split(separator).length === 2;
  if (!mayBeDecimals) return digits;
  return getMinorDigits(currency) < 3 ? null : whole.replace(',', '.');
}

/** Symbols by currency code. Cached, because creating a number format takes longer than rendering a ticket. */
const symbols = new Map<string, string>();

/** Returns the symbol of a currency, or its code if it has none. */
export function getCurrencySymbol(code: string): string {
  let symbol = symbols.get(code);
  if (symbol === undefined) {
    symbol = findNarrowSymbol(code);
    if (symbols.size >= 500) symbols.clear();
    symbols.set(code, symbol);
  }
  return symbol;
}

function findNarrowSymbol(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? code;
  } catch {
    return code;
  }
}

/** Format of prices on a site. */
export interface MoneyStyle {
  code: string;
  symbol: string;
  position: 'prefix' | 'postfix';
  decimal: string;
  thousands: string;
}

/** Returns the current price format of this site. */
export function getMoneyStyle(site: Site): MoneyStyle {
  const code = site.settings.get(currencyCode);
  return {
    code,
    symbol: getCurrencySymbol(code),
    position: site.settings.get(currencyPosition),
    decimal: site.settings.get(decimalSeparator),
    thousands: site.settings.get(thousandsSeparator),
  };
}

/** Formats minor units as a plain decimal number, for programs: `1234.50` USD, `1234` JPY, `1.234` KWD. */
export function formatDecimal(minor: bigint | number, currency: string): string {
  const count = getMinorDigits(currency);
  const digits = String(minor)
    .replace('-', '')
    .padStart(count + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return count === 0 ? sign + digits : `${sign}${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

/** Minimum number of decimals in published fields, in every currency. */
export const PUBLISHED_DIGITS = 2;

/** Returns the number of decimals in published fields. */
export const getPublishedDigits = (currency: string): number => Math.max(getMinorDigits(currency), PUBLISHED_DIGITS);

/** Formats minor units without a symbol: `1,234.50` USD, `1,234` JPY. `minDigits` is the minimum number of decimals. */
export function formatAmount(
  minor: bigint | number,
  { code, decimal, thousands }: Pick<MoneyStyle, 'code' | 'decimal' | 'thousands'>,
  minDigits = 0,
): string {
  const [whole = '', fraction = ''] = formatDecimal(minor, code).split('.');
  const decimals = fraction.padEnd(minDigits, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, () => thousands) + (decimals === '' ? '' : decimal + decimals);
}

/** Formats minor units with the currency's symbol: `$5.00`. */
export function formatPrice(minor: bigint | number, style: MoneyStyle, minDigits = 0): string {
  const amount = formatAmount(minor, style, minDigits);
  return style.position === 'prefix' ? style.symbol + amount : amount + style.symbol;
}

/** Formats minor units of any currency in the price format of the site. */
export function formatMoney(site: Site, minor: bigint | number, currency: string): string {
  const style = getMoneyStyle(site);
  return formatPrice(minor, currency === style.code ? style : { ...style, code: currency, symbol: getCurrencySymbol(currency) });
}

/** Returns the symbol as HTML entities: `&#x24;`. */
export function encodeSymbol(symbol: string): string {
  return Array.from(symbol, (character) => `&#x${character.codePointAt(0)?.toString(16)};`).join('');
}
