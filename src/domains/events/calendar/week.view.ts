import { startOfWeek } from '#app/core/settings/site.settings.ts';
import { addDays, type Day, getLastDay, getWeekStart } from './days.ts';
import { groupIdsByDay } from './month.view.ts';
import { buildCalendarUrl } from './calendar-query.ts';
import type { GridDay, Message, ViewPart, ViewContext, ViewLink } from './view.ts';
import { loadEventsInOrder, findExtent, findEventIds, findGridEvents, type GridEvent } from './visible-events.ts';
import { formatShortSpan, formatLongSpan } from './format-days.ts';

/** Maximum number of events in a column. The day view shows the others. */
const MAX_EVENTS_PER_DAY = 50;

async function listMessages({ site, translate, filter, query }: ViewContext, last: Day, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (query.keyword !== '')
    return [{ key: 'week_no_results_found_w_keyword', text: translate('calendar.noneOfWeekFor', { keyword: query.keyword }) }];
  const text = translate('calendar.noneOfWeek');
  const [nextEvent] = await loadEventsInOrder(site, await findEventIds(site, filter, { fromDay: addDays(last, 1) }, { limit: 1 }));
  if (!nextEvent) return [{ key: 'week_no_results_found', text }];
  const first = getWeekStart(nextEvent.startLocal.slice(0, 10), site.settings.get(startOfWeek));
  const url = buildCalendarUrl(site, { ...query, view: 'week', date: first });
  return [{ key: 'week_no_results_found_w_ff_link', text, link: { url, label: translate('calendar.jump') } }];
}

/** Sorts multi-day events first, so that they have the same position in each column. Sorts the others by clock time. */
function sortForColumns(events: readonly GridEvent[]): GridEvent[] {
  const isMultiDay = (event: GridEvent) => event.startLocal.slice(0, 10) !== getLastDay(event);
  return events.toSorted(
    (a, b) =>
      Number(isMultiDay(b)) - Number(isMultiDay(a)) || (a.startLocal < b.startLocal ? -1 : a.startLocal > b.startLocal ? 1 : a.id - b.id),
  );
}

/** Returns the view of the week that contains the date. Each day has the events that take place on it in their own time zones. */
export async function buildWeekView(context: ViewContext): Promise<ViewPart> {
  const { site, translate, filter, query, today } = context;
  const first = getWeekStart(query.date ?? today, site.settings.get(startOfWeek));
  const days = Array.from({ length: 7 }, (_, i) => addDays(first, i));
  const last = addDays(first, 6);
  const byDay = groupIdsByDay(days, sortForColumns(await findGridEvents(site, filter, { fromDay: first, untilDay: last })));
  const events = await loadEventsInOrder(site, [...new Set(days.flatMap((day) => byDay.get(day)?.slice(0, MAX_EVENTS_PER_DAY) ?? []))]);
  const eventsById = new Map(events.map((event) => [event.id, event]));
  const columns = days.map((day): GridDay => {
    const ids = byDay.get(day) ?? [];
    return { day, events: ids.slice(0, MAX_EVENTS_PER_DAY).flatMap((id) => eventsById.get(id) ?? []), total: ids.length };
  });
  const extent = await findExtent(site, filter);
  // the heading shows the year; a link shows it only if its week is in another year
  const formatLinkLabel = (target: Day) =>
    (target.slice(0, 4) === first.slice(0, 4) ? formatShortSpan : formatLongSpan)(translate, target, addDays(target, 6));
  const linkTo = (target: Day): ViewLink => ({
    url: buildCalendarUrl(site, { ...query, view: 'week', date: target }),
    label: formatLinkLabel(target),
  });
  return {
    body: { kind: 'week', days: columns },
    events,
    previous: extent && extent.first < first ? linkTo(addDays(first, -7)) : null,
    next: extent && extent.last > last ? linkTo(addDays(first, 7)) : null,
    period: { label: formatLongSpan(translate, first, last), datetime: first },
    messages: await listMessages(context, last, events.length === 0),
    isEmpty: events.length === 0,
  };
}
