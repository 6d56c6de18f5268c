import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wxrImporter } from '../../src/domains/transfer/import/wxr-importer.ts';
import type { ImportNote, ImportOptions, ImportReport } from '../../src/domains/transfer/importer.ts';
import type { Site } from '../../src/site.ts';

/** Result of an import, with its notes. */
export interface DoneImport extends Omit<ImportReport, 'notes' | 'close'> {
  notes: ImportNote[];
}

/** A folder for the files of a test. */
export interface Workshop {
  /** Writes a file and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  remove(): void;
  folder: string;
}

/** Creates a folder for files. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-transfer-'));
  chmodSync(folder, 0o755);
  return {
    folder,
    file(name, content) {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Imports a file with default options unless others are given. */
export async function importFile(site: Site, file: string, options: Partial<ImportOptions> = {}): Promise<DoneImport> {
  const { notes, close, ...report } = await wxrImporter.run(site, file, {
    dryRun: false,
    unfiltered: false,
    attachments: false,
    authors: new Map(),
    defaultAuthor: null,
    ...options,
  });
  try {
    const read: ImportNote[] = [];
    for await (const note of notes()) read.push(note);
    return { ...report, notes: read };
  } finally {
    await close();
  }
}

/** Returns the number of rows of every table that an import may write. */
export async function rowCounts(site: Site): Promise<Record<string, number>> {
  const tables = [
    'content',
    'term',
    'content_term',
    'comment',
    'media',
    'user_account',
    'imported_meta',
    'imported_content',
    'imported_comment',
    'imported_author',
    'import_run',
    'import_note',
    'import_reference',
  ];
  const rows = await site.db.sql<{ name: string; many: number }>(
    tables.map((name) => `SELECT '${name}' AS name, count(*)::int AS many FROM ${name}`).join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ name, many }) => [name, many]));
}

/** Deletes all content and users, so that several tests can use one database. */
export async function emptySite(site: Site): Promise<void> {
  await site.db.prisma.$executeRawUnsafe(
    'TRUNCATE content, comment, user_account, import_run, imported_author, imported_content, imported_comment, imported_meta CASCADE',
  );
  await site.db.prisma.$executeRawUnsafe('DELETE FROM term WHERE id <> 1');
  await site.db.prisma.$executeRawUnsafe(`UPDATE term SET count = 0`);
}
