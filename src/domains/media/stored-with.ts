import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { contentTransaction } from '../content/content.service.ts';
import type { PreparedFile } from './intake.ts';
import { removeAll, storeAll } from './stores/kept-files.ts';
import { giveBackUploadName } from './upload-names.service.ts';

/** Stores files under their reserved name, then their record. If either fails, removes the files and releases the name. */
export async function storedWith<T>(
  site: Site,
  { name, files }: Pick<PreparedFile, 'name' | 'files'>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    await storeAll(site, files);
    return await contentTransaction(site, write);
  } catch (error) {
    await removeAll(
      site,
      files.map(({ key }) => key),
    );
    await giveBackUploadName(site, name);
    throw error;
  }
}
