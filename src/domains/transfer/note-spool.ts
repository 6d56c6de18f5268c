import { appendFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportNote } from './importer.ts';

/** Notes of a simulated import, stored in a temporary file because there may be many. */
export interface NoteSpool {
  add(notes: readonly ImportNote[]): Promise<void>;
  /** Yields all notes in the order in which they were added. */
  read(): AsyncGenerator<ImportNote>;
  remove(): Promise<void>;
}

/** Creates a spool in the folder for temporary files; `remove` deletes it. */
export async function createNoteSpool(): Promise<NoteSpool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-notes-'));
  const file = path.join(folder, 'notes.ndjson');
  await appendFile(file, '');
  return {
    add: (notes) => (notes.length === 0 ? Promise.resolve() : appendFile(file, notes.map((note) => `${JSON.stringify(note)}\n`).join(''))),
    async *read() {
      const handle = await open(file);
      try {
        for await (const line of handle.readLines()) yield JSON.parse(line) as ImportNote;
      } finally {
        await handle.close().catch(() => undefined);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
