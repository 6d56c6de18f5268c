import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { markDone } from '../checklist/checklist.service.ts';
import { initialGroups } from '../configuration/initial-groups.ts';
import { serviceColumns } from '../configuration/service.service.ts';
import { bannerDesign } from '../settings/design.settings.ts';
import { type Design, designDefaults, fitsDesign } from './design.defaults.ts';

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function readChanges(given: unknown): Design {
  if (!isMap(given) || !Object.values(given).every(isMap))
    throw invalidArguments({ changes: 'Sections of keys with values are expected.' });
  return given as Design;
}

/** Changes look and texts of the banner, by section and key. Null restores a default. Throws `invalid_arguments` for invalid values. */
export async function changeDesign(site: Site, given: unknown): Promise<void> {
  const changes = readChanges(given);
  for (const [section, values] of Object.entries(changes))
    for (const [key, value] of Object.entries(values))
      if (!Object.hasOwn(designDefaults, section) || (value !== null && !fitsDesign(section, key, value)))
        throw invalidArguments({ changes: `${section}.${key} is not a value of the banner.` });
  await site.settings.change(bannerDesign, (all) => {
    const merged = Object.entries(changes).map(([section, values]) => {
      const kept = Object.entries({ ...all[section], ...values }).filter(([, value]) => value !== null);
      return [section, Object.fromEntries(kept)] as const;
    });
    return { ...all, ...Object.fromEntries(merged) };
  });
  await markDone(site, 'customize-banner');
}

/** Sections that contain only texts. */
const textSections = ['texts', 'individualTexts'] as const;

/** A language whose texts can be reset. */
export interface ResettableLanguage {
  code: string;
  name: string;
}

/** Returns the languages of the site. Only one is supported. */
export function resettableLanguages(): ResettableLanguage[] {
  return [{ code: 'en', name: 'English' }];
}

async function resetGroups(tx: Tx): Promise<void> {
  const groups = await tx.serviceGroup.findMany({ where: { isDefault: true }, orderBy: { id: 'asc' }, select: { id: true } });
  for (const [index, { id }] of groups.entries()) {
    const texts = initialGroups[index];
    if (texts) await tx.serviceGroup.update({ where: { id }, data: { name: texts.name, description: texts.description } });
  }
}

async function resetFromTemplates(tx: Tx): Promise<void> {
  const templates = await tx.consentTemplate.findMany({ where: { isOutdated: false } });
  for (const { type, identifier, json, version } of templates) {
    const { purpose, description } = json as { purpose?: string; description?: string };
    const where = { presetId: identifier };
    if (type === 'service' && purpose !== undefined)
      await tx.consentService.updateMany({ where, data: { purpose, ...serviceColumns({ presetVersion: version }) } as never });
    if (type === 'blocker') await tx.contentBlocker.updateMany({ where, data: { description: description ?? '', presetVersion: version } });
  }
}

/**
 * Resets texts to their defaults. Without names, resets all texts, including those of the initial groups and of services and blockers from templates.
 * Returns the names of the texts that had been changed.
 */
export async function resetTexts(site: Site, only?: readonly string[]): Promise<string[]> {
  const stored = site.settings.get(bannerDesign);
  const changed = textSections.flatMap((section) => Object.keys(stored[section] ?? {})).filter((key) => !only || only.includes(key));
  await site.settings.change(bannerDesign, (all) => {
    const kept = textSections.map((section) => [
      section,
      Object.fromEntries(Object.entries(all[section] ?? {}).filter(([key]) => !changed.includes(key))),
    ]);
    return { ...all, ...(Object.fromEntries(kept) as Record<string, Record<string, unknown>>) };
  });
  if (!only)
    await site.db.transaction(async (tx) => {
      await resetGroups(tx);
      await resetFromTemplates(tx);
    });
  return changed;
}
