import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { consentCookieName, parseConsentCookie } from '../documenting/cookie.rules.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { calculatedRevisions } from '../revision/calculated.ts';
import { publishedHash } from '../revision/revision.service.ts';

/** The cookies of one request. */
export type RequestCookies = Readonly<Record<string, string | undefined>>;

const configurations = new WeakMap<RequestCookies, Promise<Configuration>>();

/** Returns the configuration for one request. Reads it once for all parts of the page. The cookies object identifies the request. */
export async function configurationForPage(site: Site, cookies: RequestCookies): Promise<Configuration> {
  let configuration = configurations.get(cookies);
  if (!configuration) {
    configuration = readConfiguration(site);
    configurations.set(cookies, configuration);
  }
  return await configuration;
}

/** Returns the visitor's decision. Null if the visitor has not decided, or decided about a revision that is no longer published. */
export async function decisionFor(site: Site, configuration: Configuration, cookies: RequestCookies): Promise<Decision | null> {
  const { cookieVersion } = configuration.options;
  const name = consentCookieName({ siteUrl: site.config.siteUrl, cookieVersion, context: '' });
  const remembered = parseConsentCookie(cookies[name]);
  if (!remembered) return null;
  return remembered.hash === (await publishedHash(site, '', calculatedRevisions(site, configuration))) ? remembered.decision : null;
}

/** Returns the IDs of all accepted services. */
export const acceptedServices = (decision: Decision | null): ReadonlySet<number> => new Set(Object.values(decision ?? {}).flat());
