import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote, ImportOptions, ImportReport } from '../importer.ts';
import { findStoredTaxonomy } from '../item-kinds.ts';
import { createNoteSpool } from '../note-spool.ts';
import { addTallies, addToTally, type Tally } from '../tally.ts';
import { readWxr } from '../wxr/read-wxr.ts';
import type { WxrItem, WxrTerm } from '../wxr/records.ts';
import { resolveAuthors, getSourceUrl } from './authors.ts';
import { countComments, loadKnownComments } from './comment-rows.ts';
import { countItem, countImported, countSkipped } from './count-items.ts';
import { NOT_DOWNLOADED } from './downloads.ts';
import { classifyItems } from './find-items.ts';
import { createItemNote } from './item-notes.ts';
import { type PreparedItem, prepareItem, findRefusal } from './prepare-item.ts';
import type { Survey } from './survey-file.ts';
import { countTerm, findTerms, createTermNote, findTermRefusal, getTermSlug } from './term-rows.ts';

const BATCH_SIZE = 200;

/** Keys of the terms and items that an import of the records so far would have written. Of the long keys of items, the start is stored. */
interface SimulatedState {
  terms: Set<string>;
  items: Set<string>;
}

/** Returns the first 20 characters of an item's key, to save memory. */
const shortenKey = ({ keys }: PreparedItem) => keys.own.slice(0, 20);

async function simulateTerms(
  tx: Tx,
  terms: readonly WxrTerm[],
  simulated: SimulatedState,
  tally: Tally,
  notes: ImportNote[],
): Promise<void> {
  const buildTermKey = (term: WxrTerm) => `${findStoredTaxonomy(term.taxonomy) ?? ''} ${getTermSlug(term)}`;
  const known = await findTerms(
    tx,
    terms.map((term) => ({ taxonomy: findStoredTaxonomy(term.taxonomy) ?? '', slug: getTermSlug(term) })),
  );
  for (const term of terms) {
    const refusal = findTermRefusal(term);
    if (refusal !== null) notes.push(createTermNote(term, 'skipped', refusal));
    countTerm(
      tally,
      term,
      refusal !== null ? 'skipped' : known.has(buildTermKey(term)) || simulated.terms.has(buildTermKey(term)) ? 'alreadyHere' : 'imported',
    );
    simulated.terms.add(buildTermKey(term));
  }
}

async function simulateItems(
  tx: Tx,
  items: readonly PreparedItem[],
  simulated: SimulatedState,
  tally: Tally,
  notes: ImportNote[],
  options: ImportOptions,
): Promise<void> {
  const isRepeated = (item: PreparedItem) => simulated.items.has(shortenKey(item));
  const repeatedEarlier = items.filter(isRepeated);
  const { newItems, known, repeated } = await classifyItems(
    tx,
    0,
    items.filter((prepared) => !isRepeated(prepared)),
  );
  for (const { item } of [...repeatedEarlier, ...repeated]) {
    countSkipped(tally, item);
    notes.push(createItemNote(item, 'skipped', 'the same item occurs earlier in the file'));
  }
  for (const { item } of known) countItem(tally, item, 'alreadyHere');
  const termRefs = newItems.flatMap(({ terms }) => terms.map((ref) => ({ taxonomy: ref.taxonomy, slug: getTermSlug(ref) })));
  const existing = await findTerms(tx, termRefs);
  for (const { taxonomy, slug } of termRefs) {
    const key = `${taxonomy} ${slug}`;
    if (existing.has(key) || simulated.terms.has(key)) continue;
    simulated.terms.add(key);
    for (const outcome of ['inFile', 'imported'] as const) addToTally(tally, 'term named by items only', outcome);
  }
  for (const prepared of newItems) {
    simulated.items.add(shortenKey(prepared));
    countImported(tally, prepared);
    notes.push(...prepared.notes);
    if (prepared.itemKind.kind === 'attachment' && !options.attachments)
      notes.push(createItemNote(prepared.item, 'changed', NOT_DOWNLOADED, prepared.item.attachmentUrl));
    countComments(tally, prepared.item.comments, new Map());
  }
  for (const { item, contentId } of known) countComments(tally, item.comments, await loadKnownComments(tx, contentId));
}

/**
 * Simulates the import of a file without writing to the database, with the same checks and counts. Does not predict problems that depend on
 * new IDs, such as used slugs and missing parents.
 */
export async function simulateImport(
  site: Site,
  file: string,
  survey: Survey,
  options: ImportOptions,
): Promise<Pick<ImportReport, 'tally' | 'notes' | 'close'>> {
  const importedAt = survey.readAt;
  const source = getSourceUrl(survey);
  const spool = await createNoteSpool();
  const authors = await resolveAuthors(site, survey, options, null);
  await spool.add([...survey.notes, ...authors.notes]);
  let tally = { ...survey.tally, ...authors.tally };
  const simulated: SimulatedState = { terms: new Set(), items: new Set() };
  let batch: (WxrTerm | WxrItem)[] = [];
  let done = 0;
  const simulateBatch = async () => {
    const batchTally: Tally = {};
    const notes: ImportNote[] = [];
    const items: PreparedItem[] = [];
    for (const record of batch) {
      if (record.kind !== 'item') continue;
      const reason = findRefusal(record);
      if (reason === null) items.push(prepareItem(site, record, { unfiltered: options.unfiltered, source, importedAt }));
      else {
        countSkipped(batchTally, record);
        notes.push(createItemNote(record, 'skipped', reason));
      }
    }
    await site.db.transaction(async (tx) => {
      await simulateTerms(
        tx,
        batch.filter((record) => record.kind === 'term'),
        simulated,
        batchTally,
        notes,
      );
      await simulateItems(tx, items, simulated, batchTally, notes, options);
    });
    await spool.add(notes);
    tally = addTallies(tally, batchTally);
    done += batch.length;
    batch = [];
    options.onProgress?.({ stage: 'writing', done, total: survey.records });
  };
  for await (const record of readWxr(file, { channel: { ...survey.channel }, allowNestedCdata: survey.hasNestedCdata })) {
    if (record.kind === 'author') continue;
    batch.push(record);
    if (batch.length === BATCH_SIZE) await simulateBatch();
  }
  await simulateBatch();
  return { tally, notes: () => spool.read(), close: () => spool.remove() };
}
