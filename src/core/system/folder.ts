import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents, one by one. The recursive mode of Node.js is not used, because it loops forever if a folder cannot be
 * created in an existing parent, as in `/proc`. Throws the error of the first folder that cannot be created.
 */
export function makeFolder(folder: string): void {
  const absolute = path.resolve(folder);
  if (existsSync(absolute)) return;
  makeFolder(path.dirname(absolute));
  try {
    mkdirSync(absolute);
  } catch (error) {
    // another process may have created the folder in the meantime
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
