import type { Site } from '#app/site.ts';
import { consentPerService, safeMode } from '../compliance.settings.ts';
import { listCategories } from './categories.rules.ts';
import { listShownCookies } from './inventory.reader.ts';

/** Names of cookies by category and service. */
export type CookieData = Record<string, Record<string, string[]>>;

/** Converts a service name to a key for front ends: without punctuation, with hyphens instead of spaces. */
function toServiceKey(name: string | undefined): string {
  const key = (name ?? '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '');
  return key === '' ? 'general' : key;
}

/**
 * Returns the cookies that need consent, by category and service. Returns an empty object if visitors cannot choose individual services or if the
 * safe mode is on (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.7).
 */
export async function readCookieData(site: Site): Promise<CookieData> {
  if (!site.settings.get(consentPerService) || site.settings.get(safeMode)) return {};
  const data: CookieData = {};
  for (const { name, purpose, service } of await listShownCookies(site, 'en')) {
    for (const category of listCategories(purpose)) {
      if (category === 'functional') continue;
      const services = (data[category] ??= {});
      (services[toServiceKey(service?.name)] ??= []).push(name.replaceAll('*', ''));
    }
  }
  return data;
}
