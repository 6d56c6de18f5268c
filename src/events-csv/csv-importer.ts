import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Viewer } from '../auth/viewer.ts';
import { siteZone } from '../content/site-time.ts';
import { Failure } from '../core/failure.ts';
import { chooseImage, type ImageChoice } from '../events/images.ts';
import { calendarTransaction } from '../events/transaction.ts';
import { importingViewer } from '../icalendar/import/importing-viewer.ts';
import type { Site } from '../site.ts';
import { BrokenFile } from '../transfer/broken-file.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '../transfer/importer.ts';
import { count, type Tally } from '../transfer/tally.ts';
import { readTable, type Table, type TableRow } from './read-table.ts';
import { eventOfRow, organizerOfRow, replyTicketOfRow, venueOfRow } from './row-inputs.ts';
import { eventRows, organizerRows, replyTicketRows, type RowWriter, venueRows } from './write-rows.ts';

interface Named {
  title?: string | null | undefined;
}

/** A sort of table: how its rows are read and written. */
interface Sort<Input extends Named> {
  /** The column that only this sort has. */
  column: string;
  read(row: TableRow, site: Site): Input | string;
  writer: RowWriter<Input>;
}

const sorts: readonly Sort<never>[] = [
  { column: 'event start date', read: (row, site) => eventOfRow(row, siteZone(site).name), writer: eventRows } satisfies Sort<
    Parameters<typeof eventRows.find>[1]
  >,
  { column: 'venue name', read: venueOfRow, writer: venueRows } satisfies Sort<Parameters<typeof venueRows.find>[1]>,
  { column: 'ticket name', read: replyTicketOfRow, writer: replyTicketRows } satisfies Sort<Parameters<typeof replyTicketRows.find>[1]>,
  { column: 'organizer name', read: organizerOfRow, writer: organizerRows } satisfies Sort<Parameters<typeof organizerRows.find>[1]>,
] as unknown as readonly Sort<never>[];

interface Work {
  site: Site;
  options: ImportOptions;
  tally: Tally;
  notes: ImportNote[];
}

function note(
  { notes }: Work,
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

/** The rows that can come in, with their images: other sites are asked before the transaction is open. */
async function prepare<Input extends Named>(work: Work, sort: Sort<Input>, { rows }: Table): Promise<Ready<Input>[]> {
  const { what } = sort.writer;
  const ready: Ready<Input>[] = [];
  for (const row of rows) {
    count(work.tally, what, 'inFile');
    const input = sort.read(row, work.site);
    if (typeof input === 'string') {
      count(work.tally, what, 'skipped');
      note(work, row, what, row.cell('event name', 'venue name', 'organizer name'), { outcome: 'skipped', reason: input });
    } else ready.push({ row, input, image: await imageOf(work, row, what, input.title ?? '') });
  }
  return ready;
}

class DryRun extends Error {}

async function writeAll<Input extends Named>(work: Work, sort: Sort<Input>, table: Table): Promise<void> {
  const ready = await prepare(work, sort, table);
  const { site, options } = work;
  const viewer: Viewer = await importingViewer(site, options.defaultAuthor);
  let known = 0;
  let lacking: { row: TableRow; title: string; reason: string }[] = [];
  try {
    await calendarTransaction(site, async (tx) => {
      known = 0;
      lacking = [];
      for (const { row, input, image } of ready) {
        const reason = (await sort.writer.missing?.(tx, input)) ?? null;
        if (reason !== null) lacking.push({ row, title: input.title ?? '', reason });
        else if ((await sort.writer.find(tx, input)) !== null) known += 1;
        else await sort.writer.create(site, tx, viewer, input, image);
      }
      // what a dry run says is what an import would do: it is done, and taken back
      if (options.dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const { what } = sort.writer;
  for (const { row, title, reason } of lacking) note(work, row, what, title, { outcome: 'skipped', reason });
  count(work.tally, what, 'skipped', lacking.length);
  count(work.tally, what, 'alreadyHere', known);
  count(work.tally, what, 'imported', ready.length - known - lacking.length);
  options.onProgress?.({ stage: 'writing', done: table.rows.length, total: table.rows.length });
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const table = readTable(bytes.toString('utf8'));
  const work: Work = { site, options, tally: {}, notes: [] };
  const sort = sorts.find(({ column }) => table.columns.includes(column));
  if (sort) await writeAll(work, sort, table);
  else throw new BrokenFile(1, 'its columns are neither those of events nor those of venues, organizers or tickets');
  return {
    format: 'csv',
    file,
    hash: createHash('sha256').update(bytes).digest('hex'),
    source: '',
    dryRun: options.dryRun,
    resumed: false,
    finished: true,
    tally: work.tally,
    notes: async function* () {
      yield* work.notes;
    },
    close: async () => {},
  };
}

/** Reads events, venues, organizers or RSVP tickets from tables; the names of the columns say which. The whole table comes in or nothing of it; nothing comes twice. */
export const csvImporter: Importer = {
  description: 'events, venues, organizers or RSVP tickets of an event site (table with a head line)',
  extensions: ['.csv'],
  run,
};
