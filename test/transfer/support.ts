import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wxrImporter } from '../../src/domains/transfer/import/wxr-importer.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '../../src/domains/transfer/importer.ts';
import type { Site } from '../../src/site.ts';

/** Result of an import, with its notes. */
export interface ImportResult extends Omit<ImportReport, 'notes' | 'close'> {
  notes: ImportNote[];
}

/** A folder for the files of a test. */
export interface TempFolder {
  /** Writes a file and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  remove(): void;
  folder: string;
}

/** Creates a temporary folder. */
export function makeTempFolder(): TempFolder {
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

/** Options of an import that names no others. */
export const defaultOptions: ImportOptions = {
  dryRun: false,
  unfiltered: false,
  attachments: false,
  authors: new Map(),
  defaultAuthor: null,
};

/** Runs an importer with the default options, which `options` override. */
export async function runImporter(
  importer: Importer,
  site: Site,
  file: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const { notes, close, ...report } = await importer.run(site, file, { ...defaultOptions, ...options });
  try {
    return { ...report, notes: await Array.fromAsync(notes()) };
  } finally {
    await close();
  }
}

/** Imports an export of another site (WXR), like `runImporter`. */
export const importFile = (site: Site, file: string, options: Partial<ImportOptions> = {}) => runImporter(wxrImporter, site, file, options);

/** Returns the number of rows of every table that an import may write. */
export async function countRows(site: Site): Promise<Record<string, number>> {
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
  const rows = await site.db.sql<{ name: string; count: number }>(
    tables.map((name) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name}`).join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Deletes all content and users, so that several tests can use one database. */
export async function emptySite(site: Site): Promise<void> {
  await site.db.prisma.$executeRawUnsafe(
    'TRUNCATE content, comment, user_account, import_run, imported_author, imported_content, imported_comment, imported_meta CASCADE',
  );
  await site.db.prisma.$executeRawUnsafe('DELETE FROM term WHERE id <> 1');
  await site.db.prisma.$executeRawUnsafe(`UPDATE term SET count = 0`);
}
