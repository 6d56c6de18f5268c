import { Failure } from '#app/core/failures/failure.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { extensions } from '../analytics.settings.ts';

/** Nonce action of the extension pages (docs/behaviour/analytics.md 4.5). */
export const UPDATES_ACTION = 'updates';
export const CONSENT_API = 'wp-consent-api';
export const DEVELOPER_SETTINGS = 'analytics-dev-settings';

/** State of an extension, and the URLs of the viewer's actions. A URL is null if the action is not allowed or not possible. */
export interface ExtensionState {
  isInstalled: boolean;
  isActive: boolean;
  installUrl: string | null;
  activateUrl: string | null;
  configureUrl: string | null;
}

const ABSENT = { name: '', installed: false, active: false };
const getState = (site: Site, slug: string) => site.settings.get(extensions)[slug] ?? ABSENT;

/** Returns the URL of an extension page, with a nonce for the viewer. */
function buildActionUrl(site: Site, viewer: Viewer, slug: string, action: 'install' | 'activate'): string {
  const url = new URL(`${site.config.siteUrl}/extensions/${action}`);
  url.searchParams.set('extension', slug);
  url.searchParams.set('_wpnonce', createNonce(site, viewer, UPDATES_ACTION));
  return url.href;
}

/** Returns the state of an extension and the actions that the viewer may take. */
export function getExtensionState(site: Site, viewer: Viewer, slug: string): ExtensionState {
  const { installed, active } = getState(site, slug);
  return {
    isInstalled: installed || active,
    isActive: active,
    installUrl: viewer.can('install_plugins') ? buildActionUrl(site, viewer, slug, 'install') : null,
    activateUrl: viewer.can('activate_plugins') ? buildActionUrl(site, viewer, slug, 'activate') : null,
    configureUrl: active ? `${site.config.siteUrl}/extensions/configure?extension=${slug}` : null,
  };
}

const changeState = (site: Site, slug: string, changes: { installed?: boolean; active?: boolean }) =>
  site.settings.change(extensions, (stored) => ({ ...stored, [slug]: { ...(stored[slug] ?? ABSENT), ...changes } }));

/** Marks an extension as installed. Nothing is downloaded, because its features are part of this service. */
export async function installExtension(site: Site, slug: string): Promise<void> {
  await changeState(site, slug, { installed: true });
}

/** Activates an extension. Throws `extension_not_installed`. */
export async function activateExtension(site: Site, slug: string): Promise<void> {
  if (!getState(site, slug).installed) throw new Failure('extension_not_installed', 409, 'Install the extension first.');
  await changeState(site, slug, { active: true });
}

/** Activates the consent API. Throws `invalid_module_slug` if it is not installed. */
export async function activateConsentApi(site: Site): Promise<void> {
  if (!getState(site, CONSENT_API).installed)
    throw new Failure('invalid_module_slug', 500, 'The consent API is not installed. Install it first.');
  await changeState(site, CONSENT_API, { active: true });
}

/** Slugs of extensions that change the sign-in page. */
const CONFLICTING_SLUGS: ReadonlySet<string> = new Set([
  'wps-hide-login',
  'miniorange-login-openid',
  'nextend-facebook-connect',
  'wordfence-login-security',
]);

/** Returns active extensions that may break signing in, by slug. */
export function listConflictingExtensions(site: Site): Record<string, { pluginName: string; conflictMessage: string }> {
  return Object.fromEntries(
    Object.entries(site.settings.get(extensions))
      .filter(([slug, { active }]) => active && CONFLICTING_SLUGS.has(slug))
      .map(([slug, { name }]) => [slug, { pluginName: name, conflictMessage: 'This extension changes the sign-in page.' }]),
  );
}
