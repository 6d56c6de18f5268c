import { matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { isKey, getFileStore } from '../../media/stores/file-store.ts';
import { type BackupHeader, type BackupLine, readBackup } from './backup-file.ts';
import { refillTables } from '#app/core/db/portable/refill.ts';
import { readAppliedMigrations } from '#app/core/db/portable/tables.ts';
import { hashKey } from './write-backup.ts';

const TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Header, number of rows and number of files of a verified backup. */
export interface CheckedBackup {
  header: BackupHeader;
  rows: number;
  files: number;
}

/** Reads a whole backup. Throws `backup_broken` if any part is missing or altered. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let rows = 0;
  let files = 0;
  for await (const line of readBackup(file)) {
    if (line.kind === 'header') ({ header } = line);
    else if (line.kind === 'row') rows += 1;
    else if (line.kind === 'file') files += 1;
  }
  return { header: header as BackupHeader, rows, files };
}

/** Result of a restore. */
export interface RestoreResult extends CheckedBackup {
  /** True if the site has the same key as the site of the backup. */
  hasSameKey: boolean;
}

async function fillTables(tx: Tx, file: string): Promise<void> {
  await refillTables(tx, async (filling) => {
    for await (const line of readBackup(file)) {
      if (line.kind === 'table') await filling.begin(line);
      else if (line.kind === 'row') await filling.add(line.text);
      else if (line.kind === 'sequence') await filling.setSequence(line);
    }
  });
}

/** Stores the files in the site's storage one by one, replacing existing files of the same name. */
async function restoreFiles(site: Site, file: string): Promise<void> {
  const store = getFileStore(site);
  let current: { key: string; mimeType: string; pieces: Buffer[] } | null = null;
  const storeCurrent = async () => {
    if (current && isKey(current.key))
      await store.put({ key: current.key, mimeType: current.mimeType, content: Buffer.concat(current.pieces) });
    current = null;
  };
  for await (const line of readBackup(file) as AsyncIterable<BackupLine>) {
    if (line.kind === 'file') {
      await storeCurrent();
      current = { key: line.key, mimeType: line.mimeType, pieces: [] };
    } else if (line.kind === 'piece') (current as { pieces: Buffer[] } | null)?.pieces.push(line.content);
  }
  await storeCurrent();
}

/**
 * Verifies a backup completely, restores its tables in one transaction, then its files. The site must not be in use during the restore.
 * @throws `backup_broken`
 * @throws `backup_of_other_version` if the tables come from other migrations
 * @throws `site_not_empty` for a site with users, unless `replaces` is true
 */
export async function restoreBackup(site: Site, file: string, { replaces = false } = {}): Promise<RestoreResult> {
  const checked = await checkBackup(file);
  if (!replaces && (await site.db.prisma.user.count()) > 0)
    throw invalid('site_not_empty', 'This site is in use. Restore into a new one, or use --replace, which deletes everything in this one.');
  await site.db.transaction(
    async (tx) => {
      const migrations = await readAppliedMigrations(tx);
      if (migrations.join() !== checked.header.migrations.join())
        throw invalid(
          'backup_of_other_version',
          `This backup was made by version ${checked.header.version}, whose tables differ. Restore it with that version, then update.`,
        );
      await fillTables(tx, file);
    },
    { timeout: TIMEOUT_MS },
  );
  await restoreFiles(site, file);
  return { ...checked, hasSameKey: matchesAnyKey(site, (keyOwner) => checked.header.keyMark === hashKey(keyOwner)) };
}
