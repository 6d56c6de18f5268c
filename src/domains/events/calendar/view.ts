import type { Say } from '#app/core/language/say.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { EventRecord } from '../event.record.ts';
import type { Site } from '#app/site.ts';
import type { WayIn } from '../ticketing.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import type { Day } from './days.ts';
import type { Place, ViewSlug } from './place.ts';
import type { EventChoice } from './visible-events.ts';

/** A way to another part of the calendar. */
export interface Way {
  url: string;
  label: string;
}

/** A message to the reader; the keys are those of events.md 4.4. */
export interface Message {
  key: string;
  text: string;
  way?: Way;
}

/** One day of a grid. */
export interface GridDay {
  day: Day;
  /** As many as a day may show. */
  events: readonly EventRecord[];
  /** How many touch it. */
  total: number;
}

/** One day of the month's grid. */
export interface MonthDay extends GridDay {
  isInMonth: boolean;
}

/** The events of a list that begin on one day. */
export interface DayGroup {
  heading: string;
  events: readonly EventRecord[];
}

/** What stands below the bar of a view. */
export type ViewBody =
  | { kind: 'list'; events: readonly EventRecord[] }
  | { kind: 'month'; weeks: readonly (readonly MonthDay[])[]; selected: Day | null }
  | { kind: 'week'; days: readonly GridDay[] }
  | { kind: 'day'; groups: readonly DayGroup[] }
  | { kind: 'reflector' };

/** What differs between the views. */
export interface ViewPart {
  body: ViewBody;
  /** What ended last, where it is shown below. */
  latestPast?: readonly EventRecord[];
  events: readonly EventRecord[];
  previous: Way | null;
  next: Way | null;
  /** What it shows, in words, and for machines: a day, a month, the first day of a week, or nothing. */
  period: { label: string; datetime: string };
  messages: readonly Message[];
  isEmpty: boolean;
}

/** What a view is made from. */
export interface ViewQuestion {
  site: Site;
  /** Says its texts in the reader's language. */
  say: Say;
  choice: EventChoice;
  place: Place;
  /** Day and time on the site's clocks. */
  today: Day;
  now: WallTime;
}

/** One view of the calendar, ready to be shown. */
export interface CalendarView extends ViewPart {
  /** Says the texts around it in the language of those that it holds. */
  say: Say;
  slug: ViewSlug;
  place: Place;
  label: string;
  /** Heading: the calendar, a category or a tag. */
  title: string;
  category: TermRecord | null;
  tag: TermRecord | null;
  url: string;
  today: Day;
  now: WallTime;
  todayUrl: string;
  /** Views to choose from. */
  selector: readonly { slug: ViewSlug; label: string; url: string }[];
  /** How to get to the events that it shows as cards, by number of the event. */
  ways: ReadonlyMap<number, WayIn>;
  /** Feed of the same events. */
  feedUrl: string;
}
