import '@fastify/cookie';
import { trustHtml, type Html } from '#app/core/text/html.ts';
import type { FastifyRequest } from 'fastify';
import type { Translate } from '#app/core/language/translate.ts';
import { getSiteLanguage, getTextsForReader } from '#app/core/language/site-language.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { Site } from '#app/site.ts';

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** Returns the language of the site for HTML: `en-US` for the locale `en_US`. */
export function getLanguageTag(site: Pick<Site, 'settings'>): string {
  const [language = 'en', ...subtags] = site.settings.get(siteLanguage).split('_');
  try {
    return Intl.getCanonicalLocales([language, ...subtags].join('-'))[0] ?? language;
  } catch {
    // locale variants are not valid language tags
    return [language, ...subtags.slice(0, 1)].join('-');
  }
}

/** Returns the texts of the service in the language of the reader. */
export function getTextsForRequest(site: Pick<Site, 'settings'>, request: FastifyRequest): Translate {
  return getTextsForReader(site, request.headers['accept-language']);
}

/** Returns the reader of a page, for rendering. */
export const getReader = (site: Pick<Site, 'settings'>, request: FastifyRequest): PageReader => ({
  cookies: request.cookies,
  translate: getTextsForRequest(site, request),
});

/** Returns the `Vary` header of pages. Pages depend on the reader's language if the service has no texts in the site's language. */
export function getVaryHeader(site: Pick<Site, 'settings'>): string {
  return getSiteLanguage(site) === null ? 'Cookie, Accept-Language' : 'Cookie';
}

/** Returns the language tag of a page: the site's language, or the language of `translate` if the service has no texts in the site's language. */
export function getPageLanguage(site: Pick<Site, 'settings'>, translate: Translate | undefined): string {
  return translate && getSiteLanguage(site) === null ? translate.language : getLanguageTag(site);
}

/** Returns the attributes of `<html>`: the language, and the direction if it is right to left. */
export function renderLanguageAttributes(language: string): Html {
  const direction = rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? ' dir="rtl"' : '';
  return trustHtml(` lang="${language}"${direction}`);
}
