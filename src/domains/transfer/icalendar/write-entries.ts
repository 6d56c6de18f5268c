import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Tx } from '#app/core/db/database.ts';
import { createEvents } from '#app/domains/events/bulk.writer.ts';
import { storeEvent } from '#app/domains/events/event.writer.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { calendarTransaction } from '#app/domains/events/transaction.ts';
import type { Site } from '#app/site.ts';
import type { CalendarEntry } from './read/entry.ts';
import { entryInput, lineageOf } from './entry-input.ts';

/** Result of writing an entry. */
export type EntryOutcome = 'imported' | 'updated' | 'unchanged' | 'trashed';

const known = statement(
  'events_of_lineage',
  `SELECT e.content_id AS id, mark FROM event e, unnest(e.lineage) AS mark WHERE e.lineage && $1::text[] AND mark = ANY($1::text[])`,
  rowShape({ id: 'int', mark: 'text' }),
);

const repetitions = statement(
  'events_of_series_lineage',
  `SELECT mark FROM event e, unnest(e.lineage) AS mark WHERE mark LIKE 'ical:%#%' AND regexp_replace(mark, '#[^#]*$', '') = ANY($1::text[])`,
  rowShape({ mark: 'text' }),
);

/** Returns the keys of these series' occurrences from earlier imports. */
export async function knownRepetitions(site: Site, series: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await site.db.rows(repetitions, [series.map(lineageOf)]);
  return new Set(rows.map(({ mark }) => mark.slice(lineageOf('').length)));
}

/** Returns the events that earlier imports created for these entries, by key. */
export async function knownEvents(site: Site, entries: readonly CalendarEntry[]): Promise<Map<string, EventRecord>> {
  const marks = new Map(entries.map(({ key }) => [lineageOf(key), key]));
  const rows = await site.db.rows(known, [[...marks.keys()]]);
  const events = new Map(
    (
      await loadEvents(
        site,
        rows.map(({ id }) => id),
      )
    ).map((event) => [event.id, event]),
  );
  return new Map(
    rows.flatMap(({ id, mark }) => {
      const [key, event] = [marks.get(mark), events.get(id)];
      return key !== undefined && event ? [[key, event] as const] : [];
    }),
  );
}

function isAtSameTimes(event: EventRecord, { allDay, startWall, endWall, startInstant, endInstant }: CalendarEntry): boolean {
  if (allDay) return event.startLocal === startWall && event.endLocal === (endWall < startWall ? startWall : endWall);
  return event.startUtc === toWallTime(startInstant, 'UTC') && event.endUtc === toWallTime(endInstant, 'UTC');
}

/** True if the event has the values of the entry. Values that the file lacks are not compared. */
function isUnchanged(event: EventRecord, entry: CalendarEntry, input: EventInput): boolean {
  return (
    event.title === stripTags(input.title ?? '') &&
    event.content === input.description &&
    event.allDay === entry.allDay &&
    event.timezone === entry.timezone &&
    isAtSameTimes(event, entry) &&
    (input.website === undefined || event.website === input.website) &&
    cancellationOf(event) === entry.isCancelled &&
    event.status === input.status
  );
}

const options = { whenReversed: 'clamp', images: { drafts: new Map<object, never>() } } as const;

/** Creates single events and the first events of series first, because later events of a series refer to the first one as their parent. */
async function createAll(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  entries: readonly CalendarEntry[],
  parents: Map<string, number>,
): Promise<void> {
  const begins = new Set<CalendarEntry>();
  const begun = new Set(parents.keys());
  for (const entry of entries) {
    if (entry.series !== null && begun.has(entry.series)) continue;
    begins.add(entry);
    if (entry.series !== null) begun.add(entry.series);
  }
  for (const some of [entries.filter((entry) => begins.has(entry)), entries.filter((entry) => !begins.has(entry))]) {
    const inputs = some.map((entry) => {
      const parentId = entry.series === null ? undefined : parents.get(entry.series);
      return { input: { ...entryInput(entry), ...(parentId !== undefined && { parentId }) } };
    });
    const created = await createEvents(site, tx, viewer, inputs, 'clamp');
    for (const [i, { series }] of some.entries())
      if (series !== null && !parents.has(series)) parents.set(series, (created[i] as { id: number }).id);
  }
}

async function writeStored(site: Site, tx: Tx, viewer: Viewer, entry: CalendarEntry, stored: EventRecord): Promise<EntryOutcome> {
  if (stored.status === 'trash') return 'trashed';
  const input = entryInput(entry);
  if (isUnchanged(stored, entry, input)) return 'unchanged';
  // the event may have further global IDs; that of this import is already stored
  const { lineage: _, ...changes } = input;
  await storeEvent(site, tx, viewer, stored.id, changes, options);
  return 'updated';
}

/**
 * Writes the entries in one transaction: creates new events and updates those of earlier imports. Events in the trash stay there. `parents` are the first
 * events of the file's series; this call adds new ones.
 */
export async function writeEntries(
  site: Site,
  viewer: Viewer,
  entries: readonly CalendarEntry[],
  parents: Map<string, number>,
): Promise<EntryOutcome[]> {
  const before = await knownEvents(site, entries);
  for (const { key, series } of entries) {
    const stored = before.get(key);
    if (stored && series !== null && !parents.has(series)) parents.set(series, stored.parentId ?? stored.id);
  }
  const { outcomes, begun } = await calendarTransaction(site, async (tx) => {
    // events from a failed attempt of the transaction do not exist
    const beginnings = new Map(parents);
    await createAll(
      site,
      tx,
      viewer,
      entries.filter(({ key }) => !before.has(key)),
      beginnings,
    );
    const written: EntryOutcome[] = [];
    for (const entry of entries) {
      const stored = before.get(entry.key);
      written.push(stored ? await writeStored(site, tx, viewer, entry, stored) : 'imported');
    }
    return { outcomes: written, begun: beginnings };
  });
  for (const [series, id] of begun) parents.set(series, id);
  return outcomes;
}
