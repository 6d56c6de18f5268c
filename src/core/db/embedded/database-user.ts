import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A user of the operating system. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/** The user `nobody` and its group, which have this ID on every Linux distribution. */
const NOBODY: DatabaseUser = { uid: 65_534, gid: 65_534 };

/** Returns the system user that PostgreSQL runs as: `nobody` if this process runs as root, which PostgreSQL refuses; otherwise undefined. */
export function getDatabaseUser(): DatabaseUser | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

const SEARCH = 0o1;
const READ_AND_SEARCH = 0o5;

function isPermitted(path: string, { uid, gid }: DatabaseUser, bits: number): boolean {
  const stat = statSync(path);
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

/** Returns the first folder of a path, from the root, that the user cannot traverse, or undefined if the user can traverse all. */
export function findObstacle(path: string, user: DatabaseUser): string | undefined {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => !isPermitted(folder, user, SEARCH));
}

/** True if the user may read the path itself. Folders and programs must also be executable. */
export function canUse(path: string, user: DatabaseUser): boolean {
  return isPermitted(path, user, READ_AND_SEARCH);
}
