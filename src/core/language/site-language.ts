import type { Settings } from '../settings/settings.service.ts';
import { siteLanguage } from '../settings/site.settings.ts';
import { type Language, languageAccepted, languageKnown, type Say, textsFor } from './say.ts';

/** The language of the site where there are texts in it; else null, and readers are spoken to in theirs. */
export function languageOfSite(site: { settings: Settings }): Language | null {
  return languageKnown(site.settings.get(siteLanguage));
}

/** The texts for who sent a request with this `Accept-Language`: in the site's language, or where none exist in that, in the reader's. */
export function textsForReader(site: { settings: Settings }, acceptLanguage: string | undefined): Say {
  return textsFor(languageOfSite(site) ?? languageAccepted(acceptLanguage ?? ''));
}

/** The texts of what everybody gets alike, such as responses of interfaces, which caches keep, and of mails: in the site's language, else in English. */
export function textsForEverybody(site: { settings: Settings }): Say {
  return textsFor(languageOfSite(site) ?? 'en');
}
