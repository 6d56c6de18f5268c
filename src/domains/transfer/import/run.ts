import { basename } from 'node:path';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote, ImportOptions } from '../importer.ts';
import type { Tally } from '../tally.ts';
import type { Survey } from './survey-file.ts';

/** An import in the database. */
export interface ImportRun {
  id: number;
  /** Number of terms and items of the file that were processed. */
  recordsDone: number;
  tally: Tally;
  startedAt: Date;
  /** True if it continues an interrupted import. */
  resumed: boolean;
}

/** Returns the options that must be the same to continue an interrupted import. */
function toStoredOptions({ unfiltered, attachments, authors, defaultAuthor, columns }: ImportOptions) {
  return {
    ...(columns && { columns: Object.fromEntries(columns) }),
    unfiltered,
    attachments,
    defaultAuthor,
    authors: Object.fromEntries([...authors].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Returns the interrupted import of this file with these options, or a new one. Deletes the records of other imports of the file; their
 * content stays, and later imports recognize it.
 */
export async function beginRun(
  site: Site,
  file: string,
  survey: Pick<Survey, 'hash' | 'tally'>,
  options: ImportOptions,
  format = 'wxr',
): Promise<ImportRun> {
  const runOptions = toStoredOptions(options);
  return await site.db.transaction(async (tx) => {
    const runs = await tx.importRun.findMany({ where: { fileHash: survey.hash }, orderBy: { id: 'desc' } });
    const interrupted = runs.find(
      (run) => run.status === 'running' && JSON.stringify(sortKeys(run.options)) === JSON.stringify(sortKeys(runOptions)),
    );
    await tx.importRun.deleteMany({ where: { fileHash: survey.hash, id: { not: interrupted?.id ?? 0 } } });
    if (interrupted)
      return {
        id: interrupted.id,
        recordsDone: interrupted.recordsDone,
        tally: interrupted.tally as unknown as Tally,
        startedAt: interrupted.startedAt,
        resumed: true,
      };
    const startedAt = new Date(Math.floor(now().getTime() / 1000) * 1000);
    const { id } = await tx.importRun.create({
      data: {
        format,
        fileName: basename(file),
        fileHash: survey.hash,
        options: runOptions,
        status: 'running',
        tally: survey.tally as object,
        startedAt,
      },
      select: { id: true },
    });
    return { id, recordsDone: 0, tally: survey.tally, startedAt, resumed: false };
  });
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/**
 * Stores the progress in the transaction of a batch. Throws if another process has continued the same import, so that the batch is not
 * written twice.
 */
export async function saveProgress(tx: Tx, run: ImportRun, recordsDone: number, tally: Tally): Promise<void> {
  const updated = await tx.importRun.updateMany({
    where: { id: run.id, recordsDone: run.recordsDone, status: 'running' },
    data: { recordsDone, tally: tally as object },
  });
  if (updated.count === 0) throw invalid('import_taken_over', 'Another process is importing the same file.');
}

/** Stores the notes of a batch. */
export async function writeNotes(tx: Tx, runId: number, notes: readonly ImportNote[]): Promise<void> {
  if (notes.length > 0) await tx.importNote.createMany({ data: notes.map((note) => ({ runId, ...note })) });
}

/** Replaces the notes of an import, because an interrupted one may have stored notes before its first batch. */
export async function replaceNotes(tx: Tx, runId: number, notes: readonly ImportNote[]): Promise<void> {
  await tx.importNote.deleteMany({ where: { runId } });
  await writeNotes(tx, runId, notes);
}

/** Marks the import as finished and deletes its temporary data. */
export async function finishRun(tx: Tx, runId: number, tally: Tally): Promise<void> {
  await tx.importReference.deleteMany({ where: { runId } });
  await tx.importTermParent.deleteMany({ where: { runId } });
  await tx.importRun.update({
    where: { id: runId },
    data: { status: 'done', finishedAt: now(), tally: tally as object },
    select: { id: true },
  });
}

const BATCH_SIZE = 500;

/** Yields the notes of an import in order of creation. */
export async function* iterateNotes(site: Site, runId: number): AsyncGenerator<ImportNote> {
  for (let afterId = 0; ; ) {
    const rows = await site.db.prisma.importNote.findMany({
      where: { runId, id: { gt: afterId } },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    });
    for (const { id: _, runId: __, ...note } of rows) yield note as ImportNote;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    afterId = last.id;
  }
}
