import type { Tx } from '#app/core/db/database.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Attendance } from './attendance.ts';
import type { CostDetails } from './costs.rules.ts';
import type { EventRecord } from './event.record.ts';
import type { Site } from '#app/site.ts';

/** What an event costs, derived from its tickets. */
export interface TicketCost {
  /** `Free`, `$20`, `$10 – $30`. */
  text: string;
  details: CostDetails;
  /** Lowest and highest price for people, in the language of the page. */
  shown(say: Say): string;
}

/** Where the tickets of an event stand on its page. */
export const TICKETS_ANCHOR = 'tickets';

/** What someone who thinks of coming can do, in a few words. */
export interface WayIn {
  /** The cheapest of what can be had, or would be; empty where nothing is sold. */
  price: string;
  /** What a button says; null where nothing can be done now. */
  action: string | null;
  /** What one should know before: sold out, few places left, when the sale begins or that it is over; empty for most. */
  note: string;
}

/** What the ticketing domain tells about events; without one, no event has tickets. */
export interface Ticketing {
  /** Cost of an event with tickets of these prices, in minor units of the site's currency, ascending; at least one. */
  costOf(site: Site, prices: readonly bigint[]): TicketCost | null;
  /** The ways to get to these events, by number of the event; none for those that offer nothing. One statement. */
  waysInto(site: Site, say: Say, eventIds: readonly number[]): Promise<ReadonlyMap<number, WayIn>>;
  /** Attendance of these events. */
  attendanceOf(site: Site, eventIds: readonly number[]): Promise<ReadonlyMap<number, Attendance>>;
  /** Writes along when an event is moved: sales may follow its start and its zone. */
  eventMoved(site: Site, tx: Tx, event: { id: number; startLocal: WallTime; timezone: string }): Promise<void>;
  /** Tells holders of tickets when an event takes place at another time or place. */
  eventChanged(site: Site, tx: Tx, before: EventRecord, after: EventRecord): Promise<void>;
  /** Tells the author of an event that leaves the public although people have tickets; `status` is the next one, null = deleted. */
  eventHidden(site: Site, tx: Tx, before: EventRecord, status: string | null): Promise<void>;
}

declare module '#app/core/domain/domain.ts' {
  interface Domain<Site> {
    /** What it tells events about their tickets. One domain sells them. */
    ticketing?: Ticketing;
  }
}

const noTicketing: Ticketing = {
  costOf: () => null,
  waysInto: async () => new Map(),
  attendanceOf: async () => new Map(),
  eventMoved: async () => {},
  eventChanged: async () => {},
  eventHidden: async () => {},
};

/** Facts about the tickets of events. */
export function ticketingOfEvents({ domains }: Site): Ticketing {
  return domains.find(({ ticketing }) => ticketing)?.ticketing ?? noTicketing;
}
