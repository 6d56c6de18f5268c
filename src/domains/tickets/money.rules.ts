import type { Site } from '#app/site.ts';
import { currencyCode, currencyPosition, decimalSeparator, thousandsSeparator } from './tickets.settings.ts';

/** A price as it is kept: the number as it was written, and its hundredths. */
export interface Price {
  text: string;
  minor: bigint;
}

export const free: Price = Object.freeze({ text: '0', minor: 0n });

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Prices beyond a trillion are mistakes. */
const MOST = 1e12;

/** Reads a written price: blank is free, `000` is 0, `12.50` is 12.5. Null for what is no number (`0,0`), negative, or beyond a trillion. */
export function readPrice(written: string): Price | null {
  if (written.trim() === '') return free;
  if (!NUMERIC.test(written)) return null;
  const value = Number(written);
  if (!(value >= 0 && value <= MOST)) return null;
  return { text: String(value), minor: hundredths(value) };
}

/** Hundredths of an amount. Half a hundredth counts as a whole one, as written: 1.005 is 101. */
export function hundredths(value: number): bigint {
  return BigInt(Math.round(Number(`${value.toFixed(6)}e2`)));
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

/** Hundredths as text with two decimals and no symbol: `1,234.50`. */
export function formatAmount(minor: bigint | number, { decimal, thousands }: Pick<MoneyStyle, 'decimal' | 'thousands'>): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, () => thousands)}${decimal}${digits.slice(-2)}`;
}

/** The same with the currency's symbol: `$5.00`. */
export function formatPrice(minor: bigint | number, style: MoneyStyle): string {
  const amount = formatAmount(minor, style);
  return style.position === 'prefix' ? style.symbol + amount : amount + style.symbol;
}

/** The exact amount of hundredths with a point, as programs read it: `1234.50`. */
export function decimalText(minor: bigint | number): string {
  const digits = String(minor).replace('-', '').padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Hundredths of any currency the way the site writes prices. */
export function moneyText(site: Site, minor: bigint | number, currency: string): string {
  const style = moneyStyle(site);
  return formatPrice(minor, currency === style.code ? style : { ...style, symbol: symbolOf(currency) });
}

/** The symbol as HTML entities: `&#x24;`. */
export function symbolEntity(symbol: string): string {
  return Array.from(symbol, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join('');
}
