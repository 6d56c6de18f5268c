import type { Settings } from '../settings/settings.service.ts';
import { siteLanguage } from '../settings/site.settings.ts';
import { type Language, choosePreferredLanguage, findLanguage, type Say, getTexts } from './say.ts';

/** Returns the language of the site if it is supported; otherwise null, and readers get their own language. */
export function getSiteLanguage(site: { settings: Settings }): Language | null {
  return findLanguage(site.settings.get(siteLanguage));
}

/** Returns the texts for a reader with this `Accept-Language`: in the site's language if supported, else in the reader's. */
export function getTextsForReader(site: { settings: Settings }, acceptLanguage: string | undefined): Say {
  return getTexts(getSiteLanguage(site) ?? choosePreferredLanguage(acceptLanguage ?? ''));
}

/** Returns the texts for cached API responses and for mails, which do not depend on the reader: in the site's language, else in English. */
export function getTextsForEveryone(site: { settings: Settings }): Say {
  return getTexts(getSiteLanguage(site) ?? 'en');
}
