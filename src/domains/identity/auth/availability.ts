import type { Config } from '#app/config/config.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';

type Place = Pick<Config, 'siteUrl' | 'production'>;

/** Whether a host name means this machine or a development name. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || /\.(localhost|local|test)$/.test(host);
}

/** Whether the site runs in a local environment, where plain HTTP may carry credentials: a local host name, or not in production. */
export function isLocalSite({ config }: { config: Place }): boolean {
  return !config.production || isLocalHost(new URL(config.siteUrl).hostname);
}

/** Whether application passwords may be used: on HTTPS, or in a local environment (core-rest.md 6.3). */
export function applicationPasswordsAvailable(site: { config: Place }): boolean {
  return site.config.siteUrl.startsWith('https:') || isLocalSite(site);
}

/** Throws 501 `application_passwords_disabled` where application passwords may not be used. */
export function requireApplicationPasswords(site: Site): void {
  if (!applicationPasswordsAvailable(site)) {
    throw new Failure('application_passwords_disabled', 501, 'Application passwords need HTTPS and are not available on this site.');
  }
}
