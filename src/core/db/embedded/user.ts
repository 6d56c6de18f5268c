import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A user of the operating system. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/** `nobody` and its group; every Linux distribution gives them this number. */
const NOBODY: DatabaseUser = { uid: 65_534, gid: 65_534 };

/** The user that PostgreSQL has to run as, because it refuses to run as root; undefined = the user of this process. */
export function databaseUser(): DatabaseUser | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

const SEARCH = 0o1;
const READ_AND_SEARCH = 0o5;

function isPermitted(path: string, { uid, gid }: DatabaseUser, bits: number): boolean {
  const stat = statSync(path);
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

/** The first folder on the way to a path that the user may not pass; undefined where the user reaches the path. */
export function obstacleOnWay(path: string, user: DatabaseUser): string | undefined {
  const folders: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    folders.unshift(at);
    if (at === dirname(at)) break;
  }
  return folders.find((folder) => !isPermitted(folder, user, SEARCH));
}

/** Whether the user may read, and for a folder or program run, what is at the path itself. */
export function mayUse(path: string, user: DatabaseUser): boolean {
  return isPermitted(path, user, READ_AND_SEARCH);
}
