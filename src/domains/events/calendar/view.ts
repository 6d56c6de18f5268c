import type { Translate } from '#app/core/language/translate.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { EventRecord } from '../event.record.ts';
import type { Site } from '#app/site.ts';
import type { TicketSummary } from '../ticketing.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import type { Day } from './days.ts';
import type { CalendarQuery, ViewSlug } from './calendar-query.ts';
import type { ViewFilter } from './visible-events.ts';

/** A link to another part of the calendar. */
export interface ViewLink {
  url: string;
  label: string;
}

/** A message of a view. The keys are listed in docs/behaviour/events.md 4.4. */
export interface Message {
  key: string;
  text: string;
  link?: ViewLink;
}

/** One day of a month or week. */
export interface GridDay {
  day: Day;
  /** Events to show, up to the maximum of a day. */
  events: readonly EventRecord[];
  /** Number of all events that take place on the day. */
  total: number;
}

export interface MonthDay extends GridDay {
  isInMonth: boolean;
}

/** Events of a day under one heading. */
export interface DayGroup {
  heading: string;
  events: readonly EventRecord[];
}

/** Content below the view's bar. */
export type ViewBody =
  | { kind: 'list'; events: readonly EventRecord[] }
  | { kind: 'month'; weeks: readonly (readonly MonthDay[])[]; selected: Day | null }
  | { kind: 'week'; days: readonly GridDay[] }
  | { kind: 'day'; groups: readonly DayGroup[] }
  | { kind: 'reflector' };

/** The members of a view that differ between list, month, day and week. */
export interface ViewPart {
  body: ViewBody;
  /** Latest past events, if the view shows them below its content. */
  latestPast?: readonly EventRecord[];
  events: readonly EventRecord[];
  previous: ViewLink | null;
  next: ViewLink | null;
  /** Displayed period. `datetime` is a day, a month, the first day of a week, or an empty string. */
  period: { label: string; datetime: string };
  messages: readonly Message[];
  isEmpty: boolean;
}

/** Input for building a view. */
export interface ViewContext {
  site: Site;
  /** Translates into the visitor's language. */
  translate: Translate;
  filter: ViewFilter;
  query: CalendarQuery;
  /** Current day and time in the site's time zone. */
  today: Day;
  now: WallTime;
}

/** A view that is ready to render. */
export interface CalendarView extends ViewPart {
  /** Translates into the same language as the view's content. */
  translate: Translate;
  slug: ViewSlug;
  query: CalendarQuery;
  label: string;
  /** Name of the calendar, category or tag, for the heading. */
  title: string;
  category: TermRecord | null;
  tag: TermRecord | null;
  url: string;
  today: Day;
  now: WallTime;
  todayUrl: string;
  /** Views that the view selector offers. */
  selector: readonly { slug: ViewSlug; label: string; url: string }[];
  /** Ticket links of the events on cards, by event ID. */
  tickets: ReadonlyMap<number, TicketSummary>;
  /** URL of the iCalendar feed with the same events. */
  feedUrl: string;
}
