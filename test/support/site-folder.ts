import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killServer } from './private-server.ts';

/** Folder for data directories of embedded sites. */
export interface SiteFolder {
  /** Returns the path of a data directory in the folder. */
  path: (name: string) => string;
  /** Kills the PostgreSQL servers that killed services left running in the folder, and removes the folder. */
  remove: () => Promise<void>;
}

/** Returns the data directory of PostgreSQL within that of a site. */
export const clusterOf = (dataDirectory: string): string => join(dataDirectory, 'postgresql/data');

/** Creates a temporary folder that the user of PostgreSQL may enter. */
export async function makeSiteFolder(prefix = 'marquee-site-'): Promise<SiteFolder> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  const paths = new Set<string>();
  return {
    path(name) {
      const path = join(folder, name);
      paths.add(path);
      return path;
    },
    async remove() {
      for (const path of paths) await killServer(clusterOf(path));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
