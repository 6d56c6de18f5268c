import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Actor } from '../access/actor.ts';
import { checkModuleAccess } from './access-check.service.ts';
import { isRecoverable, isShareable, loadOwners } from './ownership.ts';
import { moduleOf } from './registry.ts';
import { keepSettings, lockSettings } from './settings.service.ts';

/** Result of taking over one module. */
export interface Recovery {
  slug: string;
  failure: Failure | null;
}

/** Validates slugs of a request. Throws `invalid_param` unless they are a list of texts that is not empty. */
export function readSlugs(sent: unknown): string[] {
  const slugs = Array.isArray(sent) ? (sent as unknown[]).filter((one) => typeof one === 'string') : [];
  if (slugs.length === 0) throw invalid('invalid_param', 'Request parameter slugs is not valid.');
  return [...new Set(slugs)];
}

async function recover(site: Site, viewer: Viewer, actor: Actor, slug: string): Promise<void> {
  const module = moduleOf(slug);
  const { state } = actor;
  if (!isShareable(state, module)) throw notFound('module_not_shareable', 'The module cannot be shared.');
  if (!isRecoverable(state, module, await loadOwners(site, [state.ownerOf(slug)])))
    throw new Failure('module_not_recoverable', 403, 'The module has an owner.');
  const reaches = await checkModuleAccess(site, viewer, actor, slug).catch((error: unknown) => {
    if (error instanceof Failure) return false;
    throw error;
  });
  if (!reaches) throw new Failure('module_not_accessible', 403, 'Your account does not reach what the module is set up for.');
  await site.db.transaction(async (tx) => {
    const settings = await lockSettings(tx, module);
    await keepSettings(tx, slug, { ...settings, ownerID: viewer.id });
    await tx.analyticsNotification.deleteMany({ where: { id: `module-recoverable-${slug}` } });
  });
}

/** Makes the viewer the owner of modules whose owner's token cannot be used. Each module succeeds or fails separately. */
export async function recoverModules(site: Site, viewer: Viewer, actor: Actor, slugs: readonly string[]): Promise<Recovery[]> {
  const recoveries: Recovery[] = [];
  for (const slug of slugs) {
    try {
      await recover(site, viewer, actor, slug);
      recoveries.push({ slug, failure: null });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      recoveries.push({ slug, failure: error });
    }
  }
  return recoveries;
}
