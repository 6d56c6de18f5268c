import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killServer } from './private-server.ts';

/** Folder for data directories of embedded sites. */
export interface SiteFolder {
  /** Returns the path of a data directory in the folder. */
  path: (name: string) => string;
  /** Removes the folder. First kills PostgreSQL servers that killed services left running in it. */
  remove: () => Promise<void>;
}

/** Returns the path of the data directory of PostgreSQL within the data directory of a site. */
export const getClusterPath = (dataDirectory: string): string => join(dataDirectory, 'postgresql/data');

/** Creates a temporary folder that the operating system user of PostgreSQL can access. */
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
      for (const path of paths) await killServer(getClusterPath(path));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
