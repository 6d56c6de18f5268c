import type { Config } from '../../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { findUploadStores, getProcessId } from './running-process.ts';

/** Logs a warning if processes on one database store uploads in different places, because each of them then lacks the files of the others. */
export async function warnOfSplitUploads(site: { config: Config; db: Database; log: Log }): Promise<void> {
  await getProcessId(site);
  const places = await findUploadStores(site);
  if (places.size > 1)
    site.log.warn(
      { folder: site.config.uploads ? undefined : site.config.dataDirectory, places: Object.fromEntries(places) },
      'processes on this database store uploads in different places: set the same UPLOADS_STORE for all, or let them share DATA_DIRECTORY/uploads',
    );
}
