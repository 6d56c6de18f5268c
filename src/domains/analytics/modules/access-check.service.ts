import { Failure } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import { fullScopes } from '../connection/scopes.rules.ts';
import { usableToken } from '../connection/token-refresh.ts';
import { moduleNotConnected, scopesMissing, settingMissing } from '../failures.ts';
import { askingAs } from './datapoint.service.ts';
import { moduleOf } from './registry.ts';

/**
 * Returns true if the viewer's own token can access the account or property of a module (analytics.md 6.3). Throws `invalid_module_slug`, `module_not_connected`,
 * `invalid_module` for a module without such a check, `missing_required_scopes` without a token, and other failures of the provider.
 */
export async function checkModuleAccess(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<boolean> {
  const module = moduleOf(slug);
  const { state } = actor;
  const settings = state.settingsOf(slug);
  if (!state.isConnected(slug)) throw moduleNotConnected();
  if (!module.hasServiceEntity || !module.reachesEntity) {
    if (module.hasOwner && module.sharedDatapoint !== undefined) return true;
    throw new Failure('invalid_module', 500, 'Access to the module cannot be checked.');
  }
  const token = await usableToken(site, viewer.id);
  if (token === null) throw scopesMissing(fullScopes(site.config.analytics.scopeBase, module.scopes));
  if (slug === 'analytics-4' && settings['propertyID'] === '') throw settingMissing('propertyID');
  try {
    return await module.reachesEntity({ actor, settings, ask: askingAs(site, token) });
  } catch (error) {
    const refusals = module.refusedBy ?? [403];
    if (error instanceof Failure && error.code === 'provider_refused' && refusals.includes(error.status)) return false;
    throw error;
  }
}
