import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { consentCookieName, readConsentCookie } from '../documenting/cookie.rules.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { calculatedRevisions } from '../revision/calculated.ts';
import { publishedHash } from '../revision/revision.service.ts';

/** The cookies of one request. */
export type RequestCookies = Readonly<Record<string, string | undefined>>;

const read = new WeakMap<RequestCookies, Promise<Configuration>>();

/** Returns the configuration for one page. Reads it once for all parts of the page. */
export async function configurationForPage(site: Site, cookies: RequestCookies): Promise<Configuration> {
  let reading = read.get(cookies);
  if (!reading) {
    reading = readConfiguration(site);
    read.set(cookies, reading);
  }
  return await reading;
}

/** Returns the visitor's decision for the published revision, or null. */
export async function decisionFor(site: Site, configuration: Configuration, cookies: RequestCookies): Promise<Decision | null> {
  const { cookieVersion } = configuration.options;
  const name = consentCookieName({ siteUrl: site.config.siteUrl, cookieVersion, context: '' });
  const remembered = readConsentCookie(cookies[name]);
  if (!remembered) return null;
  return remembered.hash === (await publishedHash(site, '', calculatedRevisions(site, configuration))) ? remembered.decision : null;
}

/** Returns the IDs of all accepted services. */
export const acceptedServices = (decision: Decision | null): ReadonlySet<number> => new Set(Object.values(decision ?? {}).flat());
