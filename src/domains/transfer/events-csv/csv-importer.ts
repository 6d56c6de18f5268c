import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '#app/core/db/database.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { chooseImage, type ImageChoice } from '#app/domains/events/images.ts';
import { inSavepoint } from '#app/core/db/savepoint.ts';
import { calendarTransaction } from '#app/domains/events/transaction.ts';
import { importingViewer } from '#app/domains/transfer/icalendar/importing-viewer.ts';
import type { Site } from '#app/site.ts';
import { BrokenFile } from '../broken-file.ts';
import { beginRun, finishRun, noteProgress, notesOf, replaceNotes, type Run, writeNotes } from '../import/run.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '../importer.ts';
import { count, type Tally } from '../tally.ts';
import { decodeTable } from './decode-table.ts';
import { readTable, type Table, type TableRow } from './read-table.ts';
import { eventOfRow, organizerOfRow, type Remark, replyTicketOfRow, venueOfRow } from './row-inputs.ts';
import { eventRows, organizerRows, replyTicketRows, type RowState, type RowWriter, venueRows } from './write-rows.ts';

interface Named {
  title?: string | null | undefined;
}

/** A kind of table: how its rows are read and written. */
interface Sort<Input extends Named> {
  /** The column that only this kind has. */
  column: string;
  read(row: TableRow, site: Site, remark: Remark): Input | string;
  writer: RowWriter<Input>;
}

const sorts: readonly Sort<never>[] = [
  {
    column: 'event start date',
    read: (row, site, remark) => eventOfRow(row, siteZone(site).name, remark),
    writer: eventRows,
  } satisfies Sort<Parameters<typeof eventRows.keyOf>[0]>,
  { column: 'venue name', read: venueOfRow, writer: venueRows } satisfies Sort<Parameters<typeof venueRows.keyOf>[0]>,
  { column: 'ticket name', read: replyTicketOfRow, writer: replyTicketRows } satisfies Sort<Parameters<typeof replyTicketRows.keyOf>[0]>,
  { column: 'organizer name', read: organizerOfRow, writer: organizerRows } satisfies Sort<Parameters<typeof organizerRows.keyOf>[0]>,
] as unknown as readonly Sort<never>[];

interface Work {
  site: Site;
  options: ImportOptions;
  tally: Tally;
  notes: ImportNote[];
}

function note(
  { notes }: Pick<Work, 'notes'>,
  row: TableRow,
  what: string,
  title: string,
  said: Pick<ImportNote, 'outcome' | 'reason'> & { detail?: string },
): void {
  notes.push({ line: row.line, what, sourceId: '', title, detail: '', ...said });
}

async function imageOf(work: Work, row: TableRow, what: string, title: string): Promise<ImageChoice | undefined> {
  const address = row.cell('featured image', 'event featured image');
  if (address === '') return undefined;
  const refuse = (reason: string) => note(work, row, what, title, { outcome: 'changed', reason, detail: address });
  if (/^\d+$/.test(address)) refuse('its image is a number of the other site');
  else if (!work.options.attachments) refuse('its image was not looked for: --attachments does so');
  else if (!work.options.dryRun) {
    try {
      return await chooseImage(work.site, address, 'image');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refuse('its image could not be had');
    }
  }
  return undefined;
}

interface Ready<Input> {
  row: TableRow;
  input: Input;
  image: ImageChoice | undefined;
}

/** Reads the importable rows and their images. Requests to other sites happen before the transaction. */
async function prepare<Input extends Named>(work: Work, sort: Sort<Input>, { rows }: Table): Promise<Ready<Input>[]> {
  const { what } = sort.writer;
  const ready: Ready<Input>[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    count(work.tally, what, 'inFile');
    const remarks: [reason: string, detail: string][] = [];
    const input = sort.read(row, work.site, (reason, detail) => remarks.push([reason, detail]));
    const skip = (reason: string, detail = '') => {
      count(work.tally, what, 'skipped');
      const title = row.cell(...(what === 'ticket' ? ['ticket name'] : ['event name', 'event title', 'venue name', 'organizer name']));
      note(work, row, what, title, { outcome: 'skipped', reason, detail });
    };
    if (typeof input === 'string') {
      skip(input);
      continue;
    }
    const key = sort.writer.keyOf(input);
    const first = lines.get(key);
    if (first !== undefined) {
      skip('the same item stands in the table before', `line ${first}`);
      continue;
    }
    lines.set(key, row.line);
    for (const [reason, detail] of remarks) note(work, row, what, input.title ?? '', { outcome: 'changed', reason, detail });
    ready.push({ row, input, image: await imageOf(work, row, what, input.title ?? '') });
  }
  return ready;
}

class DryRun extends Error {}

/** Rows per transaction. */
const BATCH_SIZE = 100;
const batchesOf = <Input>(rows: readonly Input[]): Input[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, i) => rows.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE));

/** A dry run is one transaction that is rolled back, because rows may refer to earlier rows. */
const TRIAL_MS = 600_000;

interface Written {
  tally: Tally;
  notes: ImportNote[];
}

/** Writes some rows and returns their notes. */
async function writeRows<Input extends Named>(
  { site, tally }: Pick<Work, 'site' | 'tally'>,
  { writer }: Sort<Input>,
  tx: Tx,
  viewer: Viewer,
  rows: readonly Ready<Input>[],
): Promise<Written> {
  const written: Written = { tally: structuredClone(tally), notes: [] };
  const states = await writer.statesOf(
    tx,
    rows.map(({ input }) => input),
  );
  const fresh: Ready<Input>[] = [];
  for (const [i, ready] of rows.entries()) {
    const state = states[i] as RowState;
    if (typeof state === 'object') {
      note(written, ready.row, writer.what, ready.input.title ?? '', { outcome: 'skipped', reason: state.missing });
      count(written.tally, writer.what, 'skipped');
    } else if (state === 'here') count(written.tally, writer.what, 'alreadyHere');
    else fresh.push(ready);
  }
  const create = async (some: readonly Ready<Input>[]): Promise<string | null> =>
    await inSavepoint(
      tx,
      async () => {
        await writer.createAll(site, tx, viewer, some);
        return null;
      },
      (error) => {
        if (error instanceof Failure) return error.message;
        throw error;
      },
    );
  const allRefused = await create(fresh);
  for (const ready of fresh) {
    // only the row that cannot be stored is skipped
    const refused = allRefused === null ? null : await create([ready]);
    count(written.tally, writer.what, refused === null ? 'imported' : 'skipped');
    if (refused !== null)
      note(written, ready.row, writer.what, ready.input.title ?? '', {
        outcome: 'skipped',
        reason: 'it cannot be stored',
        detail: refused,
      });
  }
  return written;
}

async function tryAll<Input extends Named>(work: Work, sort: Sort<Input>, viewer: Viewer, ready: readonly Ready<Input>[]): Promise<void> {
  let written: Written = { tally: work.tally, notes: [] };
  const trial = async (tx: Tx): Promise<never> => {
    written = { tally: work.tally, notes: [] };
    for (const batch of batchesOf(ready)) {
      const { tally, notes } = await writeRows({ ...work, tally: written.tally }, sort, tx, viewer, batch);
      written = { tally, notes: [...written.notes, ...notes] };
    }
    // a dry run performs the whole import and rolls it back
    throw new DryRun();
  };
  await calendarTransaction(work.site, trial, { timeout: TRIAL_MS }).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
  work.tally = written.tally;
  work.notes.push(...written.notes);
}

/**
 * Writes the rows batch by batch. All rows have been read before, so an unreadable table writes nothing. The progress is stored in the transaction of each
 * batch, and a repeated import of the same file continues from there.
 */
async function writeAll<Input extends Named>(
  work: Work,
  viewer: Viewer,
  sort: Sort<Input>,
  ready: readonly Ready<Input>[],
  run: Run,
): Promise<boolean> {
  const { site, options } = work;
  const size = options.batchSize ?? BATCH_SIZE;
  for (let done = run.recordsDone; done < ready.length; ) {
    if (options.signal?.aborted) return false;
    const batch = ready.slice(done, done + size);
    work.tally = await calendarTransaction(site, async (tx) => {
      const { tally, notes } = await writeRows(work, sort, tx, viewer, batch);
      await writeNotes(tx, run.id, notes);
      await noteProgress(tx, run, done + batch.length, tally);
      return tally;
    });
    done += batch.length;
    run.recordsDone = done;
    options.onProgress?.({ stage: 'writing', done, total: ready.length });
  }
  return true;
}

function encodingNote(encoding: string): ImportNote {
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

const separatorNames: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };

/** Returns how the table was interpreted, for the report. */
function assumptionsOf({ separator, dayOrder: { order, isShown } }: Table, encoding: string | null): Record<string, string> {
  const orders = { 'month first': 'month first, as in 12/31/2031', 'day first': 'day first, as in 31/12/2031', unclear: 'both orders' };
  return {
    encoding: encoding ?? 'UTF-8',
    separator: separatorNames[separator] ?? separator,
    ...(isShown !== null && { 'date order': `${orders[order]} (${isShown ? 'dates of the table show it' : 'assumed: no date shows it'})` }),
  };
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const { text, encoding } = decodeTable(bytes);
  const table = readTable(text, options.columns);
  const work: Work = { site, options, tally: {}, notes: encoding === null ? [] : [encodingNote(encoding)] };
  const sort = sorts.find(({ column }) => table.columns.includes(column));
  if (!sort) throw new BrokenFile(1, 'its columns are neither those of events nor those of venues, organizers or tickets');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const viewer = await importingViewer(site, options.defaultAuthor);
  const ready = await prepare(work, sort, table);
  const report = {
    format: 'csv',
    file,
    hash,
    source: '',
    dryRun: options.dryRun,
    parts: [],
    assumptions: assumptionsOf(table, encoding),
    close: async () => {},
  };
  if (options.dryRun) {
    await tryAll(work, sort, viewer, ready);
    const notes = async function* () {
      yield* work.notes;
    };
    return { ...report, resumed: false, finished: true, tally: work.tally, notes };
  }
  const begun = await beginRun(site, file, { hash, tally: work.tally }, options, 'csv');
  work.tally = begun.tally;
  if (begun.recordsDone === 0) await site.db.transaction((tx) => replaceNotes(tx, begun.id, work.notes));
  const finished = await writeAll(work, viewer, sort, ready, begun);
  if (finished) await site.db.transaction((tx) => finishRun(tx, begun.id, work.tally));
  return { ...report, resumed: begun.resumed, finished, tally: work.tally, notes: () => notesOf(site, begun.id) };
}

/**
 * Imports events, venues, organizers or RSVP tickets from tables; the column names determine which. An unreadable table writes nothing. A repeated import
 * continues after an interruption and creates no duplicates.
 */
export const csvImporter: Importer = {
  description: 'events, venues, organizers or RSVP tickets of an event site (table with a head line)',
  extensions: ['.csv', '.tsv'],
  run,
};
