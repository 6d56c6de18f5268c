import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import { tick } from '../checklist/checklist.service.ts';
import { deleteOldConsents } from '../log/retention.service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { refreshOwnService } from '../configuration/own-service.ts';
import { isMisfit, type Option, type OptionName, options } from './options.ts';
import { deletionCheckedAt, savingFault } from './state.settings.ts';

/** What changes: absent = stays, null = not set any more. */
export type OptionChanges = { readonly [Name in OptionName]?: unknown };

/** The options as administrators read them: null where what is stored is no value any more, or was just taken away. */
export type OptionValues = Readonly<Record<OptionName, unknown>>;

/** All options as they hold. `cleared` ones show null. */
export async function optionValues(site: Site, cleared: ReadonlySet<string> = new Set()): Promise<OptionValues> {
  const { options: values, stored } = await readConfiguration(site);
  const names = Object.keys(options) as OptionName[];
  return Object.fromEntries(names.map((name) => [name, cleared.has(name) || isMisfit(stored, name) ? null : values[name]])) as OptionValues;
}

function cleaned(changes: OptionChanges): [OptionName, unknown][] {
  const refusals: Record<string, ArgumentRefusal> = {};
  const wanted: [OptionName, unknown][] = [];
  for (const name of Object.keys(options) as OptionName[]) {
    const given = changes[name];
    if (given === undefined) continue;
    const { schema, clean } = options[name] as Option<unknown>;
    const typed = given === null ? null : schema.safeParse(given);
    const value = typed === null ? null : typed.success ? clean(typed.data) : undefined;
    if (value === undefined) refusals[`changes.${name}`] = { code: 'not_in_enum', message: 'This is no value of the setting.' };
    else wanted.push([name, value]);
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return wanted;
}

/** Changes options, all or none of them; texts and numbers are cleaned on the way. Throws `invalid_arguments` naming each refused value. */
export async function changeOptions(site: Site, changes: OptionChanges): Promise<void> {
  const wanted = cleaned(changes);
  const { options: before } = await readConfiguration(site);
  await site.settings.setAll(wanted.map(([name, value]) => [options[name].setting as Setting<unknown>, value]));
  const { options: after } = await readConfiguration(site);
  if (after.cookieDuration !== before.cookieDuration) await refreshOwnService(site, after.cookieDuration);
  if (after.consentDuration !== before.consentDuration) await site.settings.set(deletionCheckedAt, null);
  if (changes.bannerActive !== undefined) await site.settings.set(savingFault, '');
}

/** What follows when an administrator saves the settings: the checklist, old consents, kept pages. Returns by name which page caches were purged. */
export async function afterSaving(site: Site, changes: OptionChanges): Promise<Record<string, boolean>> {
  await tick(site, 'save-settings', ...(changes.bannerActive === true ? (['activate-banner'] as const) : []));
  await deleteOldConsents(site);
  return await purgePageCaches(site);
}
