import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { EventRecord } from './event.record.ts';
import type { Site } from '#app/site.ts';

/** How many hold a place at an event. */
export interface Attendance {
  totalAttendees: number;
  checkedIn: number;
  notCheckedIn: number;
}

/** What the ticketing domain tells about events; until it does, no event has tickets. */
export interface Ticketing {
  /** SQL condition: the content whose id is `e.content_id` has tickets. */
  hasTicketsSql: string;
  /** Whether the viewer sees attendance, and events that are hidden from listings. */
  managesAttendees(viewer: Viewer): boolean;
  /** Attendance of these events. */
  attendanceOf(site: Site, eventIds: readonly number[]): Promise<ReadonlyMap<number, Attendance>>;
  /** Writes along when an event is moved: sales may follow its start and its zone. */
  eventMoved(site: Site, tx: Tx, event: { id: number; startLocal: WallTime; timezone: string }): Promise<void>;
  /** Tells holders of tickets when an event takes place at another time or place. */
  eventChanged(site: Site, tx: Tx, before: EventRecord, after: EventRecord): Promise<void>;
  /** Tells the author of an event that leaves the public although people have tickets; `status` is the next one, null = deleted. */
  eventHidden(site: Site, tx: Tx, before: EventRecord, status: string | null): Promise<void>;
}

let ticketing: Ticketing = {
  hasTicketsSql: 'false',
  managesAttendees: (viewer) => viewer.can('edit_users') || viewer.can('tribe_manage_attendees'),
  attendanceOf: async () => new Map(),
  eventMoved: async () => {},
  eventChanged: async () => {},
  eventHidden: async () => {},
};

/** Connects the ticketing domain; called once, while the service is wired. */
export function connectTicketing(source: Ticketing): void {
  ticketing = source;
}

/** The connected ticketing domain. */
export function ticketingOfEvents(): Ticketing {
  return ticketing;
}
