import type { Site } from '#app/site.ts';
import { exactMinor, minorDigits } from '#app/core/money/currency.ts';
import { currencyCode, currencyPosition, decimalSeparator, thousandsSeparator } from './tickets.settings.ts';

/** A price as it is stored: the number as it was written, and its minor units in the currency of the site. */
export interface Price {
  text: string;
  minor: bigint;
}

export const free: Price = Object.freeze({ text: '0', minor: 0n });

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Prices beyond a trillion are mistakes. */
const MAX_PRICE = 1e12;

/** Whether a text is a number that is a price in some currency. */
export const isPrice = (written: string): boolean => NUMERIC.test(written) && Number(written) >= 0 && Number(written) <= MAX_PRICE;

/**
 * Reads a written price of a currency: blank is free, `000` is 0, `12.50` is 12.5. Null for what is not a number (`0,0`), negative, beyond a
 * trillion, or finer than the currency: `10.50` yen.
 */
export function readPrice(written: string, currency: string): Price | null {
  if (written.trim() === '') return free;
  if (!isPrice(written)) return null;
  const value = Number(written);
  const minor = exactMinor(value, currency);
  return minor === null ? null : { text: String(value), minor };
}

/** Digits in groups of three: `1.250`, `1 250 000`. */
const GROUPED = /^\d{1,3}([.,'\u2019\u00a0\u202f ])\d{3}(?:\1\d{3})*(?!\d)/;

/**
 * Rewrites a price as people type it to the form that programs use: `12,50` becomes `12.50`, `1.250,00` and `1,250.00` become `1250.00`. Null
 * for what can be read in two ways in the currency, such as `1.250` euros. What is no number stays as it is, for `readPrice` to refuse.
 */
export function typedPrice(typed: string, currency: string): string | null {
  const text = typed.trim();
  const [whole = '', separator = ''] = GROUPED.exec(text) ?? [];
  const rest = text.slice(whole.length);
  const digits = whole.replace(/\D/g, '');
  const [, point = '', decimals = ''] = /^([.,])(\d+)$/.exec(rest) ?? [];
  if (whole === '' || (rest !== '' && (decimals === '' || point === separator))) return text.replace(/^(\d*),(\d+)$/, '$1.$2');
  if (rest !== '') return `${digits}.${decimals}`;
  const mayBeDecimals = (separator === '.' || separator === ',') && whole.split(separator).length === 2;
  if (!mayBeDecimals) return digits;
  return minorDigits(currency) < 3 ? null : whole.replace(',', '.');
}

/** Making a number format costs more than showing a ticket: every code is asked for once. */
const symbols = new Map<string, string>();

/** The symbol of a currency, its code where it has none. */
export function symbolOf(code: string): string {
  let symbol = symbols.get(code);
  if (symbol === undefined) {
    symbol = narrowSymbolOf(code);
    if (symbols.size >= 500) symbols.clear();
    symbols.set(code, symbol);
  }
  return symbol;
}

function narrowSymbolOf(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? code;
  } catch {
    return code;
  }
}

/** How the site writes prices. */
export interface MoneyStyle {
  code: string;
  symbol: string;
  position: 'prefix' | 'postfix';
  decimal: string;
  thousands: string;
}

/** How this site writes prices at the moment. */
export function moneyStyle(site: Site): MoneyStyle {
  const code = site.settings.get(currencyCode);
  return {
    code,
    symbol: symbolOf(code),
    position: site.settings.get(currencyPosition),
    decimal: site.settings.get(decimalSeparator),
    thousands: site.settings.get(thousandsSeparator),
  };
}

/** The exact amount of minor units with a point and the digits of its currency, as programs read it: `1234.50` USD, `1234` JPY, `1.234` KWD. */
export function decimalText(minor: bigint | number, currency: string): string {
  const count = minorDigits(currency);
  const digits = String(minor)
    .replace('-', '')
    .padStart(count + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return count === 0 ? sign + digits : `${sign}${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

/** Digits that published fields show at least, in every currency. */
export const PUBLISHED_DIGITS = 2;

/** Minor units as text without a symbol: `1,234.50` USD, `1,234` JPY. `leastDigits` fills up with zeros. */
export function formatAmount(
  minor: bigint | number,
  { code, decimal, thousands }: Pick<MoneyStyle, 'code' | 'decimal' | 'thousands'>,
  leastDigits = 0,
): string {
  const [whole = '', fraction = ''] = decimalText(minor, code).split('.');
  const shown = fraction.padEnd(leastDigits, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, () => thousands) + (shown === '' ? '' : decimal + shown);
}

/** The same with the currency's symbol: `$5.00`. */
export function formatPrice(minor: bigint | number, style: MoneyStyle, leastDigits = 0): string {
  const amount = formatAmount(minor, style, leastDigits);
  return style.position === 'prefix' ? style.symbol + amount : amount + style.symbol;
}

/** Minor units of any currency the way the site writes prices. */
export function moneyText(site: Site, minor: bigint | number, currency: string): string {
  const style = moneyStyle(site);
  return formatPrice(minor, currency === style.code ? style : { ...style, code: currency, symbol: symbolOf(currency) });
}

/** The symbol as HTML entities: `&#x24;`. */
export function symbolEntity(symbol: string): string {
  return Array.from(symbol, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join('');
}
