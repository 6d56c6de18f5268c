import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { siteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/clock.ts';
import { BrokenFile } from '#app/domains/transfer/broken-file.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '#app/domains/transfer/importer.ts';
import { count, type Tally } from '#app/domains/transfer/tally.ts';
import type { Site } from '#app/site.ts';
import { readCalendar } from './read/entries.ts';
import type { CalendarEntry } from './read/entry.ts';
import { importingViewer } from './importing-viewer.ts';
import { type EntryOutcome, knownEvents, writeEntries } from './write-entries.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 50;
const WHAT = 'event';

/** Rules without an end: a year back and two years ahead. */
const boundsNow = () => ({
  from: new Date(now().getTime() - 366 * DAY_MS),
  until: new Date(now().getTime() + 2 * 366 * DAY_MS),
  most: 1_000,
});

const noteOf = (
  entry: Pick<CalendarEntry, 'line' | 'key' | 'title'>,
  outcome: ImportNote['outcome'],
  reason: string,
  detail = '',
): ImportNote => ({
  line: entry.line,
  outcome,
  what: WHAT,
  sourceId: entry.key,
  title: entry.title,
  reason,
  detail,
});

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const before = bytes.subarray(
      0,
      bytes.findIndex((_, i) => !isUtf8(bytes, i)),
    );
    throw new BrokenFile(before.toString('latin1').split('\n').length, 'the file is not UTF-8');
  }
}

/** Whether the bytes until the next line break are UTF-8; asked at beginnings of lines only. */
function isUtf8(bytes: Buffer, at: number): boolean {
  if (at > 0 && bytes[at - 1] !== 10) return true;
  const end = bytes.indexOf(10, at);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at, end === -1 ? undefined : end));
    return true;
  } catch {
    return false;
  }
}

interface Progress {
  tally: Tally;
  notes: ImportNote[];
}

function tell({ tally, notes }: Progress, entry: CalendarEntry, outcome: EntryOutcome): void {
  count(tally, WHAT, outcome === 'imported' ? 'imported' : 'alreadyHere');
  if (outcome === 'updated') notes.push(noteOf(entry, 'changed', 'it came with an earlier import: brought up to date'));
  if (outcome === 'trashed')
    notes.push(noteOf(entry, 'changed', 'it came with an earlier import and was thrown away since: it stays in the trash'));
}

async function writeAll(site: Site, entries: readonly CalendarEntry[], options: ImportOptions, progress: Progress): Promise<boolean> {
  const viewer = await importingViewer(site, options.defaultAuthor);
  const parents = new Map<string, number>();
  const size = options.batchSize ?? BATCH_SIZE;
  for (let at = 0; at < entries.length; at += size) {
    if (options.signal?.aborted) return false;
    const batch = entries.slice(at, at + size);
    const outcomes = await writeEntries(site, viewer, batch, parents);
    batch.forEach((entry, i) => tell(progress, entry, outcomes[i] as EntryOutcome));
    options.onProgress?.({ stage: 'writing', done: Math.min(at + size, entries.length), total: entries.length });
    // lets signals and timers through, which an embedded database starves
    await new Promise(setImmediate);
  }
  return true;
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const { name: zone } = siteZone(site);
  const { eventsInFile, entries, notes } = readCalendar(textOf(bytes), { ...boundsNow(), siteZone: zone });
  const skipped = notes.filter(({ outcome }) => outcome === 'skipped');
  const progress: Progress = { tally: {}, notes: notes.map((note) => noteOf(note, note.outcome, note.reason, note.detail)) };
  const skippedLines = new Set(skipped.map(({ line }) => line));
  count(progress.tally, 'VEVENT', 'inFile', eventsInFile);
  count(progress.tally, 'VEVENT', 'imported', eventsInFile - skippedLines.size);
  count(progress.tally, 'VEVENT', 'skipped', skippedLines.size);
  count(progress.tally, WHAT, 'inFile', entries.length);
  let finished = true;
  if (options.dryRun) {
    const known = await knownEvents(site, entries);
    for (const { key } of entries) count(progress.tally, WHAT, known.has(key) ? 'alreadyHere' : 'imported');
  } else finished = await writeAll(site, entries, options, progress);
  return {
    format: 'ics',
    file,
    hash: createHash('sha256').update(bytes).digest('hex'),
    source: '',
    dryRun: options.dryRun,
    resumed: false,
    finished,
    tally: progress.tally,
    // a VEVENT is an item, its occurrences are what becomes of it
    parts: [WHAT],
    assumptions: {},
    notes: async function* () {
      yield* progress.notes;
    },
    close: async () => {},
  };
}

/** Reads events from calendar files; a repeated import makes nothing twice and brings up to date what the file says otherwise now. */
export const icsImporter: Importer = {
  description: 'events of a calendar program (iCalendar)',
  extensions: ['.ics', '.ical', '.ifb'],
  run,
};
