import { Failure } from '#app/core/failures/failure.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { extensions } from '../analytics.settings.ts';

/** Nonce action of the extension pages (analytics.md 4.5). */
export const UPDATES = 'updates';
export const CONSENT_API = 'wp-consent-api';
export const DEVELOPER_SETTINGS = 'analytics-dev-settings';

/** An extension with the viewer's actions. Addresses are null for actions that are not allowed or not needed. */
export interface ExtensionOffer {
  isInstalled: boolean;
  isActive: boolean;
  installUrl: string | null;
  activateUrl: string | null;
  configureUrl: string | null;
}

const absent = { name: '', installed: false, active: false };
const stateOf = (site: Site, slug: string) => site.settings.get(extensions)[slug] ?? absent;

/** Returns the address of an extension page, with a nonce for the viewer. */
function addressOf(site: Site, viewer: Viewer, slug: string, act: 'install' | 'activate'): string {
  const url = new URL(`${site.config.siteUrl}/extensions/${act}`);
  url.searchParams.set('extension', slug);
  url.searchParams.set('_wpnonce', createNonce(site, viewer, UPDATES));
  return url.href;
}

/** Returns the state of an extension and the actions that the viewer may take. */
export function offerOf(site: Site, viewer: Viewer, slug: string): ExtensionOffer {
  const { installed, active } = stateOf(site, slug);
  return {
    isInstalled: installed || active,
    isActive: active,
    installUrl: viewer.can('install_plugins') ? addressOf(site, viewer, slug, 'install') : null,
    activateUrl: viewer.can('activate_plugins') ? addressOf(site, viewer, slug, 'activate') : null,
    configureUrl: active ? `${site.config.siteUrl}/extensions/configure?extension=${slug}` : null,
  };
}

const change = (site: Site, slug: string, changes: { installed?: boolean; active?: boolean }) =>
  site.settings.change(extensions, (all) => ({ ...all, [slug]: { ...(all[slug] ?? absent), ...changes } }));

/** Marks an extension as installed. Its features are part of this service. */
export async function installExtension(site: Site, slug: string): Promise<void> {
  await change(site, slug, { installed: true });
}

/** Activates an extension. Throws 409 `extension_not_installed`. */
export async function activateExtension(site: Site, slug: string): Promise<void> {
  if (!stateOf(site, slug).installed) throw new Failure('extension_not_installed', 409, 'The extension has to be installed first.');
  await change(site, slug, { active: true });
}

/** Activates the consent API. Throws `invalid_module_slug` if it is not installed. */
export async function activateConsentApi(site: Site): Promise<void> {
  if (!stateOf(site, CONSENT_API).installed) throw new Failure('invalid_module_slug', 500, 'The consent API is not installed.');
  await change(site, CONSENT_API, { active: true });
}

/** Extensions that change the sign-in page. */
const conflicting: ReadonlySet<string> = new Set([
  'wps-hide-login',
  'miniorange-login-openid',
  'nextend-facebook-connect',
  'wordfence-login-security',
]);

/** Returns active extensions that may break signing in, by slug. */
export function conflictingExtensions(site: Site): Record<string, { pluginName: string; conflictMessage: string }> {
  return Object.fromEntries(
    Object.entries(site.settings.get(extensions))
      .filter(([slug, { active }]) => active && conflicting.has(slug))
      .map(([slug, { name }]) => [slug, { pluginName: name, conflictMessage: 'It changes the page where people sign in.' }]),
  );
}
