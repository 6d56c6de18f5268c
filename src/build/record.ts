import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folder of the built service, which `npm run build` writes and git ignores. */
export const BUILD_FOLDER = path.join(ROOT, 'dist');

/** The file that Node starts, in {@link BUILD_FOLDER}. */
export const BUILT_ENTRY = path.join(BUILD_FOLDER, 'main.js');

const RECORD = path.join(BUILD_FOLDER, 'sources.json');

/** Lock file of the packages. It is compared by content, because npm rewrites it unchanged when it removes development tools. */
const LOCK_FILE = 'package-lock.json';

type SourceState = [file: string, bytes: number, version: number | string];

/** Returns the state of a source. Its time of change is in whole seconds, because layers of container images store no fractions. */
function readSourceState(file: string): SourceState {
  const fullPath = path.join(ROOT, file);
  const { size, mtimeMs } = statSync(fullPath);
  return [file, size, file === LOCK_FILE ? createHash('sha256').update(readFileSync(fullPath)).digest('hex') : Math.floor(mtimeMs / 1000)];
}

const readSourceStates = (files: readonly string[]): string => JSON.stringify(files.map(readSourceState));

/** Records the state of the sources of the build: of the given files and of the lock file. */
export function recordSources(files: Iterable<string>): void {
  const sources = [...files].map((file) => path.relative(ROOT, file)).toSorted();
  writeFileSync(RECORD, readSourceStates([...sources, LOCK_FILE]));
}

/** Removes the record before a build is written, so that no start loads the incomplete build. */
export function forgetSources(): void {
  rmSync(RECORD, { force: true });
}

/**
 * True if a build exists and no source or package has changed since. Checks the size and time of about 1,700 files, but reads only the record and the
 * lock file.
 */
export function isBuildCurrent(): boolean {
  try {
    const recorded = readFileSync(RECORD, 'utf8');
    return readSourceStates((JSON.parse(recorded) as SourceState[]).map(([file]) => file)) === recorded;
  } catch {
    // no build, an incomplete record, or a deleted source
    return false;
  }
}
