import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { Importer, ImportOptions, ImportReport } from '../importer.ts';
import { readWxr } from '../wxr/read-wxr.ts';
import type { WxrItem, WxrTerm } from '../wxr/records.ts';
import { findChosenAccounts, resolveAuthors, getSourceUrl } from './authors.ts';
import { writeBatch } from './batch.ts';
import type { BatchContext } from './batch-context.ts';
import { downloadAttachments } from './downloads.ts';
import { simulateImport } from './dry-run.ts';
import { linkItemsAndTerms } from './link-items.ts';
import { beginRun, finishRun, iterateNotes, replaceNotes, type ImportRun } from './run.ts';
import { type Survey, surveyFile } from './survey-file.ts';
import '../kinds/posts.ts';
import '../kinds/attachments.ts';
import '../kinds/events.ts';
import '../kinds/linked.ts';

const BATCH_SIZE = 100;
/** Number of characters at which a batch is written, even if it contains few records. */
const MAX_BATCH_TEXT = 4 * 1024 * 1024;
/** Names of tally accounts that count parts of items. */
const PART_ACCOUNTS = ['post meta', 'comment meta', 'term on an item', 'term named by items only'];
const LINK_TIMEOUT_MS = 1_800_000;

function countText(record: WxrTerm | WxrItem): number {
  if (record.kind === 'term') return 1000;
  const meta = record.meta.reduce((sum, { value }) => sum + value.length, 0);
  return record.content.length + record.excerpt.length + meta + record.comments.reduce((sum, { content }) => sum + content.length, 0);
}

/** Reads the file a second time and writes it in batches, starting at the progress of the run. Returns the updated run. */
async function writeAll(file: string, survey: Survey, context: BatchContext, options: ImportOptions): Promise<ImportRun> {
  let { run } = context;
  let recordsRead = 0;
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
    recordsRead += 1;
    if (recordsRead <= run.recordsDone) continue;
    batch.push(record);
    size += countText(record);
    if (batch.length < (options.batchSize ?? BATCH_SIZE) && size < MAX_BATCH_TEXT) continue;
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
    source: getSourceUrl(survey),
    dryRun: options.dryRun,
    parts: PART_ACCOUNTS,
    assumptions: {},
  };
  if (options.dryRun) return { ...report, resumed: false, finished: true, ...(await simulateImport(site, file, survey, options)) };

  const chosen = await findChosenAccounts(site, options);
  const importRun = await beginRun(site, file, survey, options);
  const resolved = await resolveAuthors(site, survey, options, importRun.id);
  // an import that continues has already stored the same notes
  if (importRun.recordsDone === 0) await site.db.transaction((tx) => replaceNotes(tx, importRun.id, [...survey.notes, ...resolved.notes]));
  const runWithAuthors = { ...importRun, tally: { ...importRun.tally, ...resolved.tally } };
  const context: BatchContext = {
    site,
    run: runWithAuthors,
    authors: resolved.authors,
    authorsById: resolved.authorsById,
    defaultAuthor: chosen.defaultAccount,
    unfiltered: options.unfiltered,
    source: report.source,
  };
  const runAfterWriting = await writeAll(file, survey, context, options);
  const result = { ...report, resumed: importRun.resumed, notes: () => iterateNotes(site, importRun.id), close: async () => undefined };
  if (options.signal?.aborted) return { ...result, finished: false, tally: runAfterWriting.tally };

  options.onProgress?.({ stage: 'linking', done: 0, total: 0 });
  const tally = await site.db.transaction((tx) => linkItemsAndTerms(site, tx, importRun.id, runAfterWriting.tally), {
    timeout: LINK_TIMEOUT_MS,
  });
  const isComplete = await downloadAttachments(site, importRun.id, options);
  if (!isComplete) return { ...result, finished: false, tally };
  await site.db.transaction((tx) => finishRun(tx, importRun.id, tally), { timeout: LINK_TIMEOUT_MS });
  return { ...result, finished: true, tally };
}

/** Imports exports of other sites in WordPress eXtended RSS, versions 1.0 to 1.2. */
export const wxrImporter: Importer = { description: 'an export of another site (WXR)', extensions: ['.xml', '.wxr'], run };
