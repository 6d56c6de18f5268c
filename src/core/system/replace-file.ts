import { rename, rm } from 'node:fs/promises';

/** Lets `write` create a file under a temporary name. When it is complete, gives it its final name, which replaces an existing file. */
export async function replaceFile(file: string, write: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await write(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
