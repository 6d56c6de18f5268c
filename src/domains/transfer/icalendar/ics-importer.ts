import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { siteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '#app/domains/transfer/importer.ts';
import { count, type Tally } from '#app/domains/transfer/tally.ts';
import type { Site } from '#app/site.ts';
import { type ReadCalendar, readCalendar } from './read/entries.ts';
import type { CalendarEntry } from './read/entry.ts';
import { importingViewer } from './importing-viewer.ts';
import { type EntryOutcome, knownEvents, knownRepetitions, writeEntries } from './write-entries.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 50;
const WHAT = 'event';

/** Bounds for rules without an end: from one year ago to two years ahead. */
const boundsNow = () => ({
  now: now(),
  from: new Date(now().getTime() - 366 * DAY_MS),
  until: new Date(now().getTime() + 2 * 366 * DAY_MS),
  most: 1_000,
});

const readNote = (
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

interface Progress {
  tally: Tally;
  notes: ImportNote[];
}

function tell({ tally, notes }: Progress, entry: CalendarEntry, outcome: EntryOutcome): void {
  count(tally, WHAT, outcome === 'imported' ? 'imported' : 'alreadyHere');
  if (outcome === 'updated') notes.push(readNote(entry, 'changed', 'it came with an earlier import: brought up to date'));
  if (outcome === 'trashed')
    notes.push(readNote(entry, 'changed', 'it came with an earlier import and was thrown away since: it stays in the trash'));
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
  }
  return true;
}

/** Reads the file. If an event has too many occurrences, keeps those of earlier imports and the next ones. */
async function read(site: Site, bytes: Buffer): Promise<ReadCalendar> {
  const options = { ...boundsNow(), siteZone: siteZone(site).name };
  const first = readCalendar(bytes, options);
  if (first.leftOut.size === 0) return first;
  const known = await knownRepetitions(site, [...first.leftOut.keys()]);
  return known.size === 0 ? first : readCalendar(bytes, { ...options, isKnown: (key) => known.has(key) });
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const { eventsInFile, entries, notes, leftOut } = await read(site, bytes);
  const left = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
  const skipped = notes.filter(({ outcome }) => outcome === 'skipped');
  const progress: Progress = { tally: {}, notes: notes.map((note) => readNote(note, note.outcome, note.reason, note.detail)) };
  const linesHere = new Set(entries.map(({ line }) => line));
  // some occurrences of a series may be omitted
  const skippedLines = new Set(skipped.map(({ line }) => line).filter((line) => !linesHere.has(line)));
  count(progress.tally, 'VEVENT', 'inFile', eventsInFile);
  count(progress.tally, 'VEVENT', 'imported', eventsInFile - skippedLines.size);
  count(progress.tally, 'VEVENT', 'skipped', skippedLines.size);
  count(progress.tally, WHAT, 'inFile', entries.length + left);
  count(progress.tally, WHAT, 'skipped', left);
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
    // a VEVENT is an item; its occurrences are parts
    parts: [WHAT],
    assumptions: {},
    notes: async function* () {
      yield* progress.notes;
    },
    close: async () => {},
  };
}

/** Imports events from calendar files. A repeated import creates no duplicates and updates changed events. */
export const icsImporter: Importer = {
  description: 'events of a calendar program (iCalendar)',
  extensions: ['.ics', '.ical', '.ifb'],
  run,
};
