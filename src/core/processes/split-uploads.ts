import type { Site } from '../../site.ts';
import { processId, runningHosts } from './running-process.ts';

/** Says it when processes on several machines keep uploads each in a folder: what one gets the others lack, unless the folder is shared. */
export async function warnOfSplitUploads(site: Site): Promise<void> {
  if (site.db.kind !== 'server' || site.config.uploads) return;
  await processId(site);
  const hosts = await runningHosts(site);
  if (hosts.length > 1)
    site.log.warn(
      { hosts, folder: site.config.dataDirectory },
      'processes on several machines use this database and keep uploads in a folder: set UPLOADS_STORE, or have them share DATA_DIRECTORY',
    );
}
