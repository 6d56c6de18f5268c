import { fileURLToPath } from 'node:url';

/** Returns the absolute path of a file in the project, independent of the working directory. */
export function projectPath(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}

/** Folder for files that are generated from the installed packages and can be recreated. */
export const cacheDirectory = projectPath('node_modules/.cache/marquee');
