import { notifyContentChanges } from '../../content/changes.ts';
import { isCounted, updateTermCounts } from '../../content/content.terms.ts';
import { recordScheduledDate } from '../../content/due-content.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote } from '../importer.ts';
import { addTallies, type Tally } from '../tally.ts';
import type { WxrItem, WxrTerm } from '../wxr/records.ts';
import type { BatchContext } from './batch-context.ts';
import { writeComments } from './comment-rows.ts';
import { insertItems, type InsertedContent } from './content-rows.ts';
import { countItem, countImported, countSkipped } from './count-items.ts';
import { classifyItems, type KnownItem } from './find-items.ts';
import { createItemNote, truncate, parseSourceId } from './item-notes.ts';
import { type PreparedItem, prepareItem, findRefusal } from './prepare-item.ts';
import { saveProgress, type ImportRun, writeNotes } from './run.ts';
import { findOrCreateTerms, writeTerms } from './term-rows.ts';

async function linkTermsToItems(tx: Tx, written: readonly InsertedContent[], tally: Tally): Promise<void> {
  const findTermId = await findOrCreateTerms(
    tx,
    written.flatMap(({ prepared }) => prepared.terms),
    tally,
  );
  const pairs = written.flatMap(({ prepared, contentId, status }) =>
    [...new Set(prepared.terms.flatMap((ref) => findTermId(ref) ?? []))].map((termId) => ({ contentId, termId, status })),
  );
  if (pairs.length > 0) await tx.contentTerm.createMany({ data: pairs.map(({ contentId, termId }) => ({ contentId, termId })) });
  await updateTermCounts(
    tx,
    [],
    pairs.filter(({ status }) => isCounted(status)).map(({ termId }) => termId),
  );
}

/** Stores the IDs of items for links between them, their keys for later imports, and meta that is only needed for exports. */
async function saveReferences(tx: Tx, run: ImportRun, written: readonly InsertedContent[], known: readonly KnownItem[]): Promise<void> {
  const references = [
    ...written.map(({ prepared, contentId }) => ({
      sourceId: parseSourceId(prepared.item.id),
      contentId,
      line: prepared.item.line,
      isNew: true,
      parentSource: prepared.parentSource,
      thumbnailSource: prepared.thumbnailSource,
    })),
    ...known.map(({ item, contentId }) => ({
      sourceId: parseSourceId(item.id),
      contentId,
      line: item.line,
      isNew: false,
      parentSource: null,
      thumbnailSource: null,
    })),
  ];
  const rows = references.flatMap(({ sourceId, ...row }) => (sourceId === null ? [] : [{ ...row, runId: run.id, sourceId }]));
  if (rows.length > 0) await tx.importReference.createMany({ data: rows, skipDuplicates: true });
  const keys = written.flatMap(({ prepared: { keys }, contentId }) => [keys.own, keys.shared].map((key) => ({ key, contentId })));
  if (keys.length > 0) await tx.importedContent.createMany({ data: keys, skipDuplicates: true });
  const meta = written.flatMap(({ prepared, contentId }) => prepared.meta.map((value) => ({ contentId, ...value })));
  if (meta.length > 0) await tx.importedMeta.createMany({ data: meta });
}

async function writeKindData(site: Site, tx: Tx, written: readonly InsertedContent[]): Promise<void> {
  for (const [kind, items] of Map.groupBy(written, ({ prepared }) => prepared.itemKind)) {
    await kind.write?.(
      site,
      tx,
      items.map(({ prepared, contentId }) => ({ item: prepared.item, contentId })),
    );
  }
}

async function writeItems(context: BatchContext, tx: Tx, items: readonly PreparedItem[], tally: Tally, notes: ImportNote[]): Promise<void> {
  const { site, run, authors } = context;
  const { newItems, known, repeated } = await classifyItems(tx, run.id, items);
  for (const { item } of known) countItem(tally, item, 'alreadyHere');
  for (const { item } of repeated) {
    countSkipped(tally, item);
    notes.push(createItemNote(item, 'skipped', 'the same item occurs earlier in the file'));
  }
  const findAuthorId = ({ item }: PreparedItem) =>
    item.creator === '' ? context.defaultAuthor : (authors.get(truncate(item.creator, 200)) ?? null);
  const written = await insertItems(site, tx, newItems, findAuthorId, notes);
  for (const { prepared } of written) {
    countImported(tally, prepared);
    notes.push(...prepared.notes);
  }
  await saveReferences(tx, run, written, known);
  await linkTermsToItems(tx, written, tally);
  await writeKindData(site, tx, written);
  await writeComments(
    context,
    tx,
    [
      ...written.map(({ prepared, contentId }) => ({ item: prepared.item, contentId, isNew: true })),
      ...known.map((item) => ({ ...item, isNew: false })),
    ],
    tally,
    notes,
  );
  for (const { prepared, status } of written) {
    if (status === 'future' && prepared.columns.date_utc !== null) recordScheduledDate(site, new Date(prepared.columns.date_utc));
  }
  await notifyContentChanges(
    tx,
    written.map(({ contentId, prepared, status }) => ({ id: contentId, kind: prepared.columns.kind, from: null, to: status })),
  );
}

/** Timeout of a batch, in milliseconds. It is long, because items may be very large. */
const BATCH_TIMEOUT_MS = 300_000;
const MAX_ATTEMPTS = 5;

/** Runs a batch in one transaction. Repeats it if another writer takes one of its slugs or IDs in the meantime. */
async function runBatchTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await site.db.transaction(work, { timeout: BATCH_TIMEOUT_MS });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}

/** Writes terms and items of the file, and the progress, in one transaction. Returns the updated run. */
export async function writeBatch(context: BatchContext, records: readonly (WxrTerm | WxrItem)[]): Promise<ImportRun> {
  const { site, run } = context;
  const refused: { item: WxrItem; reason: string }[] = [];
  const items: PreparedItem[] = [];
  for (const record of records) {
    if (record.kind !== 'item') continue;
    const reason = findRefusal(record);
    if (reason !== null) refused.push({ item: record, reason });
    else items.push(prepareItem(site, record, { unfiltered: context.unfiltered, source: context.source, importedAt: run.startedAt }));
  }
  const terms = records.filter((record) => record.kind === 'term');
  const recordsDone = run.recordsDone + records.length;
  return await runBatchTransaction(site, async (tx) => {
    // created here, because each attempt of the transaction starts with empty counts
    const batchTally: Tally = {};
    const notes: ImportNote[] = refused.map(({ item, reason }) => createItemNote(item, 'skipped', reason));
    for (const { item } of refused) countSkipped(batchTally, item);
    await writeTerms(tx, run.id, terms, batchTally, notes);
    if (items.length > 0) await writeItems(context, tx, items, batchTally, notes);
    const tally = addTallies(run.tally, batchTally);
    await writeNotes(tx, run.id, notes);
    await saveProgress(tx, run, recordsDone, tally);
    return { ...run, recordsDone, tally };
  });
}
