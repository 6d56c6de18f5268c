import type { Settings } from '../settings/settings.service.ts';
import { siteLanguage } from '../settings/site.settings.ts';
import { type Language, preferredLanguage, supportedLanguage, type Say, textsFor } from './say.ts';

/** Returns the language of the site if it is supported; otherwise null, and readers get their own language. */
export function languageOfSite(site: { settings: Settings }): Language | null {
  return supportedLanguage(site.settings.get(siteLanguage));
}

/** Returns the texts for a reader with this `Accept-Language`: in the site's language if supported, else in the reader's. */
export function textsForReader(site: { settings: Settings }, acceptLanguage: string | undefined): Say {
  return textsFor(languageOfSite(site) ?? preferredLanguage(acceptLanguage ?? ''));
}

/** Returns the texts for cached API responses and for mails, which do not depend on the reader: in the site's language, else in English. */
export function textsForEverybody(site: { settings: Settings }): Say {
  return textsFor(languageOfSite(site) ?? 'en');
}
