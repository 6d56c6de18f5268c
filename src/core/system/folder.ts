import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing, one after the other: Node.js, asked for all at once, tries without end where nothing can be made
 * though everything above is there, as below `/proc`. Throws the first folder's error.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const place = path.resolve(folder);
  if (existsSync(place)) return;
  makeFolder(path.dirname(place));
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    // another process that starts as well was faster
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
