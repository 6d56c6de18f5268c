import '@fastify/cookie';
import { trusted, type Html } from '#app/core/text/html.ts';
import type { FastifyRequest } from 'fastify';
import type { Say } from '#app/core/language/say.ts';
import { languageOfSite, textsForReader } from '#app/core/language/site-language.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
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

/** The texts for the reader of a page. */
export function sayTo(site: Pick<Site, 'settings'>, request: FastifyRequest): Say {
  return textsForReader(site, request.headers['accept-language']);
}

/** The reader for whom the texts of a page are rendered. */
export const readerOf = (site: Pick<Site, 'settings'>, request: FastifyRequest): PageReader => ({
  cookies: request.cookies,
  say: sayTo(site, request),
});

/** What a page depends on, beside its address: also the reader's language where the site's has no texts here. */
export function varyOf(site: Pick<Site, 'settings'>): string {
  return languageOfSite(site) === null ? 'Cookie, Accept-Language' : 'Cookie';
}

/** The language of a page as browsers name it: the site's; or for a page that holds nothing but texts of the service, the one these are in. */
export function languageOfPage(site: Pick<Site, 'settings'>, say: Say | undefined): string {
  return say && languageOfSite(site) === null ? say.language : languageOf(site);
}

/** Attributes of `<html>`: the language, and the direction it is written in where that is not the usual one. */
export function languageAttributes(language: string): Html {
  const direction = rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? ' dir="rtl"' : '';
  return trusted(` lang="${language}"${direction}`);
}
