import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { isDay } from '#app/core/time/days.ts';
import { checkCreateCalendarContent } from '#app/domains/events/access.ts';
import { readEvent } from '#app/domains/events/event.reader.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { CopyOptions } from '../duplicate.service.ts';
import { expandRecurrence, MAX_OCCURRENCES, replaceRuleEnd } from './recurrence.rules.ts';
import { addDates, longTransaction } from './repeat.service.ts';
import { listEventsInScope } from './series.service.ts';

/** Throws `forbidden` unless the viewer may create events and edit all events of the series, or `event_not_in_series`. */
export async function checkMayExtend(site: Site, viewer: Viewer, eventId: number): Promise<void> {
  checkCreateCalendarContent(viewer, eventKind);
  await listEventsInScope(site, viewer, eventId, 'all');
  const event = await site.db.prisma.event.findUnique({ where: { contentId: eventId }, select: { seriesId: true } });
  if (typeof event?.seriesId !== 'number') throw new Failure('event_not_in_series', 409, 'This event does not belong to a series.');
}

interface Extension extends CopyOptions {
  /** Last day on which an event may start, `YYYY-MM-DD`. */
  until: string;
}

const lockSeries = statement('lock_event_series', 'SELECT id FROM event_series WHERE id = $1 FOR UPDATE');

async function extend(site: Site, tx: Tx, viewer: Viewer, eventId: number, { until, ...options }: Extension): Promise<number[]> {
  // locks the series against concurrent extensions
  const { seriesId } = await tx.event.findUniqueOrThrow({ where: { contentId: eventId }, select: { seriesId: true } });
  await executeIn(tx, lockSeries, seriesId);
  const series = await tx.eventSeries.findUnique({
    where: { id: seriesId ?? 0 },
    include: {
      events: { where: { status: { not: 'trash' } }, orderBy: [{ startUtc: 'asc' }, { contentId: 'asc' }], select: { contentId: true } },
    },
  });
  const last = series && (await readEvent(tx, series.events.at(-1)?.contentId ?? 0));
  if (!series || !last) throw notFound('event_not_found', 'There is no such event.');
  const rule = replaceRuleEnd(series.rule, until);
  // the occurrences start with the last event, which is already stored
  const limit = MAX_OCCURRENCES - series.events.length + 1;
  const occurrences = expandRecurrence(rule, last.startLocal, limit);
  if (!('starts' in occurrences)) throw invalidArguments({ until: occurrences.message });
  await tx.eventSeries.update({ where: { id: series.id }, data: { rule }, select: { id: true } });
  return await addDates(site, tx, viewer, last, { seriesId: series.id, starts: occurrences.starts.slice(1), ...options });
}

/**
 * Extends the series of an event by the further dates of its rule until a day. Copies the last event. Returns the new IDs. Throws
 * `forbidden`, `event_not_in_series`, or `invalid_arguments` if there is no further date or the series would be too long.
 */
export async function extendSeries(site: Site, viewer: Viewer, eventId: number, extension: Extension): Promise<number[]> {
  await checkMayExtend(site, viewer, eventId);
  if (!isDay(extension.until)) throw invalidArguments({ until: 'Enter the last day of the series as YYYY-MM-DD.' });
  if ((await listSeriesEventIds(site, eventId)).length >= MAX_OCCURRENCES)
    throw invalidArguments({ until: `A series has at most ${MAX_OCCURRENCES} events.` });
  return await runCalendarTransaction(site, (tx) => extend(site, tx, viewer, eventId, extension), longTransaction);
}
