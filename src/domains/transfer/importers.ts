import { extname } from 'node:path';
import { csvImporter } from './events-csv/csv-importer.ts';
import { icsImporter } from '#app/domains/transfer/icalendar/ics-importer.ts';
import type { Importer } from './importer.ts';
import { wxrImporter } from './import/wxr-importer.ts';

/** Every format that `npm run import` takes; the ending of the file's name decides. */
export const importers: readonly Importer[] = [wxrImporter, icsImporter, csvImporter];

/** The importer for a file by the ending of its name; undefined when none exists. */
export function importerFor(file: string): Importer | undefined {
  return importers.find(({ extensions }) => extensions.includes(extname(file).toLowerCase()));
}
