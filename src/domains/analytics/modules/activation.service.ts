import { Failure } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { digestOf } from '../dismissals/digest.ts';
import { lockSite } from '../site-row.ts';
import { initiallyActive } from '../state.ts';
import { dependantsOf, moduleOf } from './registry.ts';
import { lockSettings, patchModule } from './settings.service.ts';

/** Prompt for users who have not activated the module. Activation deletes its dismissal, so that the prompt returns after a deactivation. */
const CONNECT_REMINDER = 'key-metrics-connect-ga4-cta-widget';

/** Returns the slugs of active modules and locks the list until the transaction ends. */
async function lockActive(tx: Tx): Promise<string[]> {
  await lockSite(tx);
  const row = await tx.analyticsSite.findUnique({ where: { id: 1 }, select: { activeModules: true } });
  return row?.activeModules ?? [...initiallyActive];
}

const keepActive = (tx: Tx, activeModules: string[]) =>
  tx.analyticsSite.update({ where: { id: 1 }, data: { activeModules }, select: { id: true } });

/** Activates a module for the site. An active module stays active. */
export async function activateModule(site: Site, userId: number, slug: string): Promise<void> {
  const { dependencies = [], isForced } = moduleOf(slug);
  await site.db.transaction(async (tx) => {
    const active = await lockActive(tx);
    const missing = dependencies.filter((one) => !active.includes(one) && moduleOf(one).isForced !== true);
    if (missing.length > 0) throw new Failure('inactive_dependencies', 500, `These modules must be active first: ${missing.join(', ')}.`);
    if (isForced !== true && !active.includes(slug)) await keepActive(tx, [...active, slug]);
    if (slug === 'analytics-4')
      await tx.analyticsDismissal.deleteMany({ where: { userId, kind: 'item', digest: digestOf(CONNECT_REMINDER) } });
  });
}

/** Deactivates a module after the modules that depend on it. Deletes its settings and its sharing. */
export async function deactivateModule(site: Site, slug: string): Promise<void> {
  moduleOf(slug);
  await site.db.transaction(async (tx) => {
    const active = await lockActive(tx);
    if (!active.includes(slug)) return;
    await keepActive(tx, await switchOff(site, tx, active, slug));
  });
}

async function switchOff(site: Site, tx: Tx, active: readonly string[], slug: string): Promise<string[]> {
  const module = moduleOf(slug);
  if (module.isForced) throw new Failure('cannot_deactivate_module', 500, 'The module is always active.');
  let left = [...active];
  for (const dependant of dependantsOf(slug).filter((one) => left.includes(one))) {
    try {
      left = await switchOff(site, tx, left, dependant);
    } catch (error) {
      if (error instanceof Failure) throw new Failure('cannot_deactivate_dependant', 500, `${dependant} cannot be deactivated.`);
      throw error;
    }
  }
  const before = await lockSettings(tx, module);
  await module.onDeactivation?.({ site, tx, before, patchModule: (other, changes) => patchModule(tx, other, changes) });
  await tx.analyticsModule.deleteMany({ where: { slug } } satisfies Prisma.AnalyticsModuleDeleteManyArgs);
  return left.filter((one) => one !== slug);
}
