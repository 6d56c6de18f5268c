import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { deleteOldConsents } from '../log/retention.service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { setOwnCookieLifetime } from '../configuration/own-service.ts';
import { isInvalidValue, type Option, type OptionName, options } from './options.ts';
import { deletionCheckedAt, savingFault } from './state.settings.ts';

/** Changes to options. Omitted options stay unchanged. Null restores the default. */
export type OptionChanges = { readonly [Name in OptionName]?: unknown };

/** Options as administrators see them. Null if the stored value is invalid or was just removed. */
export type OptionValues = Readonly<Record<OptionName, unknown>>;

/** Returns the effective values of all options, with null for `cleared` ones. */
export async function listOptionValues(site: Site, cleared: ReadonlySet<string> = new Set()): Promise<OptionValues> {
  const { options: values, stored } = await readConfiguration(site);
  const names = Object.keys(options) as OptionName[];
  return Object.fromEntries(
    names.map((name) => [name, cleared.has(name) || isInvalidValue(stored, name) ? null : values[name]]),
  ) as OptionValues;
}

function cleanChanges(changes: OptionChanges): [OptionName, unknown][] {
  const refusals: Record<string, ArgumentRefusal> = {};
  const cleanedChanges: [OptionName, unknown][] = [];
  for (const name of Object.keys(options) as OptionName[]) {
    const input = changes[name];
    if (input === undefined) continue;
    const { schema, clean } = options[name] as Option<unknown>;
    const parsed = input === null ? null : schema.safeParse(input);
    const value = parsed === null ? null : parsed.success ? clean(parsed.data) : undefined;
    if (value === undefined) refusals[`changes.${name}`] = { code: 'not_in_enum', message: 'Invalid value for this setting.' };
    else cleanedChanges.push([name, value]);
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return cleanedChanges;
}

/** Changes all given options, or none. Cleans strings and numbers. Throws `invalid_arguments`, which lists every invalid value. */
export async function changeOptions(site: Site, changes: OptionChanges): Promise<void> {
  const cleanedChanges = cleanChanges(changes);
  const { options: before } = await readConfiguration(site);
  await site.settings.setAll(cleanedChanges.map(([name, value]) => [options[name].setting as Setting<unknown>, value]));
  const { options: after } = await readConfiguration(site);
  if (after.cookieDuration !== before.cookieDuration) await setOwnCookieLifetime(site, after.cookieDuration);
  if (after.consentDuration !== before.consentDuration) await site.settings.set(deletionCheckedAt, null);
  if (changes.bannerActive !== undefined) await site.settings.set(savingFault, '');
}

/**
 * Runs the side effects of saved settings: updates the checklist, deletes expired consents and purges page caches. Returns by cache name whether
 * the cache was purged.
 */
export async function applySavedOptions(site: Site, changes: OptionChanges): Promise<Record<string, boolean>> {
  await markItemsDone(site, 'save-settings', ...(changes.bannerActive === true ? (['activate-banner'] as const) : []));
  await deleteOldConsents(site);
  return await purgePageCaches(site);
}
