import { rename, rm } from 'node:fs/promises';

/** Writes a file under a temporary name. It gets its final name, and replaces an existing file, when it is complete. */
export async function replaceFile(file: string, write: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await write(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
