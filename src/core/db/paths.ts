import { fileURLToPath } from 'node:url';

/** Returns the absolute path of a file in the project, independent of the working directory. */
export function getProjectPath(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}

/** Folder for files that are generated from the installed packages and can be recreated. */
export const cacheDirectory = getProjectPath('node_modules/.cache/marquee');
