import { trusted, type Html } from '#app/core/html.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** The language of the site as pages name it: `en-US` for the locale `en_US`. */
export function languageOf(site: Pick<Site, 'settings'>): string {
  const [language = 'en', ...rest] = site.settings.get(siteLanguage).split('_');
  try {
    return Intl.getCanonicalLocales([language, ...rest].join('-'))[0] ?? language;
  } catch {
    // a variety that only locales have a name for
    return [language, ...rest.slice(0, 1)].join('-');
  }
}

/** Attributes of `<html>`: the language of the site, and the direction it is written in where that is not the usual one. */
export function languageAttributes(site: Pick<Site, 'settings'>): Html {
  const language = languageOf(site);
  const direction = rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? ' dir="rtl"' : '';
  return trusted(` lang="${language}"${direction}`);
}
