import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Where the built service lies; `npm run build` writes it, git knows nothing of it. */
export const BUILT = path.join(root, 'dist');

/** The file that Node starts, in {@link BUILT}. */
export const BUILT_ENTRY = path.join(BUILT, 'main.js');

const RECORD = path.join(BUILT, 'sources.json');

/** Which packages are to be installed. npm writes it anew without changing it when it takes the tools of development out, so its text counts. */
const PACKAGES = 'package-lock.json';

type State = [file: string, bytes: number, version: number | string];

/** Sources are told apart by the whole second of their last change, as layers of container images keep no finer ones. */
function stateOf(file: string): State | undefined {
  const full = path.join(root, file);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const version = file === PACKAGES ? createHash('sha256').update(readFileSync(full)).digest('hex') : Math.floor(found.mtimeMs / 1000);
  return [file, found.size, version];
}

/** Remembers what the build was made of: the given files of this project, and the versions of the packages. */
export function recordSources(files: Iterable<string>): void {
  const states = [...files].map((file) => path.relative(root, file)).toSorted();
  writeFileSync(RECORD, JSON.stringify([...states, PACKAGES].map(stateOf)));
}

/** From now on there is no build that starts load, until the next record: what lies there is being written. */
export function forgetSources(): void {
  rmSync(RECORD, { force: true });
}

/** Whether there is a build, and neither a source nor a package has changed since. Some 1,700 looks at the file system, no reading. */
export function isBuildCurrent(): boolean {
  let states: (State | null)[];
  try {
    states = JSON.parse(readFileSync(RECORD, 'utf8')) as (State | null)[];
  } catch {
    return false;
  }
  return states.every((before) => {
    const now = before && stateOf(before[0]);
    return now !== null && now !== undefined && now[1] === before?.[1] && now[2] === before[2];
  });
}
