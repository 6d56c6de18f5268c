import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { markDone } from '../checklist/checklist.service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { importBlockers, importGroups, importLinks, importServices, type ImportOptions } from './import-entries.ts';
import { importDesign, importSettings } from './import-settings.ts';
import { type ImportMessage, ImportReport, isObject } from './messages.ts';

/** Time limit of the transaction. Files can be long. */
const IMPORT_MS = 300_000;

/** Parses the file. Throws `invalid_arguments` for invalid or empty JSON. */
function readFile(json: string): Record<string, unknown> {
  let file: unknown = null;
  try {
    file = JSON.parse(json) as unknown;
  } catch {
    // reported below, like an empty file
  }
  if (file === null) throw invalidArguments({ json: 'This is not a file of a consent banner.' });
  return isObject(file) ? file : {};
}

/**
 * Imports the configuration in a file, part by part. Reports parts that cannot be imported and continues (section 5.3). Groups, services, blockers
 * and links are imported in one transaction.
 */
export async function importConfiguration(site: Site, json: string, options: Omit<ImportOptions, 'isLicensed'>): Promise<ImportMessage[]> {
  const file = readFile(json);
  const report = new ImportReport();
  const { license } = await readConfiguration(site);
  const whole: ImportOptions = { ...options, isLicensed: license.code !== null && license.code !== '' };
  const has = (section: string) => file[section] !== undefined;
  if (has('settings')) await importSettings(site, file['settings'], report);
  const made = await site.db.transaction(
    async (tx) => {
      // new for each attempt of the transaction
      const inside = new ImportReport();
      if (has('cookieGroups')) await importGroups(tx, file['cookieGroups'], inside);
      const services = has('cookies') ? await importServices(tx, file['cookies'], whole, inside) : new Map<string, number>();
      const blockers = has('blocker') ? await importBlockers(tx, file['blocker'], whole, services, inside) : 0;
      if (has('bannerLinks')) await importLinks(tx, file['bannerLinks'], inside);
      return { messages: inside.messages, services: services.size, blockers };
    },
    { timeout: IMPORT_MS },
  );
  report.messages.push(...made.messages);
  if (has('customizeBanner')) await importDesign(site, file['customizeBanner'], report);
  await markDone(site, ...(made.services > 0 ? (['add-cookie'] as const) : []), ...(made.blockers > 0 ? (['add-blocker'] as const) : []));
  return report.messages;
}
