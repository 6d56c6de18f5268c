import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Tx } from '#app/core/db/database.ts';
import { createEventsIn } from '#app/domains/events/bulk.writer.ts';
import { updateEventIn } from '#app/domains/events/event.writer.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Site } from '#app/site.ts';
import type { CalendarEntry } from './read/entry.ts';
import { toEventInput, buildEntryGlobalId } from './entry-input.ts';

/** Result of writing an entry. */
export type EntryOutcome = 'imported' | 'updated' | 'unchanged' | 'trashed';

const selectEventsByLineage = statement(
  'events_of_lineage',
  `SELECT e.content_id AS id, mark FROM event e, unnest(e.lineage) AS mark WHERE e.lineage && $1::text[] AND mark = ANY($1::text[])`,
  rowShape({ id: 'int', mark: 'text' }),
);

const selectOccurrenceKeys = statement(
  'events_of_series_lineage',
  `SELECT mark FROM event e, unnest(e.lineage) AS mark WHERE mark LIKE 'ical:%#%' AND regexp_replace(mark, '#[^#]*$', '') = ANY($1::text[])`,
  rowShape({ mark: 'text' }),
);

/** Returns the keys of the occurrences of these series that earlier imports created. */
export async function loadKnownOccurrenceKeys(site: Site, series: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await site.db.rows(selectOccurrenceKeys, [series.map(buildEntryGlobalId)]);
  return new Set(rows.map(({ mark }) => mark.slice(buildEntryGlobalId('').length)));
}

/** Returns the events that earlier imports created for these entries, by key. */
export async function loadKnownEvents(site: Site, entries: readonly CalendarEntry[]): Promise<Map<string, EventRecord>> {
  const keyByGlobalId = new Map(entries.map(({ key }) => [buildEntryGlobalId(key), key]));
  const rows = await site.db.rows(selectEventsByLineage, [[...keyByGlobalId.keys()]]);
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
      const [key, event] = [keyByGlobalId.get(mark), events.get(id)];
      return key !== undefined && event ? [[key, event] as const] : [];
    }),
  );
}

function hasSameTimes(event: EventRecord, { allDay, startWall, endWall, startInstant, endInstant }: CalendarEntry): boolean {
  if (allDay) return event.startLocal === startWall && event.endLocal === (endWall < startWall ? startWall : endWall);
  return event.startUtc === toWallTime(startInstant, 'UTC') && event.endUtc === toWallTime(endInstant, 'UTC');
}

/** True if the event has the values of the entry. Ignores values that the file does not contain. */
function isUnchanged(event: EventRecord, entry: CalendarEntry, input: EventInput): boolean {
  return (
    event.title === stripTags(input.title ?? '') &&
    event.content === input.description &&
    event.allDay === entry.allDay &&
    event.timezone === entry.timezone &&
    hasSameTimes(event, entry) &&
    (input.website === undefined || event.website === input.website) &&
    isEventCancelled(event) === entry.isCancelled &&
    event.status === input.status
  );
}

const writeOptions = { whenReversed: 'clamp', images: { drafts: new Map<object, never>() } } as const;

/**
 * Creates the events of new entries. Creates single events and the first event of each series first, because the other events of a series refer to
 * the first one as their parent.
 */
async function createAll(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  entries: readonly CalendarEntry[],
  parents: Map<string, number>,
): Promise<void> {
  const firstEntries = new Set<CalendarEntry>();
  const knownSeries = new Set(parents.keys());
  for (const entry of entries) {
    if (entry.series !== null && knownSeries.has(entry.series)) continue;
    firstEntries.add(entry);
    if (entry.series !== null) knownSeries.add(entry.series);
  }
  for (const group of [entries.filter((entry) => firstEntries.has(entry)), entries.filter((entry) => !firstEntries.has(entry))]) {
    const inputs = group.map((entry) => {
      const parentId = entry.series === null ? undefined : parents.get(entry.series);
      return { input: { ...toEventInput(entry), ...(parentId !== undefined && { parentId }) } };
    });
    const created = await createEventsIn(site, tx, viewer, inputs, 'clamp');
    for (const [i, { series }] of group.entries())
      if (series !== null && !parents.has(series)) parents.set(series, (created[i] as { id: number }).id);
  }
}

async function updateStoredEvent(site: Site, tx: Tx, viewer: Viewer, entry: CalendarEntry, stored: EventRecord): Promise<EntryOutcome> {
  if (stored.status === 'trash') return 'trashed';
  const input = toEventInput(entry);
  if (isUnchanged(stored, entry, input)) return 'unchanged';
  // the stored event already has the global ID of the entry, and may have others
  const { lineage: _, ...changes } = input;
  await updateEventIn(site, tx, viewer, stored.id, changes, writeOptions);
  return 'updated';
}

/**
 * Writes the entries in one transaction: creates new events and updates those of earlier imports. Events in the trash stay there. `parents`
 * contains the IDs of the first events of series by UID; this function adds new ones.
 */
export async function writeEntries(
  site: Site,
  viewer: Viewer,
  entries: readonly CalendarEntry[],
  parents: Map<string, number>,
): Promise<EntryOutcome[]> {
  const knownByKey = await loadKnownEvents(site, entries);
  for (const { key, series } of entries) {
    const stored = knownByKey.get(key);
    if (stored && series !== null && !parents.has(series)) parents.set(series, stored.parentId ?? stored.id);
  }
  const { outcomes, newParents } = await runCalendarTransaction(site, async (tx) => {
    // a copy, because events of a failed attempt of the transaction do not exist
    const newParents = new Map(parents);
    await createAll(
      site,
      tx,
      viewer,
      entries.filter(({ key }) => !knownByKey.has(key)),
      newParents,
    );
    const entryOutcomes: EntryOutcome[] = [];
    for (const entry of entries) {
      const stored = knownByKey.get(entry.key);
      entryOutcomes.push(stored ? await updateStoredEvent(site, tx, viewer, entry, stored) : 'imported');
    }
    return { outcomes: entryOutcomes, newParents };
  });
  for (const [series, id] of newParents) parents.set(series, id);
  return outcomes;
}
