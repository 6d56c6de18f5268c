import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '#app/core/system/replace-file.ts';
import type { Site } from '#app/site.ts';
import { createCounts, type ExportCounts, exportSite } from './export-site.ts';

const TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * Exports the site to a file. The data is consistent, even if other processes write at the same time. The file appears under its final name
 * when it is complete, and replaces an existing one.
 */
export async function exportToFile(site: Site, file: string, onProgress?: (done: number, total: number) => void): Promise<ExportCounts> {
  const counts = createCounts();
  await replaceFile(file, (draft) =>
    site.db.transaction(
      (tx) => pipeline(Readable.from(exportSite(site, tx, counts, onProgress)), createWriteStream(draft, { flags: 'w', mode: 0o600 })),
      { timeout: TIMEOUT_MS, isolationLevel: 'RepeatableRead' },
    ),
  );
  return counts;
}
