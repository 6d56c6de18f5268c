import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote, ImportOptions, ImportReport } from '../importer.ts';
import { taxonomyNamed } from '../item-kinds.ts';
import { noteSpool } from '../note-spool.ts';
import { added, count, type Tally } from '../tally.ts';
import { readWxr } from '../wxr/read-wxr.ts';
import type { WxrItem, WxrTerm } from '../wxr/records.ts';
import { resolveAuthors, sourceOf } from './authors.ts';
import { countComments, knownComments } from './comment-rows.ts';
import { countItem, countNew, skipWhole } from './count-items.ts';
import { NOT_ASKED } from './downloads.ts';
import { findHere } from './find-items.ts';
import { itemNote } from './item-notes.ts';
import { type PreparedItem, prepareItem, refusalOf } from './prepare-item.ts';
import type { Survey } from './survey.ts';
import { countTerm, findTerms, termNote, termRefusal, termSlug } from './term-rows.ts';

const PORTION = 200;

/** The simulated result of the entries read so far. */
interface Imagined {
  terms: Set<string>;
  items: Set<string>;
}

async function judgeTerms(tx: Tx, terms: readonly WxrTerm[], imagined: Imagined, tally: Tally, notes: ImportNote[]): Promise<void> {
  const keyOf = (term: WxrTerm) => `${taxonomyNamed(term.taxonomy) ?? ''} ${termSlug(term)}`;
  const known = await findTerms(
    tx,
    terms.map((term) => ({ taxonomy: taxonomyNamed(term.taxonomy) ?? '', slug: termSlug(term) })),
  );
  for (const term of terms) {
    const refusal = termRefusal(term);
    if (refusal !== null) notes.push(termNote(term, 'skipped', refusal));
    countTerm(
      tally,
      term,
      refusal !== null ? 'skipped' : known.has(keyOf(term)) || imagined.terms.has(keyOf(term)) ? 'alreadyHere' : 'imported',
    );
    imagined.terms.add(keyOf(term));
  }
}

async function judgeItems(
  tx: Tx,
  items: readonly PreparedItem[],
  imagined: Imagined,
  tally: Tally,
  notes: ImportNote[],
  wishes: ImportOptions,
): Promise<void> {
  const isRepeated = ({ keys }: PreparedItem) => imagined.items.has(keys.own.slice(0, 20));
  const again = items.filter(isRepeated);
  const { fresh, known, repeated } = await findHere(
    tx,
    0,
    items.filter((prepared) => !isRepeated(prepared)),
  );
  for (const { item } of [...again, ...repeated]) {
    skipWhole(tally, item);
    notes.push(itemNote(item, 'skipped', 'the same item stands in the file before'));
  }
  for (const { item } of known) countItem(tally, item, 'alreadyHere');
  const named = fresh.flatMap(({ terms }) => terms.map((ref) => ({ taxonomy: ref.taxonomy, slug: termSlug(ref) })));
  const here = await findTerms(tx, named);
  for (const { taxonomy, slug } of named) {
    const key = `${taxonomy} ${slug}`;
    if (here.has(key) || imagined.terms.has(key)) continue;
    imagined.terms.add(key);
    for (const outcome of ['inFile', 'imported'] as const) count(tally, 'term named by items only', outcome);
  }
  for (const prepared of fresh) {
    imagined.items.add(prepared.keys.own.slice(0, 20));
    countNew(tally, prepared);
    notes.push(...prepared.notes);
    if (prepared.itemKind.kind === 'attachment' && !wishes.attachments)
      notes.push(itemNote(prepared.item, 'changed', NOT_ASKED, prepared.item.attachmentUrl));
    countComments(tally, prepared.item.comments, new Map());
  }
  for (const { item, contentId } of known) countComments(tally, item.comments, await knownComments(tx, contentId));
}

/**
 * Simulates the import of a file without writing: the same checks and counts. Cannot predict problems that depend on new IDs, such as used slugs and missing
 * parents.
 */
export async function dryRun(
  site: Site,
  file: string,
  survey: Survey,
  options: ImportOptions,
): Promise<Pick<ImportReport, 'tally' | 'notes' | 'close'>> {
  const importedAt = survey.readAt;
  const source = sourceOf(survey);
  const spool = await noteSpool();
  const people = await resolveAuthors(site, survey, options, null);
  await spool.add([...survey.notes, ...people.notes]);
  let tally = { ...survey.tally, ...people.tally };
  const imagined: Imagined = { terms: new Set(), items: new Set() };
  let portion: (WxrTerm | WxrItem)[] = [];
  let done = 0;
  const judge = async () => {
    const counted: Tally = {};
    const notes: ImportNote[] = [];
    const items: PreparedItem[] = [];
    for (const record of portion) {
      if (record.kind !== 'item') continue;
      const reason = refusalOf(record);
      if (reason === null) items.push(prepareItem(site, record, { unfiltered: options.unfiltered, source, importedAt }));
      else {
        skipWhole(counted, record);
        notes.push(itemNote(record, 'skipped', reason));
      }
    }
    await site.db.transaction(async (tx) => {
      await judgeTerms(
        tx,
        portion.filter((record) => record.kind === 'term'),
        imagined,
        counted,
        notes,
      );
      await judgeItems(tx, items, imagined, counted, notes, options);
    });
    await spool.add(notes);
    tally = added(tally, counted);
    done += portion.length;
    portion = [];
    options.onProgress?.({ stage: 'writing', done, total: survey.records });
  };
  for await (const record of readWxr(file, { channel: { ...survey.channel }, allowNestedCdata: survey.hasNestedCdata })) {
    if (record.kind === 'author') continue;
    portion.push(record);
    if (portion.length === PORTION) await judge();
  }
  await judge();
  return { tally, notes: () => spool.read(), close: () => spool.remove() };
}
