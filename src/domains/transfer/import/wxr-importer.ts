import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { Importer, ImportOptions, ImportReport } from '../importer.ts';
import { readWxr } from '../wxr/read-wxr.ts';
import type { WxrItem, WxrTerm } from '../wxr/records.ts';
import { chosenAuthors, resolveAuthors, sourceOf } from './authors.ts';
import { writeBatch } from './batch.ts';
import type { BatchContext } from './batch-context.ts';
import { downloadAttachments } from './downloads.ts';
import { dryRun } from './dry-run.ts';
import { linkEverything } from './links.ts';
import { beginRun, finishRun, notesOf, replaceNotes, type Run } from './run.ts';
import { type Survey, surveyFile } from './survey.ts';
import '../kinds/posts.ts';
import '../kinds/attachments.ts';
import '../kinds/events.ts';
import '../kinds/linked.ts';

const BATCH_SIZE = 100;
/** Length of text after which a batch is written even with few entries. */
const BATCH_TEXT = 4 * 1024 * 1024;
/** Tally accounts for parts of items. */
const PARTS = ['post meta', 'comment meta', 'term on an item', 'term named by items only'];
const LINK_TIMEOUT_MS = 1_800_000;

function sizeOf(record: WxrTerm | WxrItem): number {
  if (record.kind === 'term') return 1000;
  const meta = record.meta.reduce((sum, { value }) => sum + value.length, 0);
  return record.content.length + record.excerpt.length + meta + record.comments.reduce((sum, { content }) => sum + content.length, 0);
}

/** Reads the file a second time and writes it batch by batch, starting at the progress of the run. Returns the updated run. */
async function writeAll(file: string, survey: Survey, context: BatchContext, options: ImportOptions): Promise<Run> {
  let { run } = context;
  let position = 0;
  let batch: (WxrTerm | WxrItem)[] = [];
  let size = 0;
  const flush = async () => {
    run = await writeBatch({ ...context, run }, batch);
    batch = [];
    size = 0;
    options.onProgress?.({ stage: 'writing', done: run.recordsDone, total: survey.records });
  };
  for await (const record of readWxr(file, { channel: { ...survey.channel }, allowNestedCdata: survey.hasNestedCdata })) {
    if (record.kind === 'author') continue;
    position += 1;
    if (position <= run.recordsDone) continue;
    batch.push(record);
    size += sizeOf(record);
    if (batch.length < (options.batchSize ?? BATCH_SIZE) && size < BATCH_TEXT) continue;
    await flush();
    if (options.signal?.aborted) return run;
  }
  if (batch.length > 0) await flush();
  if (run.recordsDone !== survey.records)
    throw new Failure('import_file_changed', 409, 'The file changed while it was read. Import it again.');
  return run;
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const survey = await surveyFile(file, options.onProgress);
  const report = {
    format: 'wxr',
    file,
    hash: survey.hash,
    source: sourceOf(survey),
    dryRun: options.dryRun,
    parts: PARTS,
    assumptions: {},
  };
  if (options.dryRun) return { ...report, resumed: false, finished: true, ...(await dryRun(site, file, survey, options)) };

  const chosen = await chosenAuthors(site, options);
  const begun = await beginRun(site, file, survey, options);
  const { authors, byNumber, tally: authorTally, notes } = await resolveAuthors(site, survey, options, begun.id);
  // the notes about authors are the same each time, so an interrupted import has already stored them
  if (begun.recordsDone === 0) await site.db.transaction((tx) => replaceNotes(tx, begun.id, [...survey.notes, ...notes]));
  const tallied = { ...begun, tally: { ...begun.tally, ...authorTally } };
  const context: BatchContext = {
    site,
    run: tallied,
    authors,
    authorsByNumber: byNumber,
    defaultAuthor: chosen.fallback,
    unfiltered: options.unfiltered,
    source: report.source,
  };
  const written = await writeAll(file, survey, context, options);
  const state = { ...report, resumed: begun.resumed, notes: () => notesOf(site, begun.id), close: async () => undefined };
  if (options.signal?.aborted) return { ...state, finished: false, tally: written.tally };

  options.onProgress?.({ stage: 'linking', done: 0, total: 0 });
  const tally = await site.db.transaction((tx) => linkEverything(site, tx, begun.id, written.tally), { timeout: LINK_TIMEOUT_MS });
  const isWhole = await downloadAttachments(site, begun.id, options);
  if (!isWhole) return { ...state, finished: false, tally };
  await site.db.transaction((tx) => finishRun(tx, begun.id, tally), { timeout: LINK_TIMEOUT_MS });
  return { ...state, finished: true, tally };
}

/** Imports exports of other sites in WordPress eXtended RSS, versions 1.0 to 1.2. */
export const wxrImporter: Importer = { description: 'an export of another site (WXR)', extensions: ['.xml', '.wxr'], run };
