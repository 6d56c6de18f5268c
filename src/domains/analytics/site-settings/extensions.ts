import { Failure } from '#app/core/failures/failure.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { extensions } from '../analytics.settings.ts';

/** Action of the proof that addresses of extensions carry (analytics.md 4.5). */
export const UPDATES = 'updates';
export const CONSENT_API = 'wp-consent-api';
export const DEVELOPER_SETTINGS = 'analytics-dev-settings';

/** An extension as screens offer it. Addresses are null where the viewer may not, or need not. */
export interface ExtensionOffer {
  isInstalled: boolean;
  isActive: boolean;
  installUrl: string | null;
  activateUrl: string | null;
  configureUrl: string | null;
}

const absent = { name: '', installed: false, active: false };
const stateOf = (site: Site, slug: string) => site.settings.get(extensions)[slug] ?? absent;

/** Address of the page that does something to an extension, with the viewer's proof. */
function addressOf(site: Site, viewer: Viewer, slug: string, act: 'install' | 'activate'): string {
  const url = new URL(`${site.config.siteUrl}/extensions/${act}`);
  url.searchParams.set('extension', slug);
  url.searchParams.set('_wpnonce', createNonce(site, viewer, UPDATES));
  return url.href;
}

/** What the viewer may do about an extension, whatever its state. */
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

/** Notes that an extension is there: what it does is part of the service. */
export async function installExtension(site: Site, slug: string): Promise<void> {
  await change(site, slug, { installed: true });
}

/** Switches an extension on; throws `extension_not_installed`, 409. */
export async function activateExtension(site: Site, slug: string): Promise<void> {
  if (!stateOf(site, slug).installed) throw new Failure('extension_not_installed', 409, 'The extension has to be installed first.');
  await change(site, slug, { active: true });
}

/** Switches the consent API on; throws `invalid_module_slug` while it is not installed. */
export async function activateConsentApi(site: Site): Promise<void> {
  if (!stateOf(site, CONSENT_API).installed) throw new Failure('invalid_module_slug', 500, 'The consent API is not installed.');
  await change(site, CONSENT_API, { active: true });
}

/** Extensions that are known to change the page where people sign in. */
const conflicting: ReadonlySet<string> = new Set([
  'wps-hide-login',
  'miniorange-login-openid',
  'nextend-facebook-connect',
  'wordfence-login-security',
]);

/** Active extensions with which signing in may not work, by slug. */
export function conflictingExtensions(site: Site): Record<string, { pluginName: string; conflictMessage: string }> {
  return Object.fromEntries(
    Object.entries(site.settings.get(extensions))
      .filter(([slug, { active }]) => active && conflicting.has(slug))
      .map(([slug, { name }]) => [slug, { pluginName: name, conflictMessage: 'It changes the page where people sign in.' }]),
  );
}
