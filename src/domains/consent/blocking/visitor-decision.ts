import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { getConsentCookieName, parseConsentCookie } from '../documenting/cookie.rules.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { calculateRevisions } from '../revision/calculated-revisions.ts';
import { readPublishedHash } from '../revision/revision.service.ts';

/** The cookies of one request. */
export type RequestCookies = Readonly<Record<string, string | undefined>>;

const configurations = new WeakMap<RequestCookies, Promise<Configuration>>();

/** Returns the configuration for one request. Reads it once for all parts of the page. The cookies object identifies the request. */
export async function getPageConfiguration(site: Site, cookies: RequestCookies): Promise<Configuration> {
  let configuration = configurations.get(cookies);
  if (!configuration) {
    configuration = readConfiguration(site);
    configurations.set(cookies, configuration);
  }
  return await configuration;
}

/** Returns the visitor's decision. Null if the visitor has not decided, or decided about a revision that is no longer published. */
export async function findVisitorDecision(site: Site, configuration: Configuration, cookies: RequestCookies): Promise<Decision | null> {
  const { cookieVersion } = configuration.options;
  const name = getConsentCookieName({ siteUrl: site.config.siteUrl, cookieVersion, context: '' });
  const remembered = parseConsentCookie(cookies[name]);
  if (!remembered) return null;
  return remembered.hash === (await readPublishedHash(site, '', calculateRevisions(site, configuration))) ? remembered.decision : null;
}

/** Returns the IDs of all accepted services. */
export const listAcceptedServiceIds = (decision: Decision | null): ReadonlySet<number> => new Set(Object.values(decision ?? {}).flat());
