import type { Config } from '#app/config/config.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';

type SiteConfig = Pick<Config, 'siteUrl' | 'production'>;

/** True if the host is this machine or a development name. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || /\.(localhost|local|test)$/.test(host);
}

/** True if the site has a local host name or does not run in production. Such a site accepts credentials over plain HTTP. */
export function isLocalSite({ config }: { config: SiteConfig }): boolean {
  return !config.production || isLocalHost(new URL(config.siteUrl).hostname);
}

/** True if application passwords are allowed: with HTTPS or on a local site (docs/behaviour/core-rest.md 6.3). */
export function areApplicationPasswordsAllowed(site: { config: SiteConfig }): boolean {
  return site.config.siteUrl.startsWith('https:') || isLocalSite(site);
}

/** Throws 501 `application_passwords_disabled` if application passwords are not allowed. */
export function requireApplicationPasswords(site: Site): void {
  if (!areApplicationPasswordsAllowed(site)) {
    throw new Failure('application_passwords_disabled', 501, 'Application passwords need HTTPS and are not available on this site.');
  }
}
