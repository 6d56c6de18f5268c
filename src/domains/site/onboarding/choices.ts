import { once } from '#app/core/async/once.ts';
import { getCurrencySymbol } from '#app/domains/tickets/money.rules.ts';

/** A choice in a wizard. */
export interface Choice {
  /** Key that wizards send, such as `usd` or `NO`. */
  key: string;
  name: string;
}

/** A currency in a wizard. */
export interface CurrencyChoice extends Choice {
  /** ISO 4217. */
  code: string;
  /** Symbol, or the code if there is no symbol. */
  symbol: string;
}

/** Returns all currencies from the `Intl` data of Node.js, sorted by name. */
export const listCurrencies = once((): readonly CurrencyChoice[] => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .map((code) => ({ key: code.toLowerCase(), code, name: names.of(code) ?? code, symbol: getCurrencySymbol(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** Region codes that are not countries. */
const nonCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

/** Returns all countries and territories from the `Intl` data of Node.js, sorted by name. Keys are ISO 3166 codes. */
export const listCountries = once((): readonly Choice[] => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !nonCountries.has(code) && new Intl.Locale(`und-${code}`).maximize().region === code)
    .flatMap((key) => {
      const name = names.of(key);
      return name === undefined ? [] : [{ key, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** Returns the IANA names of all time zones, `UTC` first. */
export const listTimezones = once((): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]);

/** Returns the currency with a key or code, ignoring case, or null. */
export function findCurrency(keyOrCode: string): CurrencyChoice | null {
  const key = keyOrCode.trim().toLowerCase();
  return listCurrencies().find((choice) => choice.key === key) ?? null;
}

/** Returns the English name of a country by its code. Returns any other string unchanged. */
export function getCountryName(codeOrName: string): string {
  const key = codeOrName.trim().toUpperCase();
  return listCountries().find((choice) => choice.key === key)?.name ?? codeOrName;
}
