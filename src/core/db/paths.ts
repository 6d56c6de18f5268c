import { fileURLToPath } from 'node:url';

/** Absolute path of something in the project, whatever directory the process was started in. */
export function projectPath(relative: string): string {
  return fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
}

/** What is made of the installed packages and can be made again. */
export const cacheDirectory = projectPath('node_modules/.cache/marquee');
