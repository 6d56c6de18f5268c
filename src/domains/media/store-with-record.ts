import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { runContentTransaction } from '../content/content.service.ts';
import type { PreparedFile } from './prepare-file.ts';
import { removeFiles, storeFiles } from './stores/store-files.ts';
import { releaseUploadName } from './upload-names.service.ts';

/** Stores files under their reserved name, then their database record (`write`). If either fails, removes the files and releases the name. */
export async function storeWithRecord<T>(
  site: Site,
  { name, files }: Pick<PreparedFile, 'name' | 'files'>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    await storeFiles(site, files);
    return await runContentTransaction(site, write);
  } catch (error) {
    await removeFiles(
      site,
      files.map(({ key }) => key),
    );
    await releaseUploadName(site, name);
    throw error;
  }
}
