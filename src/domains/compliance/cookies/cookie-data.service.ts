import type { Site } from '#app/site.ts';
import { consentPerService, safeMode } from '../compliance.settings.ts';
import { categoriesOf } from './categories.rules.ts';
import { shownCookies } from './inventory.reader.ts';

/** Names of cookies by category and service. */
export type CookieData = Record<string, Record<string, string[]>>;

/** Converts a service name to a key for front ends: without punctuation, spaces as hyphens. */
function keyOf(name: string | undefined): string {
  const key = (name ?? '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '');
  return key === '' ? 'general' : key;
}

/** Returns the cookies that need consent, by category and service. Empty if visitors cannot choose services (cache-compliance-maps-2fa-theme.md 2.7). */
export async function cookieData(site: Site): Promise<CookieData> {
  if (!site.settings.get(consentPerService) || site.settings.get(safeMode)) return {};
  const data: CookieData = {};
  for (const { name, purpose, service } of await shownCookies(site, 'en')) {
    for (const category of categoriesOf(purpose)) {
      if (category === 'functional') continue;
      const services = (data[category] ??= {});
      (services[keyOf(service?.name)] ??= []).push(name.replaceAll('*', ''));
    }
  }
  return data;
}
