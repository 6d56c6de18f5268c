import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { initialGroups } from '../configuration/initial-groups.ts';
import { buildServiceColumns } from '../configuration/service.service.ts';
import { bannerDesign } from '../settings/design.settings.ts';
import { type Design, designDefaults, isValidDesignValue } from './design.defaults.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseChanges(input: unknown): Design {
  if (!isObject(input) || !Object.values(input).every(isObject))
    throw invalidArguments({ changes: 'Must be an object of sections. Each section is an object of keys and values.' });
  return input as Design;
}

/** Changes the look and texts of the banner, by section and key. Null restores a default. Throws `invalid_arguments` for invalid values. */
export async function changeDesign(site: Site, input: unknown): Promise<void> {
  const changes = parseChanges(input);
  for (const [section, values] of Object.entries(changes))
    for (const [key, value] of Object.entries(values))
      if (!Object.hasOwn(designDefaults, section) || (value !== null && !isValidDesignValue(section, key, value)))
        throw invalidArguments({ changes: `${section}.${key} does not exist, or the value has the wrong type.` });
  await site.settings.change(bannerDesign, (stored) => {
    const merged = Object.entries(changes).map(([section, values]) => {
      const nonNull = Object.entries({ ...stored[section], ...values }).filter(([, value]) => value !== null);
      return [section, Object.fromEntries(nonNull)] as const;
    });
    return { ...stored, ...Object.fromEntries(merged) };
  });
  await markItemsDone(site, 'customize-banner');
}

/** Sections that contain only texts. */
const textSections = ['texts', 'individualTexts'] as const;

/** A language whose texts can be reset. */
export interface ResettableLanguage {
  code: string;
  name: string;
}

/** Returns the languages of the site. Only English is supported. */
export function listResettableLanguages(): ResettableLanguage[] {
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
      await tx.consentService.updateMany({ where, data: { purpose, ...buildServiceColumns({ presetVersion: version }) } as never });
    if (type === 'blocker') await tx.contentBlocker.updateMany({ where, data: { description: description ?? '', presetVersion: version } });
  }
}

/**
 * Resets texts to their defaults. Without names, resets all texts, including those of the initial groups and of services and blockers from templates.
 * Returns the names of the texts that had been changed.
 */
export async function resetTexts(site: Site, names?: readonly string[]): Promise<string[]> {
  const stored = site.settings.get(bannerDesign);
  const changed = textSections.flatMap((section) => Object.keys(stored[section] ?? {})).filter((key) => !names || names.includes(key));
  await site.settings.change(bannerDesign, (design) => {
    const remaining = textSections.map((section) => [
      section,
      Object.fromEntries(Object.entries(design[section] ?? {}).filter(([key]) => !changed.includes(key))),
    ]);
    return { ...design, ...(Object.fromEntries(remaining) as Record<string, Record<string, unknown>>) };
  });
  if (!names)
    await site.db.transaction(async (tx) => {
      await resetGroups(tx);
      await resetFromTemplates(tx);
    });
  return changed;
}
