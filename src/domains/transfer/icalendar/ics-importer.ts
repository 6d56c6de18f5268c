import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import type { Importer, ImportNote, ImportOptions, ImportReport } from '#app/domains/transfer/importer.ts';
import { addToTally, type Tally } from '#app/domains/transfer/tally.ts';
import type { Site } from '#app/site.ts';
import { type CalendarEntries, readCalendar } from './read/entries.ts';
import type { CalendarEntry } from './read/entry.ts';
import { getImportingViewer } from './importing-viewer.ts';
import { type EntryOutcome, loadKnownEvents, loadKnownOccurrenceKeys, writeEntries } from './write-entries.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 50;
/** Name of the tally account that counts occurrences and single events. */
const OCCURRENCE_ACCOUNT = 'event';

/** Returns the bounds for expanding rules. Rules without an end are expanded from one year ago to two years ahead. */
const computeBounds = () => ({
  now: now(),
  from: new Date(now().getTime() - 366 * DAY_MS),
  until: new Date(now().getTime() + 2 * 366 * DAY_MS),
  maxOccurrences: 1_000,
});

const createNote = (
  entry: Pick<CalendarEntry, 'line' | 'key' | 'title'>,
  outcome: ImportNote['outcome'],
  reason: string,
  detail = '',
): ImportNote => ({
  line: entry.line,
  outcome,
  what: OCCURRENCE_ACCOUNT,
  sourceId: entry.key,
  title: entry.title,
  reason,
  detail,
});

interface Progress {
  tally: Tally;
  notes: ImportNote[];
}

function recordOutcome({ tally, notes }: Progress, entry: CalendarEntry, outcome: EntryOutcome): void {
  addToTally(tally, OCCURRENCE_ACCOUNT, outcome === 'imported' ? 'imported' : 'alreadyHere');
  if (outcome === 'updated') notes.push(createNote(entry, 'changed', 'an earlier import created it: updated'));
  if (outcome === 'trashed')
    notes.push(createNote(entry, 'changed', 'an earlier import created it, and it is in the trash: it stays there'));
}

async function writeAll(site: Site, entries: readonly CalendarEntry[], options: ImportOptions, progress: Progress): Promise<boolean> {
  const viewer = await getImportingViewer(site, options.defaultAuthor);
  const parents = new Map<string, number>();
  const size = options.batchSize ?? BATCH_SIZE;
  for (let start = 0; start < entries.length; start += size) {
    if (options.signal?.aborted) return false;
    const batch = entries.slice(start, start + size);
    const outcomes = await writeEntries(site, viewer, batch, parents);
    batch.forEach((entry, i) => recordOutcome(progress, entry, outcomes[i] as EntryOutcome));
    options.onProgress?.({ stage: 'writing', done: Math.min(start + size, entries.length), total: entries.length });
  }
  return true;
}

/** Reads the entries of a file. For an event with too many occurrences, selects those of earlier imports and the next ones. */
async function readEntries(site: Site, bytes: Buffer): Promise<CalendarEntries> {
  const options = { ...computeBounds(), siteZone: getSiteZone(site).name };
  const calendar = readCalendar(bytes, options);
  if (calendar.leftOut.size === 0) return calendar;
  const known = await loadKnownOccurrenceKeys(site, [...calendar.leftOut.keys()]);
  return known.size === 0 ? calendar : readCalendar(bytes, { ...options, isKnown: (key) => known.has(key) });
}

async function run(site: Site, file: string, options: ImportOptions): Promise<ImportReport> {
  const bytes = await readFile(file);
  const { eventsInFile, entries, notes, leftOut } = await readEntries(site, bytes);
  const leftOutCount = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
  const skipped = notes.filter(({ outcome }) => outcome === 'skipped');
  const progress: Progress = { tally: {}, notes: notes.map((note) => createNote(note, note.outcome, note.reason, note.detail)) };
  const importedLines = new Set(entries.map(({ line }) => line));
  // a series counts as imported even if some of its occurrences are left out
  const skippedLines = new Set(skipped.map(({ line }) => line).filter((line) => !importedLines.has(line)));
  addToTally(progress.tally, 'VEVENT', 'inFile', eventsInFile);
  addToTally(progress.tally, 'VEVENT', 'imported', eventsInFile - skippedLines.size);
  addToTally(progress.tally, 'VEVENT', 'skipped', skippedLines.size);
  addToTally(progress.tally, OCCURRENCE_ACCOUNT, 'inFile', entries.length + leftOutCount);
  addToTally(progress.tally, OCCURRENCE_ACCOUNT, 'skipped', leftOutCount);
  let finished = true;
  if (options.dryRun) {
    const known = await loadKnownEvents(site, entries);
    for (const { key } of entries) addToTally(progress.tally, OCCURRENCE_ACCOUNT, known.has(key) ? 'alreadyHere' : 'imported');
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
    // a VEVENT is an item of the file; its occurrences are parts of it
    parts: [OCCURRENCE_ACCOUNT],
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
