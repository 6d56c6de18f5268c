import { once } from '#app/core/async/once.ts';
import { getCurrencySymbol } from '#app/domains/tickets/money.rules.ts';

/** A choice in a wizard. */
export interface Choice {
  /** Key as wizards send it: `usd`, `NO`. */
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

/** Currencies by name, from the platform's `Intl` data. */
export const listCurrencies = once((): readonly CurrencyChoice[] => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .map((code) => ({ key: code.toLowerCase(), code, name: names.of(code) ?? code, symbol: getCurrencySymbol(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** Region codes that are not countries. */
const nonCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

/** Countries and territories by name, from the platform's `Intl` data. Keys are ISO 3166 codes. */
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

/** Names of time zones. */
export const listTimezones = once((): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]);

/** Returns the currency with a key or code; null if unknown. */
export function findCurrency(keyOrCode: string): CurrencyChoice | null {
  const key = keyOrCode.trim().toLowerCase();
  return listCurrencies().find((choice) => choice.key === key) ?? null;
}

/** Returns the name of a country code; other texts unchanged. */
export function getCountryName(codeOrName: string): string {
  const key = codeOrName.trim().toUpperCase();
  return listCountries().find((choice) => choice.key === key)?.name ?? codeOrName;
}
