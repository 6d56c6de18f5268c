import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { capabilities, type Facts, permissions } from '../access/capabilities.ts';
import type { Actor } from '../access/actor.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Json } from '../json.ts';
import { settingsFrom } from '../state.ts';
import type { ModuleDefinition } from './module.ts';
import { isSameValue, merged, type SettingFields, type SettingValues } from './setting-fields.ts';
import { moduleOf } from './registry.ts';

/** Returns a module that has settings. Throws `invalid_module_slug`: 404 for an unknown module, 400 for one without settings. */
function moduleWithSettings(slug: string): ModuleDefinition & { settings: SettingFields } {
  const found = moduleOf(slug);
  if (!found.settings) throw invalid('invalid_module_slug', 'The module has no settings.');
  return { ...found, settings: found.settings };
}

/** Returns the settings that the caller may read: all, or those for viewers of a shared dashboard. */
export function readSettings({ facts, state }: Actor, slug: string): SettingValues {
  const { settings } = moduleWithSettings(slug);
  const all = state.settingsOf(slug);
  if (permissions.changeModules(facts)) return all;
  const open = Object.entries(settings).filter(([, field]) => field.isViewOnly);
  if (open.length === 0) throw new Failure('no_view_only_settings', 500, '');
  return Object.fromEntries(open.map(([name]) => [name, all[name] ?? null]));
}

const hold = statement('hold_analytics_module', 'SELECT slug FROM analytics_module WHERE slug = $1 FOR UPDATE');

/** Returns the stored settings of a module and locks them until the transaction ends. */
export async function lockSettings(tx: Tx, module: ModuleDefinition): Promise<SettingValues> {
  await tx.analyticsModule.createMany({ data: [{ slug: module.slug }], skipDuplicates: true });
  await runIn(tx, hold, module.slug);
  const row = await tx.analyticsModule.findUniqueOrThrow({ where: { slug: module.slug } });
  return settingsFrom(module, row);
}

/** Stores settings unchanged. */
export async function keepSettings(tx: Pick<Tx, 'analyticsModule'>, slug: string, settings: SettingValues): Promise<void> {
  await tx.analyticsModule.update({ where: { slug }, data: { settings: settings as never }, select: { slug: true } });
}

/** Changes settings of a module if it has stored ones. */
export async function patchModule(tx: Tx, slug: string, changes: SettingValues): Promise<void> {
  const row = await tx.analyticsModule.findUnique({ where: { slug } });
  if (!row || Object.keys(row.settings as object).length === 0) return;
  await keepSettings(tx, slug, { ...(await lockSettings(tx, moduleOf(slug))), ...changes });
}

/** Makes the viewer the owner if they change an ownership setting, the site is set up and they may manage it. */
function ownerAfter(module: ModuleDefinition, viewer: Viewer, facts: Facts, before: SettingValues, after: SettingValues): SettingValues {
  const changesHands = Object.entries(module.settings ?? {}).some(
    ([name, field]) => field.isOwnership && !isSameValue(before[name], after[name]),
  );
  const hasOwner = module.settings !== undefined && 'ownerID' in module.settings;
  return changesHands && hasOwner && capabilities.manage_options(facts) ? { ...after, ownerID: viewer.id } : after;
}

/** Changes settings of a module with all side effects. Converts invalid values. Returns all settings. */
export async function changeSettings(site: Site, viewer: Viewer, facts: Facts, slug: string, sent: Json): Promise<SettingValues> {
  const module = moduleWithSettings(slug);
  return await site.db.transaction(async (tx) => {
    const before = await lockSettings(tx, module);
    const changed = merged(module.settings, before, sent, site.config.analytics.keyPrefix);
    const owned = ownerAfter(module, viewer, facts, before, changed);
    const after =
      (await module.onSettingsChange?.({
        site,
        tx,
        before,
        after: owned,
        patchModule: (other, changes) => patchModule(tx, other, changes),
      })) ?? owned;
    await keepSettings(tx, slug, after);
    return after;
  });
}
