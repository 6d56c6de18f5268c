import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { createEvent, updateEvent } from '#app/domains/events/event.writer.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { calendarTransaction } from '#app/domains/events/transaction.ts';
import type { Site } from '#app/site.ts';
import type { CalendarEntry } from './read/entry.ts';
import { entryInput, lineageOf } from './entry-input.ts';

/** What became of an entry. */
export type EntryOutcome = 'imported' | 'updated' | 'unchanged' | 'trashed';

const known = statement(
  'events_of_lineage',
  `SELECT e.content_id AS id, mark FROM event e, unnest(e.lineage) AS mark WHERE e.lineage && $1::text[] AND mark = ANY($1::text[])`,
  answer({ id: 'int', mark: 'text' }),
);

/** The events that earlier imports made of these entries, by their keys. */
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

/** Whether the event says what the entry says; what the file does not tell is not compared. */
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

/** Writes the entries in one transaction: new events, and changes to those of earlier imports. What somebody threw away stays in the trash. */
export async function writeEntries(
  site: Site,
  viewer: Viewer,
  entries: readonly CalendarEntry[],
  parents: Map<string, number>,
): Promise<EntryOutcome[]> {
  const before = await knownEvents(site, entries);
  return await calendarTransaction(site, async (tx) => {
    const outcomes: EntryOutcome[] = [];
    for (const entry of entries) {
      const input = entryInput(entry);
      const stored = before.get(entry.key);
      if (!stored) {
        const parentId = entry.series === null ? undefined : parents.get(entry.series);
        const { id } = await createEvent(site, tx, viewer, { ...input, ...(parentId !== undefined && { parentId }) }, options);
        if (entry.series !== null && parentId === undefined) parents.set(entry.series, id);
        outcomes.push('imported');
        continue;
      }
      if (entry.series !== null && !parents.has(entry.series)) parents.set(entry.series, stored.parentId ?? stored.id);
      if (stored.status === 'trash') outcomes.push('trashed');
      else if (isUnchanged(stored, entry, input)) outcomes.push('unchanged');
      else {
        // the lineage may hold more than this import's mark, which is there already
        const { lineage: _, ...changes } = input;
        await updateEvent(site, tx, viewer, stored.id, changes, options);
        outcomes.push('updated');
      }
    }
    return outcomes;
  });
}
