import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../system/folder.ts';
import type { Log } from '../../logging/log.ts';
import { DatabaseError } from '../errors.ts';
import { makeDatabaseFolder } from './cluster.ts';
import { makeSharedFolder, SHARED_FOLDER } from './programs.ts';
import { type DatabaseUser, getDatabaseUser, findObstacle } from './database-user.ts';

/** Major version of the embedded PostgreSQL. It cannot read data directories of other versions. */
const MAJOR_VERSION = '18';

const HOW_TO_MIGRATE =
  'Run npm run backup -- site.zip with the version of Marquee that wrote it, then npm run restore -- site.zip with this version and another DATA_DIRECTORY.';

/**
 * Returns the path of the folder with the embedded database of a site. The path is absolute and contains no symbolic links. Creates the folder if it
 * is missing.
 * @throws DatabaseError if the folder contains a database of an earlier version in a format that this version cannot read
 */
export function prepareDatabaseFolder(dataDirectory: string, log?: Log): string {
  const site = resolve(dataDirectory);
  const home = join(site, 'postgresql');
  makeFolder(site);
  if (!pathExists(home)) {
    refusePGliteDatabase(site);
    makeHome(site, home, log);
  }
  if (!existsSync(home))
    throw new DatabaseError(
      `${home} links to ${readlinkSync(home)}, which is missing. Restore that folder, or remove ${home} to begin with an empty site.`,
    );
  const realHome = realpathSync(home);
  refuseOtherVersion(join(realHome, 'data'));
  return realHome;
}

function pathExists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Throws if the data directory contains a database of PGlite, which earlier versions used. */
function refusePGliteDatabase(site: string): void {
  const pgliteFolder = join(site, 'site/postgres');
  if (!existsSync(join(pgliteFolder, 'PG_VERSION'))) return;
  throw new DatabaseError(
    `${pgliteFolder} is the database of an earlier version of Marquee (PGlite), which this version cannot read. ${HOW_TO_MIGRATE}`,
  );
}

function refuseOtherVersion(dataFolder: string): void {
  const file = join(dataFolder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const version = readFileSync(file, 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new DatabaseError(
    `${dataFolder} was written by PostgreSQL ${version}; this version of Marquee has PostgreSQL ${MAJOR_VERSION} and cannot read it. ${HOW_TO_MIGRATE}`,
  );
}

function makeHome(site: string, home: string, log: Log | undefined): void {
  const user = getDatabaseUser();
  if (user) allowTraversal(site, user);
  const obstacle = user && findObstacle(site, user);
  if (obstacle === undefined) return makeDatabaseFolder(home);
  makeSharedFolder();
  const sharedHome = join(SHARED_FOLDER, `site-${randomBytes(4).toString('hex')}`);
  makeDatabaseFolder(sharedHome);
  symlinkSync(sharedHome, home);
  log?.info(`the database is in ${sharedHome}: PostgreSQL does not run as root, and the user that it runs as may not enter ${obstacle}`);
}

/** Lets the group of PostgreSQL's system user traverse the data directory of the site. All other users still may not. */
function allowTraversal(site: string, user: DatabaseUser): void {
  if (findObstacle(site, user) !== realpathSync(site)) return;
  const { uid, mode } = statSync(site);
  if (uid !== 0) return;
  chownSync(site, 0, user.gid);
  chmodSync(site, (mode & 0o777) | 0o010);
}
