import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '#app/core/db/database.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { chooseImage, type ImageChoice } from '#app/domains/events/images.ts';
import { withSavepoint } from '#app/core/db/savepoint.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import { getImportingViewer } from '../icalendar/importing-viewer.ts';
import type { Site } from '#app/site.ts';
import { BrokenFileError } from '../broken-file.ts';
import { beginRun, finishRun, saveProgress, iterateNotes, replaceNotes, type ImportRun, writeNotes } from '../import/run.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '../importer.ts';
import { addToTally, type Tally } from '../tally.ts';
import { decodeTable } from './decode-table.ts';
import { listAssumptions, readTable, type Table, type TableRow } from './read-table.ts';
import { parseEventRow, parseOrganizerRow, type AddRemark, parseRsvpTicketRow, parseVenueRow } from './row-inputs.ts';
import {
  eventRowWriter,
  organizerRowWriter,
  rsvpTicketRowWriter,
  type RowState,
  type RowWriter,
  type TitledInput,
  venueRowWriter,
} from './write-rows.ts';

/** Reads and writes the rows of one kind of table. */
interface TableKind<Input extends TitledInput> {
  /** A column that only this kind of table has. */
  column: string;
  read(row: TableRow, site: Site, remark: AddRemark): Input | string;
  writer: RowWriter<Input>;
}

const tableKinds: readonly TableKind<never>[] = [
  {
    column: 'event start date',
    read: (row, site, remark) => parseEventRow(row, getSiteZone(site).name, remark),
    writer: eventRowWriter,
  } satisfies TableKind<Parameters<typeof eventRowWriter.getKey>[0]>,
  { column: 'venue name', read: parseVenueRow, writer: venueRowWriter } satisfies TableKind<Parameters<typeof venueRowWriter.getKey>[0]>,
  { column: 'ticket name', read: parseRsvpTicketRow, writer: rsvpTicketRowWriter } satisfies TableKind<
    Parameters<typeof rsvpTicketRowWriter.getKey>[0]
  >,
  { column: 'organizer name', read: parseOrganizerRow, writer: organizerRowWriter } satisfies TableKind<
    Parameters<typeof organizerRowWriter.getKey>[0]
  >,
] as unknown as readonly TableKind<never>[];

interface ImportState {
  site: Site;
  options: ImportOptions;
  tally: Tally;
  notes: ImportNote[];
}

function addNote(
  { notes }: Pick<ImportState, 'notes'>,
  row: TableRow,
  what: string,
  title: string,
  message: Pick<ImportNote, 'outcome' | 'reason'> & { detail?: string },
): void {
  notes.push({ line: row.line, what, sourceId: '', title, detail: '', ...message });
}

async function fetchImage(state: ImportState, row: TableRow, what: string, title: string): Promise<ImageChoice | undefined> {
  const imageUrl = row.cell('featured image', 'event featured image');
  if (imageUrl === '') return undefined;
  const addImageNote = (reason: string) => addNote(state, row, what, title, { outcome: 'changed', reason, detail: imageUrl });
  if (/^\d+$/.test(imageUrl)) addImageNote('its image is an ID of the other site');
  else if (!state.options.attachments) addImageNote('its image was not downloaded: use --attachments');
  else if (!state.options.dryRun) {
    try {
      return await chooseImage(state.site, imageUrl, 'image');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      addImageNote('its image could not be downloaded');
    }
  }
  return undefined;
}

interface PreparedRow<Input> {
  row: TableRow;
  input: Input;
  image: ImageChoice | undefined;
}

/** Reads the importable rows and downloads their images before any transaction, because requests to other sites must not happen within one. */
async function prepareRows<Input extends TitledInput>(
  state: ImportState,
  kind: TableKind<Input>,
  { rows }: Table,
): Promise<PreparedRow<Input>[]> {
  const { what } = kind.writer;
  const prepared: PreparedRow<Input>[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    addToTally(state.tally, what, 'inFile');
    const remarks: [reason: string, detail: string][] = [];
    const input = kind.read(row, state.site, (reason, detail) => remarks.push([reason, detail]));
    const skip = (reason: string, detail = '') => {
      addToTally(state.tally, what, 'skipped');
      const title = row.cell(...(what === 'ticket' ? ['ticket name'] : ['event name', 'event title', 'venue name', 'organizer name']));
      addNote(state, row, what, title, { outcome: 'skipped', reason, detail });
    };
    if (typeof input === 'string') {
      skip(input);
      continue;
    }
    const key = kind.writer.getKey(input);
    const earlierLine = lines.get(key);
    if (earlierLine !== undefined) {
      skip('the same item occurs earlier in the table', `line ${earlierLine}`);
      continue;
    }
    lines.set(key, row.line);
    for (const [reason, detail] of remarks) addNote(state, row, what, input.title ?? '', { outcome: 'changed', reason, detail });
    prepared.push({ row, input, image: await fetchImage(state, row, what, input.title ?? '') });
  }
  return prepared;
}

/** Thrown to roll back the transaction of a dry run. */
class DryRunRollback extends Error {}

/** Rows per transaction. */
const BATCH_SIZE = 100;
const splitIntoBatches = <Input>(rows: readonly Input[]): Input[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, i) => rows.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE));

/** Timeout of a dry run in milliseconds. A dry run is one transaction that is rolled back, because rows may refer to earlier rows. */
const DRY_RUN_TIMEOUT_MS = 600_000;

interface RowsResult {
  tally: Tally;
  notes: ImportNote[];
}

/** Writes a batch of rows. Returns the updated tally and the notes of the batch. */
async function writeRows<Input extends TitledInput>(
  { site, tally }: Pick<ImportState, 'site' | 'tally'>,
  { writer }: TableKind<Input>,
  tx: Tx,
  viewer: Viewer,
  rows: readonly PreparedRow<Input>[],
): Promise<RowsResult> {
  const result: RowsResult = { tally: structuredClone(tally), notes: [] };
  const states = await writer.findStates(
    tx,
    rows.map(({ input }) => input),
  );
  const newRows: PreparedRow<Input>[] = [];
  for (const [i, prepared] of rows.entries()) {
    const state = states[i] as RowState;
    if (typeof state === 'object') {
      addNote(result, prepared.row, writer.what, prepared.input.title ?? '', { outcome: 'skipped', reason: state.missing });
      addToTally(result.tally, writer.what, 'skipped');
    } else if (state === 'here') addToTally(result.tally, writer.what, 'alreadyHere');
    else newRows.push(prepared);
  }
  const create = async (batch: readonly PreparedRow<Input>[]): Promise<string | null> =>
    await withSavepoint(
      tx,
      async () => {
        await writer.createAll(site, tx, viewer, batch);
        return null;
      },
      (error) => {
        if (error instanceof Failure) return error.message;
        throw error;
      },
    );
  const batchRefusal = await create(newRows);
  for (const prepared of newRows) {
    // after a refused batch, each row is stored on its own, so that only rows that cannot be stored are skipped
    const refusal = batchRefusal === null ? null : await create([prepared]);
    addToTally(result.tally, writer.what, refusal === null ? 'imported' : 'skipped');
    if (refusal !== null)
      addNote(result, prepared.row, writer.what, prepared.input.title ?? '', {
        outcome: 'skipped',
        reason: 'it cannot be stored',
        detail: refusal,
      });
  }
  return result;
}

/** Writes all rows in a transaction that is rolled back. Sets the tally and the notes of the import. */
async function simulate<Input extends TitledInput>(
  state: ImportState,
  kind: TableKind<Input>,
  viewer: Viewer,
  prepared: readonly PreparedRow<Input>[],
): Promise<void> {
  let result: RowsResult = { tally: state.tally, notes: [] };
  const runAll = async (tx: Tx): Promise<never> => {
    result = { tally: state.tally, notes: [] };
    for (const batch of splitIntoBatches(prepared)) {
      const { tally, notes } = await writeRows({ ...state, tally: result.tally }, kind, tx, viewer, batch);
      result = { tally, notes: [...result.notes, ...notes] };
    }
    // rolls the transaction back
    throw new DryRunRollback();
  };
  await runCalendarTransaction(state.site, runAll, { timeout: DRY_RUN_TIMEOUT_MS }).catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
  state.tally = result.tally;
  state.notes.push(...result.notes);
}

/**
 * Writes the rows in batches. Each transaction also stores the progress, so that a repeated import of the same file continues from there.
 * Returns false if the import was stopped early.
 */
async function writeAll<Input extends TitledInput>(
  state: ImportState,
  viewer: Viewer,
  kind: TableKind<Input>,
  prepared: readonly PreparedRow<Input>[],
  run: ImportRun,
): Promise<boolean> {
  const { site, options } = state;
  const size = options.batchSize ?? BATCH_SIZE;
  for (let rowsDone = run.recordsDone; rowsDone < prepared.length; ) {
    if (options.signal?.aborted) return false;
    const batch = prepared.slice(rowsDone, rowsDone + size);
    state.tally = await runCalendarTransaction(site, async (tx) => {
      const { tally, notes } = await writeRows(state, kind, tx, viewer, batch);
      await writeNotes(tx, run.id, notes);
      await saveProgress(tx, run, rowsDone + batch.length, tally);
      return tally;
    });
    rowsDone += batch.length;
    run.recordsDone = rowsDone;
    options.onProgress?.({ stage: 'writing', done: rowsDone, total: prepared.length });
  }
  return true;
}

function createEncodingNote(encoding: string): ImportNote {
  return {
    line: 1,
    outcome: 'changed',
    what: 'table',
    sourceId: '',
    title: '',
    reason: `it is not UTF-8: it was read as ${encoding}`,
    detail: '',
  };
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const { text, encoding } = decodeTable(bytes);
  const table = readTable(text, options.columns);
  const state: ImportState = { site, options, tally: {}, notes: encoding === null ? [] : [createEncodingNote(encoding)] };
  const kind = tableKinds.find(({ column }) => table.columns.includes(column));
  if (!kind) throw new BrokenFileError(1, 'its columns are neither those of events nor those of venues, organizers or tickets');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const viewer = await getImportingViewer(site, options.defaultAuthor);
  const prepared = await prepareRows(state, kind, table);
  const report = {
    format: 'csv',
    file,
    hash,
    source: '',
    dryRun: options.dryRun,
    parts: [],
    assumptions: listAssumptions(table, encoding),
    close: async () => {},
  };
  if (options.dryRun) {
    await simulate(state, kind, viewer, prepared);
    const notes = async function* () {
      yield* state.notes;
    };
    return { ...report, resumed: false, finished: true, tally: state.tally, notes };
  }
  const importRun = await beginRun(site, file, { hash, tally: state.tally }, options, 'csv');
  state.tally = importRun.tally;
  if (importRun.recordsDone === 0) await site.db.transaction((tx) => replaceNotes(tx, importRun.id, state.notes));
  const finished = await writeAll(state, viewer, kind, prepared, importRun);
  if (finished) await site.db.transaction((tx) => finishRun(tx, importRun.id, state.tally));
  return { ...report, resumed: importRun.resumed, finished, tally: state.tally, notes: () => iterateNotes(site, importRun.id) };
}

/**
 * Imports events, venues, organizers or RSVP tickets from tables. The column names determine what a table contains. Writes nothing if the table is
 * unreadable. A repeated import continues after an interruption and creates no duplicates.
 */
export const csvImporter: Importer = {
  description: 'events, venues, organizers or RSVP tickets of an event site (table with a header row)',
  extensions: ['.csv', '.tsv'],
  run,
};
