import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { markItemsDone } from '../checklist/checklist.service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { importBlockers, importGroups, importLinks, importServices, type ImportOptions } from './import-entries.ts';
import { importDesign, importSettings } from './import-settings.ts';
import { type ImportMessage, ImportReport, isObject } from './import-report.ts';

/** Maximum duration of the transaction. Higher than usual, because files can be long. */
const IMPORT_TIMEOUT_MS = 300_000;

/** Parses the file. Throws `invalid_arguments` for invalid or empty JSON. */
function parseFile(json: string): Record<string, unknown> {
  let file: unknown = null;
  try {
    file = JSON.parse(json) as unknown;
  } catch {
    // reported below, like an empty file
  }
  if (file === null) throw invalidArguments({ json: 'Must be the JSON of an exported configuration.' });
  return isObject(file) ? file : {};
}

/**
 * Imports an exported configuration section by section (docs/behaviour/consent-queue-product.md 5.3). Reports values that cannot be imported, and
 * continues. Imports groups, services, blockers and links in one transaction.
 */
export async function importConfiguration(site: Site, json: string, options: Omit<ImportOptions, 'isLicensed'>): Promise<ImportMessage[]> {
  const file = parseFile(json);
  const report = new ImportReport();
  const { license } = await readConfiguration(site);
  const fullOptions: ImportOptions = { ...options, isLicensed: license.code !== null && license.code !== '' };
  const hasSection = (section: string) => file[section] !== undefined;
  if (hasSection('settings')) await importSettings(site, file['settings'], report);
  const result = await site.db.transaction(
    async (tx) => {
      // created inside, because the transaction may be repeated
      const transactionReport = new ImportReport();
      if (hasSection('cookieGroups')) await importGroups(tx, file['cookieGroups'], transactionReport);
      const services = hasSection('cookies')
        ? await importServices(tx, file['cookies'], fullOptions, transactionReport)
        : new Map<string, number>();
      const blockers = hasSection('blocker') ? await importBlockers(tx, file['blocker'], fullOptions, services, transactionReport) : 0;
      if (hasSection('bannerLinks')) await importLinks(tx, file['bannerLinks'], transactionReport);
      return { messages: transactionReport.messages, services: services.size, blockers };
    },
    { timeout: IMPORT_TIMEOUT_MS },
  );
  report.messages.push(...result.messages);
  if (hasSection('customizeBanner')) await importDesign(site, file['customizeBanner'], report);
  await markItemsDone(
    site,
    ...(result.services > 0 ? (['add-cookie'] as const) : []),
    ...(result.blockers > 0 ? (['add-blocker'] as const) : []),
  );
  return report.messages;
}
