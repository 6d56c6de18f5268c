import { startOfWeek } from '#app/core/settings/site.settings.ts';
import { monthEventsPerDay } from './calendar.settings.ts';
import { addMonths, type Day, listGridDays, getLastDay, type Month } from './days.ts';
import { buildCalendarUrl, type CalendarQuery } from './calendar-query.ts';
import type { Message, MonthDay, ViewPart, ViewContext, ViewLink } from './view.ts';
import { loadEventsInOrder, findExtent, findEventIds, findGridEvents, hasUpcomingEvents, type GridEvent } from './visible-events.ts';
import { formatMonth } from './format-days.ts';

/** Groups the IDs of the events by the days of the grid, in the order of the events. */
export function groupIdsByDay(days: readonly Day[], events: readonly GridEvent[]): Map<Day, number[]> {
  const byDay = new Map<Day, number[]>(days.map((day) => [day, []]));
  for (const event of events) {
    const first = event.startLocal.slice(0, 10);
    const last = getLastDay(event);
    for (const day of days) if (day >= first && day <= last) byDay.get(day)?.push(event.id);
  }
  return byDay;
}

async function listMessages({ site, translate, filter, query }: ViewContext, month: Month, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (query.keyword !== '')
    return [{ key: 'month_no_results_found_w_keyword', text: translate('calendar.noneOfMonthFor', { keyword: query.keyword }) }];
  const [nextEvent] = await loadEventsInOrder(
    site,
    await findEventIds(site, filter, { fromDay: `${addMonths(month, 1)}-01` }, { limit: 1 }),
  );
  if (!nextEvent && !(await hasUpcomingEvents(site, filter)))
    return [{ key: 'no_upcoming_events', text: translate('calendar.noUpcoming') }];
  if (!nextEvent) return [{ key: 'no_results_found', text: translate('calendar.noneOfMonth') }];
  const url = buildCalendarUrl(site, { ...query, view: 'month', date: nextEvent.startLocal.slice(0, 10) });
  return [
    {
      key: 'month_no_results_found_w_ff_link',
      text: translate('calendar.noneOfMonth'),
      link: { url, label: translate('calendar.jump') },
    },
  ];
}

/** Returns the month view. Each day has the events that take place on it in their own time zones (docs/behaviour/events.md 4.3). */
export async function buildMonthView(context: ViewContext): Promise<ViewPart> {
  const { site, translate, filter, query, today } = context;
  const month = (query.date ?? today).slice(0, 7);
  const days = listGridDays(month, site.settings.get(startOfWeek));
  const maxPerDay = site.settings.get(monthEventsPerDay);
  const gridEvents = await findGridEvents(site, filter, { fromDay: days[0] as Day, untilDay: days.at(-1) as Day });
  const byDay = groupIdsByDay(days, gridEvents);
  const shownIds = [...new Set(days.flatMap((day) => byDay.get(day)?.slice(0, maxPerDay) ?? []))];
  const events = await loadEventsInOrder(site, shownIds);
  const eventsById = new Map(events.map((event) => [event.id, event]));
  const cells = days.map((day): MonthDay => {
    const ids = byDay.get(day) ?? [];
    return {
      day,
      isInMonth: day.startsWith(month),
      events: ids.slice(0, maxPerDay).flatMap((id) => eventsById.get(id) ?? []),
      total: ids.length,
    };
  });
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  const extent = await findExtent(site, filter);
  const linkTo = (target: Month): ViewLink => ({
    url: buildCalendarUrl(site, { ...query, view: 'month', date: `${target}-01` }),
    label: formatMonth(translate, target),
  });
  const [previousMonth, nextMonth] = [addMonths(month, -1), addMonths(month, 1)];
  const isEmpty = !cells.some((cell) => cell.isInMonth && cell.total > 0);
  return {
    body: { kind: 'month', weeks, selected: findSelectedDay(query, today, cells) },
    events,
    previous: extent && extent.first.slice(0, 7) <= previousMonth ? linkTo(previousMonth) : null,
    next: extent && extent.last.slice(0, 7) >= nextMonth ? linkTo(nextMonth) : null,
    period: { label: formatMonth(translate, month), datetime: month },
    messages: await listMessages(context, month, isEmpty),
    isEmpty,
  };
}

/** Returns the day whose events small screens show first: the requested day, today, or the first day with events. */
function findSelectedDay(query: CalendarQuery, today: Day, cells: readonly MonthDay[]): Day | null {
  if (query.date !== null && !query.isWholeMonth) return query.date;
  const inMonth = cells.filter((cell) => cell.isInMonth);
  return (inMonth.find(({ day }) => day === today) ?? inMonth.find(({ total }) => total > 0))?.day ?? null;
}
