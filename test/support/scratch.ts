import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Space in bytes that suffices for the databases of all workers. */
const ROOM = 2 * 1024 ** 3;

/** Returns the folder for temporary files of a run: in memory if the machine has space there. */
export async function scratchPlace(): Promise<string> {
  const free = await statfs('/dev/shm').then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > ROOM ? '/dev/shm' : tmpdir();
}

/**
 * Creates a folder for temporary files of a run: in memory if the machine has space there, otherwise among the temporary files.
 * Removes folders of killed runs, except for those of other users.
 */
export async function makeScratchFolder(): Promise<string> {
  const place = await scratchPlace();
  for (const name of await readdir(place)) {
    const owner = /^marquee-test-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await removeOwn(join(place, name));
  }
  return mkdtemp(join(place, `marquee-test-${process.pid}-`));
}

async function removeOwn(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
