import { Failure } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import { expandScopes } from '../connection/scopes.rules.ts';
import { getUsableToken } from '../connection/token-refresh.ts';
import { moduleNotConnected, missingScopes, missingSetting } from '../failures.ts';
import { createRequestProvider } from './datapoint.service.ts';
import { getModule } from './registry.ts';

/**
 * Returns true if the viewer's own token can access the account or property of a module (docs/behaviour/analytics.md 6.3). Throws
 * `invalid_module_slug`, `module_not_connected`, `invalid_module` for a module without such a check, `missing_required_scopes` if the viewer has no
 * token, and failures of the provider.
 */
export async function checkModuleAccess(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<boolean> {
  const module = getModule(slug);
  const { state } = actor;
  const settings = state.getSettings(slug);
  if (!state.isConnected(slug)) throw moduleNotConnected();
  if (!module.hasServiceEntity || !module.canAccessEntity) {
    if (module.hasOwner && module.sharedDatapoint !== undefined) return true;
    throw new Failure('invalid_module', 500, 'This module has no account or property whose access could be checked.');
  }
  const token = await getUsableToken(site, viewer.id);
  if (token === null) throw missingScopes(expandScopes(site.config.analytics.scopeBase, module.scopes));
  if (slug === 'analytics-4' && settings['propertyID'] === '') throw missingSetting('propertyID');
  try {
    return await module.canAccessEntity({ actor, settings, ask: createRequestProvider(site, token) });
  } catch (error) {
    const refusingStatuses = module.refusalStatuses ?? [403];
    if (error instanceof Failure && error.code === 'provider_refused' && refusingStatuses.includes(error.status)) return false;
    throw error;
  }
}
