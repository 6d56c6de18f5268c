import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { getMinorDigits, toMajorUnits } from '#app/core/money/currency.ts';
import { formatPrice, getMoneyStyle } from './money.rules.ts';
import { currencyCode } from './tickets.settings.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats minor units as a price: in English in the price format of the site, otherwise in the format of the language. */
export function formatLocalizedPrice(
  site: Site,
  translate: Translate,
  minor: bigint | number,
  currency: string = site.settings.get(currencyCode),
): string {
  if (translate.language === 'en' && currency === site.settings.get(currencyCode)) return formatPrice(minor, getMoneyStyle(site));
  const key = `${translate.language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const digits = getMinorDigits(currency);
    format = new Intl.NumberFormat(translate.language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    if (formats.size >= 500) formats.clear();
    formats.set(key, format);
  }
  return format.format(toMajorUnits(minor, currency));
}
