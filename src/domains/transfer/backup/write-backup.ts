import type { Keeper } from '#app/core/secrets/keeper.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import { version } from '#app/core/system/version.ts';
import type { Site } from '#app/site.ts';
import { keysOf } from '../../media/library.service.ts';
import type { MediaRecord } from '../../content/media.service.ts';
import { storeOf } from '../../media/stores/file-store.ts';
import { sealOf } from './backup-file.ts';
import { rowsOf } from '#app/core/db/portable/rows.ts';
import { keptSequences, keptTables, migrationsOf } from '#app/core/db/portable/tables.ts';

const TIMEOUT_MS = 24 * 60 * 60 * 1000;
const PIECE_BYTES = 64 * 1024 * 3;

/** What a backup holds. */
export interface BackupCounts {
  rows: number;
  files: number;
  /** Files that the library names and the store does not have. */
  missing: string[];
}

/** Tells a key without giving it away. */
export const keyMark = (site: Keeper): string => keyedHash(site, 'backup', 'key').slice(0, 16);

async function* filesOf(site: Site, tx: Tx, counts: BackupCounts): AsyncGenerator<string> {
  const store = storeOf(site);
  for (const media of await tx.media.findMany({ orderBy: { contentId: 'asc' } })) {
    for (const key of keysOf(media as unknown as MediaRecord)) {
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

async function* contentOf(site: Site, tx: Tx, counts: BackupCounts): AsyncGenerator<string> {
  yield JSON.stringify({
    marquee: 'backup',
    format: 1,
    at: now().toISOString(),
    version,
    migrations: await migrationsOf(tx),
    keyMark: keyMark(site),
  });
  for (const { table, columns } of await keptTables(tx)) {
    yield JSON.stringify({ table, columns });
    for await (const row of rowsOf(tx, { table, columns })) {
      counts.rows += 1;
      yield row;
    }
  }
  for (const sequence of await keptSequences(tx)) yield JSON.stringify(sequence);
  yield* filesOf(site, tx, counts);
}

async function* inLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}

/** What comes through, and the seal of it behind. */
async function* sealed(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  for await (const chunk of packed) {
    hash.update(chunk);
    yield chunk;
  }
  yield sealOf(hash);
}

/**
 * Writes the whole site, database and uploaded files, to a file that this user alone may read, as it is at one moment also while others write. It appears
 * under its name when it is whole, and replaces one that was there. The key of the site is not in it; what it hashes and seals is.
 */
export async function writeBackup(site: Site, file: string): Promise<BackupCounts> {
  const draft = `${file}.part`;
  const counts: BackupCounts = { rows: 0, files: 0, missing: [] };
  try {
    await site.db.transaction(
      (tx) =>
        pipeline(
          Readable.from(inLines(contentOf(site, tx, counts))),
          createGzip({ level: 6 }),
          sealed,
          createWriteStream(draft, { flags: 'w', mode: 0o600 }),
        ),
      { timeout: TIMEOUT_MS, isolationLevel: 'RepeatableRead' },
    );
    await rename(draft, file);
    return counts;
  } finally {
    await rm(draft, { force: true });
  }
}
