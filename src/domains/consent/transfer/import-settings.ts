import type { Site } from '#app/site.ts';
import { isValidDesignValue, completeDesign } from '../banner/design.defaults.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { bannerDesign } from '../settings/design.settings.ts';
import { changeOptions, type OptionChanges } from '../settings/options.service.ts';
import { type Option, type OptionName, options } from '../settings/options.ts';
import { getExportedOption } from './export.service.ts';
import { type ImportReport, isObject } from './import-report.ts';

const optionByExportKey = new Map((Object.keys(options) as OptionName[]).map((name) => [options[name].exportKey, name]));

/** Options that contain page IDs, which differ on another site. */
const PAGE_OPTIONS = new Set<OptionName>(['operatorContactFormId', 'cookiePolicyId', 'hidePageIds', 'bannerLessConsentShowOnPageIds']);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Strings that other programs write for booleans. */
const BOOLEAN_STRINGS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Converts a value to the type of an option: a string to a number or boolean, or a number to a boolean or string. Returns the value unchanged if
 * no conversion is possible.
 */
function coerceValue(name: OptionName, value: unknown): unknown {
  const { schema } = options[name] as Option<unknown>;
  const text = String(value).trim();
  const candidates = [
    value,
    ...(typeof value === 'boolean' ? [] : [BOOLEAN_STRINGS.get(text.toLowerCase()), DECIMAL.test(text) ? Number(text) : null]),
    ...(typeof value === 'number' ? [text] : []),
  ];
  const match = candidates.find((candidate) => schema.safeParse(candidate).success);
  return match === undefined ? value : match;
}

/** Returns a function that reports why a value cannot be imported. Null if the value can be imported. */
function createObjectionReporter(name: OptionName, value: unknown): ((report: ImportReport, key: string) => void) | null {
  if (PAGE_OPTIONS.has(name) && value !== 0 && value !== '' && value !== false)
    return (report, key) => report.warning(`${key} refers to a page of another site. Choose a page of this site.`, { fix: 'settings' });
  if (name === 'countryBypass' && value === true)
    return (report, key) =>
      report.warning(`${key} was not imported, because it needs the map from IP addresses to countries. Switch it on here.`, {
        fix: 'settings',
        settingsTab: 'country-bypass',
      });
  if (name === 'setCookiesViaManager' && value !== 'none' && value !== false)
    return (report, key) => report.error(`${key} refers to a tag manager that this site does not support.`);
  const { schema, clean } = options[name] as Option<unknown>;
  const parsed = schema.safeParse(value);
  return parsed.success && clean(parsed.data) !== undefined ? null : (report, key) => report.error(`The value of ${key} is invalid.`);
}

/** Imports the settings of a file. Skips unchanged settings. */
export async function importSettings(site: Site, section: unknown, report: ImportReport): Promise<void> {
  if (!isObject(section))
    return Array.isArray(section) && section.length === 0 ? undefined : report.error('The section settings must be an object.');
  const configuration = await readConfiguration(site);
  const changes: Record<string, unknown> = {};
  for (const [key, input] of Object.entries(section)) {
    const name = optionByExportKey.get(key);
    if (!name || !isScalar(input)) {
      report.error(name ? `The value of ${key} is invalid.` : `There is no such setting: ${key}.`);
      continue;
    }
    const value = coerceValue(name, input);
    if (getExportedOption(configuration, name) === value) continue;
    // exports contain false for unset options
    const isUnset = value === false && !(options[name] as Option<unknown>).schema.safeParse(false).success;
    const reportObjection = isUnset ? null : createObjectionReporter(name, value);
    if (reportObjection) reportObjection(report, key);
    else changes[name] = isUnset ? null : value;
  }
  if (Object.keys(changes).length > 0) await changeOptions(site, changes as OptionChanges);
}

/** Imports the look and texts of the banner. Skips unchanged values. */
export async function importDesign(site: Site, section: unknown, report: ImportReport): Promise<void> {
  if (!isObject(section))
    return Array.isArray(section) && section.length === 0 ? undefined : report.error('The section customizeBanner must be an object.');
  const current = completeDesign((await readConfiguration(site)).design) as Record<string, Record<string, unknown>>;
  const changed: Record<string, Record<string, unknown>> = {};
  for (const [name, values] of Object.entries(section)) {
    const currentValues = current[name];
    if (!currentValues || !isObject(values)) {
      report.error(`There is no such section: customizeBanner.${name}.`);
      continue;
    }
    for (const [key, value] of Object.entries(values)) {
      if (JSON.stringify(currentValues[key]) === JSON.stringify(value)) continue;
      if (key === 'logo')
        report.warning(
          `customizeBanner.${name}.${key} was not imported, because the logo is a file of another site. Choose a file of this site.`,
        );
      else if (!isValidDesignValue(name, key, value))
        report.error(`customizeBanner.${name}.${key} does not exist, or its value has the wrong type.`);
      else (changed[name] ??= {})[key] = value;
    }
  }
  if (Object.keys(changed).length === 0) return;
  await site.settings.change(bannerDesign, (stored) => {
    const merged = Object.entries(changed).map(([name, values]) => [name, { ...stored[name], ...values }] as const);
    return { ...stored, ...Object.fromEntries(merged) };
  });
}
