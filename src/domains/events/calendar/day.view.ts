import type { EventRecord } from '../event.record.ts';
import { formatClock } from '../format-event-time.ts';
import { addDays, type Day } from './days.ts';
import { buildCalendarUrl } from './calendar-query.ts';
import type { DayGroup, Message, ViewPart, ViewContext, ViewLink } from './view.ts';
import { loadEventsInOrder, findExtent, findEventIds } from './visible-events.ts';
import { formatDate } from './format-days.ts';

/** Maximum number of events in a day view. */
const MAX_EVENTS_OF_DAY = 1_000;

/**
 * Groups events: all-day events, events that started on an earlier day, then the others by the hour of their start
 * (docs/behaviour/events.md 4.3).
 */
function groupEvents({ site, translate }: ViewContext, day: Day, events: readonly EventRecord[]): DayGroup[] {
  const [allDay, ongoing] = [translate('calendar.allDayGroup'), translate('calendar.ongoing')];
  const groups = new Map<string, EventRecord[]>([
    [allDay, []],
    [ongoing, []],
  ]);
  for (const event of events) {
    const hour = `${event.startLocal.slice(0, 13)}:00:00`;
    const heading = event.allDay ? allDay : event.startLocal < day ? ongoing : formatClock(site, translate, hour);
    groups.set(heading, [...(groups.get(heading) ?? []), event]);
  }
  return [...groups].filter(([, group]) => group.length > 0).map(([heading, group]) => ({ heading, events: group }));
}

async function listMessages({ site, translate, filter, query }: ViewContext, day: Day, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (query.keyword !== '')
    return [{ key: 'no_results_found_w_keyword', text: translate('calendar.noResultsFor', { keyword: query.keyword }) }];
  const text = translate('calendar.noneOfDay', { day: formatDate(translate, day) });
  const [nextEvent] = await loadEventsInOrder(site, await findEventIds(site, filter, { fromDay: addDays(day, 1) }, { limit: 1 }));
  if (!nextEvent) return [{ key: 'day_no_results_found', text }];
  const url = buildCalendarUrl(site, { ...query, view: 'day', date: nextEvent.startLocal.slice(0, 10) });
  return [{ key: 'day_no_results_found_w_ff_link', text, link: { url, label: translate('calendar.jump') } }];
}

/** Returns the day view, with the events that take place on the day in their own time zones. */
export async function buildDayView(context: ViewContext): Promise<ViewPart> {
  const { site, translate, filter, query, today } = context;
  const day = query.date ?? today;
  const dayEvents = await loadEventsInOrder(
    site,
    await findEventIds(site, filter, { fromDay: day, untilDay: day }, { limit: MAX_EVENTS_OF_DAY }),
  );
  // events may be in different zones: within the day they are sorted by clock time, not by instant
  const byClock = dayEvents.toSorted((a, b) =>
    a.startLocal < b.startLocal ? -1 : a.startLocal > b.startLocal ? 1 : a.durationSeconds - b.durationSeconds,
  );
  const groups = groupEvents(context, day, byClock);
  const events = groups.flatMap((group) => group.events);
  const extent = await findExtent(site, filter);
  const linkTo = (target: Day): ViewLink => ({
    url: buildCalendarUrl(site, { ...query, view: 'day', date: target }),
    label: formatDate(translate, target),
  });
  return {
    body: { kind: 'day', groups },
    events,
    previous: extent && extent.first < day ? linkTo(addDays(day, -1)) : null,
    next: extent && extent.last > day ? linkTo(addDays(day, 1)) : null,
    period: { label: formatDate(translate, day), datetime: day },
    messages: await listMessages(context, day, events.length === 0),
    isEmpty: events.length === 0,
  };
}
