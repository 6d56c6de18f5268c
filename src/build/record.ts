import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the project. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Where the built service lies; `npm run build` writes it, git knows nothing of it. */
export const BUILT = path.join(ROOT, 'dist');

/** The file that Node starts, in {@link BUILT}. */
export const BUILT_ENTRY = path.join(BUILT, 'main.js');

const RECORD = path.join(BUILT, 'sources.json');

/** Which packages are to be installed. npm writes it again without changing it when it takes the tools of development out, so its text counts. */
const PACKAGES = 'package-lock.json';

type State = [file: string, bytes: number, version: number | string];

/** Sources are distinguished by the whole second of their last change, as layers of container images keep no finer ones. */
function stateOf(file: string): State {
  const full = path.join(ROOT, file);
  const { size, mtimeMs } = statSync(full);
  return [file, size, file === PACKAGES ? createHash('sha256').update(readFileSync(full)).digest('hex') : Math.floor(mtimeMs / 1000)];
}

const statesOf = (files: readonly string[]): string => JSON.stringify(files.map(stateOf));

/** Remembers what the build was made of: the given files of this project, and the versions of the packages. */
export function recordSources(files: Iterable<string>): void {
  const sources = [...files].map((file) => path.relative(ROOT, file)).toSorted();
  writeFileSync(RECORD, statesOf([...sources, PACKAGES]));
}

/** From now on there is no build that starts load, until the next record: what lies there is being written. */
export function forgetSources(): void {
  rmSync(RECORD, { force: true });
}

/** Whether there is a build, and neither a source nor a package has changed since. Some 1,700 looks at the file system; of files only two are read. */
export function isBuildCurrent(): boolean {
  try {
    const recorded = readFileSync(RECORD, 'utf8');
    return statesOf((JSON.parse(recorded) as State[]).map(([file]) => file)) === recorded;
  } catch {
    // no build, a record that was cut short, or a source that has gone
    return false;
  }
}
