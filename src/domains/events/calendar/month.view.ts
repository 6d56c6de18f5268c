import { startOfWeek } from '#app/core/settings/site.settings.ts';
import { monthEventsPerDay } from './calendar.settings.ts';
import { addMonths, type Day, gridOf, lastDayOf, type Month } from './days.ts';
import { addressOf, type Place } from './place.ts';
import type { Message, MonthDay, ViewPart, ViewContext, ViewLink } from './view.ts';
import { eventsInOrder, extentOf, findEventIds, findPlacedEvents, hasUpcomingEvents, type PlacedEvent } from './visible-events.ts';
import { monthName } from './words.ts';

/** Groups the IDs of the events by the days of the grid, in the order of the events. */
export function idsByDay(days: readonly Day[], events: readonly PlacedEvent[]): Map<Day, number[]> {
  const byDay = new Map<Day, number[]>(days.map((day) => [day, []]));
  for (const event of events) {
    const first = event.startLocal.slice(0, 10);
    const last = lastDayOf(event);
    for (const day of days) if (day >= first && day <= last) byDay.get(day)?.push(event.id);
  }
  return byDay;
}

async function messagesOf({ site, say, choice, place }: ViewContext, month: Month, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (place.keyword !== '')
    return [{ key: 'month_no_results_found_w_keyword', text: say('calendar.noneOfMonthFor', { keyword: place.keyword }) }];
  const [later] = await eventsInOrder(site, await findEventIds(site, choice, { fromDay: `${addMonths(month, 1)}-01` }, { limit: 1 }));
  if (!later && !(await hasUpcomingEvents(site, choice))) return [{ key: 'no_upcoming_events', text: say('calendar.noUpcoming') }];
  if (!later) return [{ key: 'no_results_found', text: say('calendar.noneOfMonth') }];
  const url = addressOf(site, { ...place, view: 'month', date: later.startLocal.slice(0, 10) });
  return [
    {
      key: 'month_no_results_found_w_ff_link',
      text: say('calendar.noneOfMonth'),
      link: { url, label: say('calendar.jump') },
    },
  ];
}

/** Returns the weeks of the month. Each day has the events that touch it in their own time zones (events.md 4.3). */
export async function monthView(context: ViewContext): Promise<ViewPart> {
  const { site, say, choice, place, today } = context;
  const month = (place.date ?? today).slice(0, 7);
  const days = gridOf(month, site.settings.get(startOfWeek));
  const most = site.settings.get(monthEventsPerDay);
  const placed = await findPlacedEvents(site, choice, { fromDay: days[0] as Day, untilDay: days.at(-1) as Day });
  const byDay = idsByDay(days, placed);
  const shown = [...new Set(days.flatMap((day) => byDay.get(day)?.slice(0, most) ?? []))];
  const events = await eventsInOrder(site, shown);
  const known = new Map(events.map((event) => [event.id, event]));
  const cells = days.map((day): MonthDay => {
    const ids = byDay.get(day) ?? [];
    return { day, isInMonth: day.startsWith(month), events: ids.slice(0, most).flatMap((id) => known.get(id) ?? []), total: ids.length };
  });
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  const extent = await extentOf(site, choice);
  const linkTo = (to: Month): ViewLink => ({
    url: addressOf(site, { ...place, view: 'month', date: `${to}-01` }),
    label: monthName(say, to),
  });
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  const isEmpty = !cells.some((cell) => cell.isInMonth && cell.total > 0);
  return {
    body: { kind: 'month', weeks, selected: selectedDay(place, today, cells) },
    events,
    previous: extent && extent.first.slice(0, 7) <= before ? linkTo(before) : null,
    next: extent && extent.last.slice(0, 7) >= after ? linkTo(after) : null,
    period: { label: monthName(say, month), datetime: month },
    messages: await messagesOf(context, month, isEmpty),
    isEmpty,
  };
}

/** Returns the day whose events small screens show first: the requested day, today, or the first day with events. */
function selectedDay(place: Place, today: Day, cells: readonly MonthDay[]): Day | null {
  if (place.date !== null && !place.isWholeMonth) return place.date;
  const inMonth = cells.filter((cell) => cell.isInMonth);
  return (inMonth.find(({ day }) => day === today) ?? inMonth.find(({ total }) => total > 0))?.day ?? null;
}
