import { extname } from 'node:path';
import { csvImporter } from './events-csv/csv-importer.ts';
import { icsImporter } from './icalendar/ics-importer.ts';
import type { Importer } from './importer.ts';
import { wxrImporter } from './import/wxr-importer.ts';

/** Importers of `npm run import`. */
export const importers: readonly Importer[] = [wxrImporter, icsImporter, csvImporter];

/** Returns the importer for a file extension; undefined if none supports it. */
export function findImporter(file: string): Importer | undefined {
  return importers.find(({ extensions }) => extensions.includes(extname(file).toLowerCase()));
}
