import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../../time/clock.ts';
import { DatabaseError } from '../errors.ts';
import { type Migration, readMigrations } from '../migrations/directory.ts';
import { cacheDirectory } from '../paths.ts';
import { buildSiteCluster, clusterFormat } from './cluster.ts';
import { copyTree } from './copy-tree.ts';
import { findPrograms } from './programs.ts';
import { getDatabaseUser } from './database-user.ts';

/** Age from which other files in the cache count as abandoned. */
const ABANDONED_AFTER_MS = 6 * 60 * 60 * 1000;

function createFingerprint(migrations: readonly Migration[]): string {
  const hash = createHash('sha256').update(`${findPrograms().version} ${clusterFormat}`);
  for (const { name, checksum } of migrations) hash.update(`\n${name} ${checksum}`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the data directory of the prepared cluster: an empty, migrated cluster that new sites copy. It is cached next to the installed packages. If
 * it is missing, creates it in about 5 seconds; if several processes do so at once, the cluster of the first one to finish is used. Throws if the
 * cache is not writable.
 */
export async function getPreparedCluster(migrations: readonly Migration[] = readMigrations(), cache = cacheDirectory): Promise<string> {
  const home = join(cache, `cluster-${createFingerprint(migrations)}`);
  const dataFolder = join(home, 'data');
  if (existsSync(dataFolder)) return dataFolder;
  const draft = join(cache, `draft-${process.pid}-${randomUUID()}`);
  mkdirSync(draft, { recursive: true });
  chmodSync(draft, 0o755);
  try {
    await buildSiteCluster(migrations, (built) => copyTree(built, join(draft, 'data'), { isShared: true }));
    try {
      renameSync(draft, home);
    } catch (error) {
      if (!existsSync(dataFolder)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  await removeAbandoned(cache, home);
  return dataFolder;
}

/** Removes old clusters of other migrations and versions, and drafts of killed processes. */
async function removeAbandoned(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (path === current || !/^(cluster|embedded|code|draft)-/.test(name)) continue;
    const stats = await stat(path).catch(() => undefined);
    if (stats && now().getTime() - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Creates the data directory of a new site as a copy of the prepared cluster. If it does not exist and the cache is not writable, builds a cluster
 * for the site.
 */
export async function makeSiteCluster(dataFolder: string): Promise<void> {
  const draft = `${dataFolder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  const copyToDraft = (from: string) => copyTree(from, draft, { user: getDatabaseUser() });
  const prepared = await getPreparedCluster().catch((error: unknown) => {
    if (error instanceof DatabaseError) throw error;
  });
  if (prepared === undefined) await buildSiteCluster(readMigrations(), copyToDraft);
  else copyToDraft(prepared);
  try {
    // the copy is renamed at the end, so that a killed process leaves no partial data directory
    renameSync(draft, dataFolder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // another process may have created the data directory in the meantime
    if (!existsSync(dataFolder)) throw error;
  }
}
