import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents one by one. The recursive mode of Node.js loops forever if a folder cannot be created in an existing parent, as in
 * `/proc`. Throws the error of the first folder that fails.
 */
export function makeFolder(folder: string): void {
  const absolute = path.resolve(folder);
  if (existsSync(absolute)) return;
  makeFolder(path.dirname(absolute));
  try {
    mkdirSync(absolute);
  } catch (error) {
    // another starting process was faster
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
