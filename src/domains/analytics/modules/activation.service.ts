import { Failure } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { hashSlug } from '../dismissals/digest.ts';
import { lockSite } from '../site-row.ts';
import { INITIALLY_ACTIVE } from '../state.ts';
import { listDependants, getModule } from './registry.ts';
import { lockSettings, patchModule } from './settings.service.ts';

/** Slug of the prompt to activate `analytics-4`. Activation deletes the dismissal of the prompt, so that it appears again after a deactivation. */
const CONNECT_REMINDER = 'key-metrics-connect-ga4-cta-widget';

/** Returns the slugs of the active modules, and locks the list until the transaction ends. */
async function lockActiveModules(tx: Tx): Promise<string[]> {
  await lockSite(tx);
  const row = await tx.analyticsSite.findUnique({ where: { id: 1 }, select: { activeModules: true } });
  return row?.activeModules ?? [...INITIALLY_ACTIVE];
}

const storeActiveModules = (tx: Tx, activeModules: string[]) =>
  tx.analyticsSite.update({ where: { id: 1 }, data: { activeModules }, select: { id: true } });

/** Activates a module for the site. Does nothing if it is already active. Throws `invalid_module_slug`, `inactive_dependencies`. */
export async function activateModule(site: Site, userId: number, slug: string): Promise<void> {
  const { dependencies = [], isForced } = getModule(slug);
  await site.db.transaction(async (tx) => {
    const active = await lockActiveModules(tx);
    const missing = dependencies.filter((name) => !active.includes(name) && getModule(name).isForced !== true);
    if (missing.length > 0) throw new Failure('inactive_dependencies', 500, `These modules must be active first: ${missing.join(', ')}.`);
    if (isForced !== true && !active.includes(slug)) await storeActiveModules(tx, [...active, slug]);
    if (slug === 'analytics-4')
      await tx.analyticsDismissal.deleteMany({ where: { userId, kind: 'item', digest: hashSlug(CONNECT_REMINDER) } });
  });
}

/** Deactivates the modules that depend on a module, then the module. Deletes their settings and sharing. Throws `cannot_deactivate_module`. */
export async function deactivateModule(site: Site, slug: string): Promise<void> {
  getModule(slug);
  await site.db.transaction(async (tx) => {
    const active = await lockActiveModules(tx);
    if (!active.includes(slug)) return;
    await storeActiveModules(tx, await deactivate(site, tx, active, slug));
  });
}

async function deactivate(site: Site, tx: Tx, active: readonly string[], slug: string): Promise<string[]> {
  const module = getModule(slug);
  if (module.isForced) throw new Failure('cannot_deactivate_module', 500, 'The module is always active.');
  let remaining = [...active];
  for (const dependant of listDependants(slug).filter((name) => remaining.includes(name))) {
    try {
      remaining = await deactivate(site, tx, remaining, dependant);
    } catch (error) {
      if (error instanceof Failure) throw new Failure('cannot_deactivate_dependant', 500, `${dependant} cannot be deactivated.`);
      throw error;
    }
  }
  const before = await lockSettings(tx, module);
  await module.onDeactivation?.({ site, tx, before, patchModule: (other, changes) => patchModule(tx, other, changes) });
  await tx.analyticsModule.deleteMany({ where: { slug } } satisfies Prisma.AnalyticsModuleDeleteManyArgs);
  return remaining.filter((name) => name !== slug);
}
