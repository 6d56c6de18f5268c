import type { Site } from '#app/site.ts';
import { fitsDesign, wholeDesign } from '../banner/design.defaults.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { bannerDesign } from '../settings/design.settings.ts';
import { changeOptions, type OptionChanges } from '../settings/options.service.ts';
import { type Option, type OptionName, options } from '../settings/options.ts';
import { exportedOption } from './export.service.ts';
import { type ImportReport, isObject } from './messages.ts';

const byKey = new Map((Object.keys(options) as OptionName[]).map((name) => [options[name].exportKey, name]));

/** Options that contain page IDs, which differ on another site. */
const namesPages = new Set<OptionName>(['operatorContactFormId', 'cookiePolicyId', 'hidePageIds', 'bannerLessConsentShowOnPageIds']);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Boolean values of other programs. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Converts a value to the type of an option: texts to numbers and booleans, numbers to booleans and texts. Returns other values unchanged. */
function readAs(name: OptionName, value: unknown): unknown {
  const { schema } = options[name] as Option<unknown>;
  const text = String(value).trim();
  const readings = [
    value,
    ...(typeof value === 'boolean' ? [] : [truths.get(text.toLowerCase()), DECIMAL.test(text) ? Number(text) : null]),
    ...(typeof value === 'number' ? [text] : []),
  ];
  const fitting = readings.find((reading) => schema.safeParse(reading).success);
  return fitting === undefined ? value : fitting;
}

/** Returns a function that reports why a value cannot be imported, or null if it can. */
function objection(name: OptionName, value: unknown): ((report: ImportReport, key: string) => void) | null {
  if (namesPages.has(name) && value !== 0 && value !== '' && value !== false)
    return (report, key) => report.warning(`${key} names a page of the site it comes from: choose it here.`, { fix: 'settings' });
  if (name === 'countryBypass' && value === true)
    return (report, key) =>
      report.warning(`${key} needs the map from addresses to countries: switch it on here.`, {
        fix: 'settings',
        settingsTab: 'country-bypass',
      });
  if (name === 'setCookiesViaManager' && value !== 'none' && value !== false)
    return (report, key) => report.error(`${key} names a manager that this site does not use.`);
  const { schema, clean } = options[name] as Option<unknown>;
  const typed = schema.safeParse(value);
  return typed.success && clean(typed.data) !== undefined ? null : (report, key) => report.error(`${key} has a value that it cannot have.`);
}

/** Imports the settings of a file. Skips unchanged ones. */
export async function importSettings(site: Site, section: unknown, report: ImportReport): Promise<void> {
  if (!isObject(section))
    return Array.isArray(section) && section.length === 0 ? undefined : report.error('The section settings is not a map.');
  const configuration = await readConfiguration(site);
  const changes: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(section)) {
    const name = byKey.get(key);
    if (!name || !isScalar(given)) {
      report.error(name ? `${key} has a value that it cannot have.` : `${key} is not a setting.`);
      continue;
    }
    const value = readAs(name, given);
    if (exportedOption(configuration, name) === value) continue;
    // exports contain false for unset options
    const isUnset = value === false && !(options[name] as Option<unknown>).schema.safeParse(false).success;
    const refused = isUnset ? null : objection(name, value);
    if (refused) refused(report, key);
    else changes[name] = isUnset ? null : value;
  }
  if (Object.keys(changes).length > 0) await changeOptions(site, changes as OptionChanges);
}

/** Imports look and texts of a file. Skips unchanged values. */
export async function importDesign(site: Site, section: unknown, report: ImportReport): Promise<void> {
  if (!isObject(section))
    return Array.isArray(section) && section.length === 0 ? undefined : report.error('The section customizeBanner is not a map.');
  const present = wholeDesign((await readConfiguration(site)).design) as Record<string, Record<string, unknown>>;
  const changed: Record<string, Record<string, unknown>> = {};
  for (const [name, values] of Object.entries(section)) {
    const known = present[name];
    if (!known || !isObject(values)) {
      report.error(`customizeBanner.${name} is not a section of the banner.`);
      continue;
    }
    for (const [key, value] of Object.entries(values)) {
      if (JSON.stringify(known[key]) === JSON.stringify(value)) continue;
      if (key === 'logo') report.warning(`customizeBanner.${name}.${key}: a logo is a file of the site it comes from.`);
      else if (!fitsDesign(name, key, value)) report.error(`customizeBanner.${name}.${key} is not a value of the banner.`);
      else (changed[name] ??= {})[key] = value;
    }
  }
  if (Object.keys(changed).length === 0) return;
  await site.settings.change(bannerDesign, (all) => {
    const merged = Object.entries(changed).map(([name, values]) => [name, { ...all[name], ...values }] as const);
    return { ...all, ...Object.fromEntries(merged) };
  });
}
