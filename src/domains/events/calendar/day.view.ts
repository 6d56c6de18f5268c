import { formatWall } from '../date-format.ts';
import type { EventRecord } from '../event.record.ts';
import { timeFormat } from '#app/core/settings/site.settings.ts';
import { addDays, type Day } from './days.ts';
import { addressOf } from './place.ts';
import type { DayGroup, Message, ViewPart, ViewQuestion, Way } from './view.ts';
import { eventsInOrder, extentOf, findEventIds } from './visible-events.ts';
import { dayName } from './words.ts';

/** More than a day can be looked through, and a bound on what one answer costs. */
const MOST = 1_000;

/** All-day events, those that began on an earlier day, then the others by the hour of their start (events.md 4.3). */
function groupsOf(day: Day, events: readonly EventRecord[], clock: string): DayGroup[] {
  const groups = new Map<string, EventRecord[]>([
    ['All Day', []],
    ['Ongoing', []],
  ]);
  for (const event of events) {
    const hour = `${event.startLocal.slice(0, 13)}:00:00`;
    const heading = event.allDay ? 'All Day' : event.startLocal < day ? 'Ongoing' : formatWall(hour, clock);
    groups.set(heading, [...(groups.get(heading) ?? []), event]);
  }
  return [...groups].filter(([, group]) => group.length > 0).map(([heading, group]) => ({ heading, events: group }));
}

async function messagesOf({ site, choice, place }: ViewQuestion, day: Day, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (place.keyword !== '') return [{ key: 'no_results_found_w_keyword', text: `There were no results found for “${place.keyword}”.` }];
  const text = `No events are scheduled for ${dayName(day)}.`;
  const [later] = await eventsInOrder(site, await findEventIds(site, choice, { fromDay: addDays(day, 1) }, { limit: 1 }));
  if (!later) return [{ key: 'day_no_results_found', text }];
  const url = addressOf(site, { ...place, view: 'day', date: later.startLocal.slice(0, 10) });
  return [{ key: 'day_no_results_found_w_ff_link', text, way: { url, label: 'Jump to the next upcoming events' } }];
}

/** Everything that touches the day, on the events' own clocks. */
export async function dayView(question: ViewQuestion): Promise<ViewPart> {
  const { site, choice, place, today } = question;
  const day = place.date ?? today;
  const found = await eventsInOrder(site, await findEventIds(site, choice, { fromDay: day, untilDay: day }, { limit: MOST }));
  // events of several zones: within the day the clocks count, not the instants
  const byClock = found.toSorted((a, b) =>
    a.startLocal < b.startLocal ? -1 : a.startLocal > b.startLocal ? 1 : a.durationSeconds - b.durationSeconds,
  );
  const groups = groupsOf(day, byClock, site.settings.get(timeFormat));
  const events = groups.flatMap((group) => group.events);
  const extent = await extentOf(site, choice);
  const way = (to: Day): Way => ({ url: addressOf(site, { ...place, view: 'day', date: to }), label: dayName(to) });
  return {
    body: { kind: 'day', groups },
    events,
    previous: extent && extent.first < day ? way(addDays(day, -1)) : null,
    next: extent && extent.last > day ? way(addDays(day, 1)) : null,
    period: { label: dayName(day), datetime: day },
    messages: await messagesOf(question, day, events.length === 0),
    isEmpty: events.length === 0,
  };
}
