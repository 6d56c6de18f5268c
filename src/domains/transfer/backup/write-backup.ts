import type { KeyOwner } from '#app/core/secrets/key-owner.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { replaceFile } from '#app/core/system/replace-file.ts';
import { version } from '#app/core/system/version.ts';
import type { Site } from '#app/site.ts';
import { listFileKeys } from '../../media/library.service.ts';
import type { MediaRecord } from '../../content/media.service.ts';
import { getFileStore } from '../../media/stores/file-store.ts';
import { formatTrailer } from './backup-file.ts';
import { readRows } from '#app/core/db/portable/rows.ts';
import { readBackupSequences, readBackupTables, readAppliedMigrations } from '#app/core/db/portable/tables.ts';

const TIMEOUT_MS = 24 * 60 * 60 * 1000;
/** A multiple of 3, so that only the last piece of a chunk has base64 padding. */
const PIECE_BYTES = 64 * 1024 * 3;

/** Numbers of rows and files in a backup. */
export interface BackupCounts {
  rows: number;
  files: number;
  /** Files that the library lists but the storage lacks. */
  missing: string[];
}

/** Returns a string that identifies a key without revealing it. */
export const hashKey = (site: KeyOwner): string => createKeyedHash(site, 'backup', 'key').slice(0, 16);

async function* iterateFileLines(site: Site, tx: Tx, counts: BackupCounts): AsyncGenerator<string> {
  const store = getFileStore(site);
  for (const media of await tx.media.findMany({ orderBy: { contentId: 'asc' } })) {
    for (const key of listFileKeys(media as unknown as MediaRecord)) {
      const content = await store.read(key);
      if (!content) {
        counts.missing.push(key);
        continue;
      }
      yield JSON.stringify({ file: key, mimeType: media.mimeType });
      for await (const chunk of content as AsyncIterable<Buffer>)
        for (let from = 0; from < chunk.length; from += PIECE_BYTES)
          yield JSON.stringify({ piece: chunk.subarray(from, from + PIECE_BYTES).toString('base64') });
      counts.files += 1;
    }
  }
}

async function* iterateBackupLines(site: Site, tx: Tx, counts: BackupCounts): AsyncGenerator<string> {
  yield JSON.stringify({
    marquee: 'backup',
    format: 1,
    at: now().toISOString(),
    version,
    migrations: await readAppliedMigrations(tx),
    keyMark: hashKey(site),
  });
  for (const { table, columns } of await readBackupTables(tx)) {
    yield JSON.stringify({ table, columns });
    for await (const row of readRows(tx, { table, columns })) {
      counts.rows += 1;
      yield row;
    }
  }
  for (const sequence of await readBackupSequences(tx)) yield JSON.stringify(sequence);
  yield* iterateFileLines(site, tx, counts);
}

async function* terminateLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}

/** Yields the data, followed by the trailer with its hash. */
async function* withTrailer(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield formatTrailer(hash);
}

/**
 * Writes the whole site, database and uploaded files, to a file that only the user of this process may read. The data is consistent, even if
 * other processes write at the same time. The file appears under its final name when it is complete, and replaces an existing one. It contains
 * values that are hashed or encrypted with the site's key, but not the key itself.
 */
export async function writeBackup(site: Site, file: string): Promise<BackupCounts> {
  const counts: BackupCounts = { rows: 0, files: 0, missing: [] };
  await replaceFile(file, (draft) =>
    site.db.transaction(
      (tx) =>
        pipeline(
          Readable.from(terminateLines(iterateBackupLines(site, tx, counts))),
          createGzip({ level: 6 }),
          withTrailer,
          createWriteStream(draft, { flags: 'w', mode: 0o600 }),
        ),
      { timeout: TIMEOUT_MS, isolationLevel: 'RepeatableRead' },
    ),
  );
  return counts;
}
