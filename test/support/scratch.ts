import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Free space in bytes that is enough for the databases of all workers. */
const REQUIRED_BYTES = 2 * 1024 ** 3;

/** Returns the parent folder for temporary files of a run: in memory if there is enough space, otherwise the temporary folder of the machine. */
export async function findScratchParent(): Promise<string> {
  const free = await statfs('/dev/shm').then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > REQUIRED_BYTES ? '/dev/shm' : tmpdir();
}

/** Creates the folder for temporary files of a run. Removes the folders of killed runs, unless they belong to other users. */
export async function makeScratchFolder(): Promise<string> {
  const parent = await findScratchParent();
  for (const name of await readdir(parent)) {
    const owner = /^marquee-test-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await removeIfOwned(join(parent, name));
  }
  return mkdtemp(join(parent, `marquee-test-${process.pid}-`));
}

async function removeIfOwned(folder: string): Promise<void> {
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
