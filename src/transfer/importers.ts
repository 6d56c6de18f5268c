import { extname } from 'node:path';
import type { Importer } from './importer.ts';
import { wxrImporter } from './import/wxr-importer.ts';

/** Every format that `npm run import` takes; the ending of the file's name decides. */
export const importers: readonly Importer[] = [wxrImporter];

/** The importer for a file by the ending of its name; undefined when there is none. */
export function importerFor(file: string): Importer | undefined {
  return importers.find(({ extensions }) => extensions.includes(extname(file).toLowerCase()));
}
