import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import { checkModuleAccess } from './access-check.service.ts';
import { isRecoverable, isShareable, loadOwners } from './ownership.ts';
import { getModule } from './registry.ts';
import { storeSettings, lockSettings } from './settings.service.ts';

/** Result of taking over one module. */
export interface Recovery {
  slug: string;
  failure: Failure | null;
}

/** Parses a list of slugs and removes duplicates. Throws `invalid_param` if the list contains no string. */
export function parseSlugs(input: unknown): string[] {
  const slugs = Array.isArray(input) ? (input as unknown[]).filter((item) => typeof item === 'string') : [];
  if (slugs.length === 0) throw invalid('invalid_param', 'Request parameter slugs is not valid.');
  return [...new Set(slugs)];
}

async function recoverModule(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<void> {
  const module = getModule(slug);
  const { state } = actor;
  if (!isShareable(state, module)) throw notFound('module_not_shareable', 'The module cannot be shared.');
  if (!isRecoverable(state, module, await loadOwners(site, [state.getOwnerId(slug)])))
    throw new Failure('module_not_recoverable', 403, 'The module has an owner who can still use it.');
  const canAccess = await checkModuleAccess(site, viewer, actor, slug).catch((error: unknown) => {
    if (error instanceof Failure) return false;
    throw error;
  });
  if (!canAccess) throw new Failure('module_not_accessible', 403, 'Your account cannot access the property or account of the module.');
  await site.db.transaction(async (tx) => {
    const settings = await lockSettings(tx, module);
    await storeSettings(tx, slug, { ...settings, ownerID: viewer.id });
    await tx.analyticsNotification.deleteMany({ where: { id: `module-recoverable-${slug}` } });
  });
}

/** Makes the viewer the owner of modules whose owner's token cannot be used. Each module succeeds or fails separately. */
export async function recoverModules(site: Site, viewer: Viewer, actor: Actor, slugs: readonly string[]): Promise<Recovery[]> {
  const recoveries: Recovery[] = [];
  for (const slug of slugs) {
    try {
      await recoverModule(site, viewer, actor, slug);
      recoveries.push({ slug, failure: null });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      recoveries.push({ slug, failure: error });
    }
  }
  return recoveries;
}
