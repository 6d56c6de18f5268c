import { withAnyKey } from '#app/core/secrets/keeper.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { isKey, storeOf } from '../../media/stores/file-store.ts';
import { type Head, type Line, linesOf } from './backup-file.ts';
import { refill } from '#app/core/db/portable/refill.ts';
import { migrationsOf } from '#app/core/db/portable/tables.ts';
import { keyMark } from './write-backup.ts';

const TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Contents of a complete, verified backup. */
export interface CheckedBackup {
  head: Head;
  rows: number;
  files: number;
}

/** Reads a whole backup. Throws `backup_broken` if any part is missing or altered. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let head: Head | undefined;
  let rows = 0;
  let files = 0;
  for await (const line of linesOf(file)) {
    if (line.kind === 'head') ({ head } = line);
    else if (line.kind === 'row') rows += 1;
    else if (line.kind === 'file') files += 1;
  }
  return { head: head as Head, rows, files };
}

/** Result of a restore. */
export interface Restored extends CheckedBackup {
  /** True if the site has the same key as the site of the backup. */
  hasSameKey: boolean;
}

async function fill(tx: Tx, file: string): Promise<void> {
  await refill(tx, async (filling) => {
    for await (const line of linesOf(file)) {
      if (line.kind === 'table') await filling.begin(line);
      else if (line.kind === 'row') await filling.add(line.text);
      else if (line.kind === 'sequence') await filling.setSequence(line);
    }
  });
}

/** Stores the files in the site's storage one by one, replacing existing ones of the same name. */
async function putFiles(site: Site, file: string): Promise<void> {
  const store = storeOf(site);
  let at: { key: string; mimeType: string; pieces: Buffer[] } | null = null;
  const put = async () => {
    if (at && isKey(at.key)) await store.put({ key: at.key, mimeType: at.mimeType, content: Buffer.concat(at.pieces) });
    at = null;
  };
  for await (const line of linesOf(file) as AsyncIterable<Line>) {
    if (line.kind === 'file') {
      await put();
      at = { key: line.key, mimeType: line.mimeType, pieces: [] };
    } else if (line.kind === 'piece') (at as { pieces: Buffer[] } | null)?.pieces.push(line.content);
  }
  await put();
}

/**
 * Restores a backup in one transaction after verifying it completely, then its files. The site must not be in use meanwhile.
 * @throws `backup_broken`
 * @throws `backup_of_other_version` if the tables come from other migrations
 * @throws `site_not_empty` for a site with users, unless `replaces` is true
 */
export async function restoreBackup(site: Site, file: string, { replaces = false } = {}): Promise<Restored> {
  const checked = await checkBackup(file);
  if (!replaces && (await site.db.prisma.user.count()) > 0)
    throw invalid('site_not_empty', 'This site is in use. Restore into a new one, or say --replace: then all that is in it is gone.');
  await site.db.transaction(
    async (tx) => {
      const own = await migrationsOf(tx);
      if (own.join() !== checked.head.migrations.join())
        throw invalid(
          'backup_of_other_version',
          `This backup was made by version ${checked.head.version}, whose tables differ. Restore it with that version, then update.`,
        );
      await fill(tx, file);
    },
    { timeout: TIMEOUT_MS },
  );
  await putFiles(site, file);
  return { ...checked, hasSameKey: withAnyKey(site, (keeper) => checked.head.keyMark === keyMark(keeper)) };
}
