import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { capabilities, type Facts, permissions } from '../access/capabilities.ts';
import type { Actor } from '../access/actor.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Json } from '../json.ts';
import { parseSettings } from '../state.ts';
import type { ModuleDefinition } from './module.ts';
import { isSameValue, mergeSettings, type SettingFields, type SettingValues } from './setting-fields.ts';
import { getModule } from './registry.ts';

/** Returns a module that has settings. Throws `invalid_module_slug`: 404 for an unknown module, 400 for one without settings. */
function getModuleWithSettings(slug: string): ModuleDefinition & { settings: SettingFields } {
  const module = getModule(slug);
  if (!module.settings) throw invalid('invalid_module_slug', 'The module has no settings.');
  return { ...module, settings: module.settings };
}

/** Returns the settings that the viewer may read: all, or only those for viewers of the shared dashboard. Throws `no_view_only_settings`. */
export function readSettings({ facts, state }: Actor, slug: string): SettingValues {
  const { settings } = getModuleWithSettings(slug);
  const all = state.getSettings(slug);
  if (permissions.changeModules(facts)) return all;
  const viewable = Object.entries(settings).filter(([, field]) => field.isViewOnly);
  if (viewable.length === 0) throw new Failure('no_view_only_settings', 500, '');
  return Object.fromEntries(viewable.map(([name]) => [name, all[name] ?? null]));
}

const lockRow = statement('hold_analytics_module', 'SELECT slug FROM analytics_module WHERE slug = $1 FOR UPDATE');

/** Returns the stored settings of a module and locks them until the transaction ends. */
export async function lockSettings(tx: Tx, module: ModuleDefinition): Promise<SettingValues> {
  await tx.analyticsModule.createMany({ data: [{ slug: module.slug }], skipDuplicates: true });
  await executeIn(tx, lockRow, module.slug);
  const row = await tx.analyticsModule.findUniqueOrThrow({ where: { slug: module.slug } });
  return parseSettings(module, row);
}

/** Stores settings without validation or side effects. */
export async function storeSettings(tx: Pick<Tx, 'analyticsModule'>, slug: string, settings: SettingValues): Promise<void> {
  await tx.analyticsModule.update({ where: { slug }, data: { settings: settings as never }, select: { slug: true } });
}

/** Changes settings of a module without validation. Does nothing if the module has no stored settings. */
export async function patchModule(tx: Tx, slug: string, changes: SettingValues): Promise<void> {
  const row = await tx.analyticsModule.findUnique({ where: { slug } });
  if (!row || Object.keys(row.settings as object).length === 0) return;
  await storeSettings(tx, slug, { ...(await lockSettings(tx, getModule(slug))), ...changes });
}

/** Makes the viewer the owner of the module, if the viewer changes an ownership setting and may manage the site. */
function withNewOwner(module: ModuleDefinition, viewer: Viewer, facts: Facts, before: SettingValues, after: SettingValues): SettingValues {
  const changesOwnership = Object.entries(module.settings ?? {}).some(
    ([name, field]) => field.isOwnership && !isSameValue(before[name], after[name]),
  );
  const hasOwner = module.settings !== undefined && 'ownerID' in module.settings;
  return changesOwnership && hasOwner && capabilities.manage_options(facts) ? { ...after, ownerID: viewer.id } : after;
}

/** Changes settings of a module with all side effects, and returns all settings. Converts invalid values. Throws `invalid_module_slug`. */
export async function changeSettings(site: Site, viewer: Viewer, facts: Facts, slug: string, input: Json): Promise<SettingValues> {
  const module = getModuleWithSettings(slug);
  return await site.db.transaction(async (tx) => {
    const before = await lockSettings(tx, module);
    const changed = mergeSettings(module.settings, before, input, site.config.analytics.keyPrefix);
    const owned = withNewOwner(module, viewer, facts, before, changed);
    const after =
      (await module.onSettingsChange?.({
        site,
        tx,
        before,
        after: owned,
        patchModule: (other, changes) => patchModule(tx, other, changes),
      })) ?? owned;
    await storeSettings(tx, slug, after);
    return after;
  });
}
