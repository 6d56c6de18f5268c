import type { Settings } from '../settings/settings.service.ts';
import { siteLanguage } from '../settings/site.settings.ts';
import { type Language, choosePreferredLanguage, findLanguage, type Translate, getTexts } from './translate.ts';

/** Returns the language of the site, or null if it is not supported. Readers then get their own language. */
export function getSiteLanguage(site: { settings: Settings }): Language | null {
  return findLanguage(site.settings.get(siteLanguage));
}

/** Returns the texts for a reader with this `Accept-Language` header: in the language of the site if it is supported, otherwise in the reader's. */
export function getTextsForReader(site: { settings: Settings }, acceptLanguage: string | undefined): Translate {
  return getTexts(getSiteLanguage(site) ?? choosePreferredLanguage(acceptLanguage ?? ''));
}

/**
 * Returns the texts for cached API responses and mails, which do not depend on the reader: in the language of the site if it is supported, otherwise
 * in English.
 */
export function getDefaultTexts(site: { settings: Settings }): Translate {
  return getTexts(getSiteLanguage(site) ?? 'en');
}
