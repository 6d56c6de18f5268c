import type { Tx } from '#app/core/db/database.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Attendance } from './attendance.ts';
import type { CostDetails } from './costs.rules.ts';
import type { EventRecord } from './event.record.ts';
import type { Site } from '#app/site.ts';

/** Cost of an event, derived from its tickets. */
export interface TicketCost {
  /** `Free`, `$20`, `$10 – $30`. */
  text: string;
  details: CostDetails;
  /** Formats the lowest and highest price in the language of the page. */
  format(translate: Translate): string;
}

/** Anchor of the tickets on the page of an event. */
export const TICKETS_ANCHOR = 'tickets';

/** Summary of an event's tickets for cards and pages. */
export interface TicketSummary {
  /** Price of the cheapest offer; empty if nothing is sold. */
  price: string;
  /** Label of the button; null if visitors cannot buy or register now. */
  action: string | null;
  /** Notes that the event is sold out, that few places are left, when the sale starts, or that it has ended; usually empty. */
  note: string;
}

/** Interface of the ticketing domain for events. If no domain implements it, events have no tickets. */
export interface Ticketing {
  /**
   * Returns the cost of an event with these ticket prices: at least one, ascending, in minor units of the site's currency. Null without
   * ticketing.
   */
  computeCost(site: Site, prices: readonly bigint[]): TicketCost | null;
  /** Returns the ticket summaries by event ID. Omits events that offer no tickets. Uses one statement. */
  findTicketSummaries(site: Site, translate: Translate, eventIds: readonly number[]): Promise<ReadonlyMap<number, TicketSummary>>;
  /** Returns the attendance by event ID. */
  countAttendance(site: Site, eventIds: readonly number[]): Promise<ReadonlyMap<number, Attendance>>;
  /** Updates the sale windows that depend on the start and the zone of a moved event. */
  onEventMoved(site: Site, tx: Tx, event: { id: number; startLocal: WallTime; timezone: string }): Promise<void>;
  /** Notifies ticket holders if the time or place of an event changes. */
  onEventChanged(site: Site, tx: Tx, before: EventRecord, after: EventRecord): Promise<void>;
  /** Notifies the author if an event with attendees is hidden. `status` is the new status, or null for a deletion. */
  onEventHidden(site: Site, tx: Tx, before: EventRecord, status: string | null): Promise<void>;
}

declare module '#app/core/domain/domain.ts' {
  interface Domain<Site> {
    /** Ticketing of events. Only one domain provides it. */
    ticketing?: Ticketing;
  }
}

const noTicketing: Ticketing = {
  computeCost: () => null,
  findTicketSummaries: async () => new Map(),
  countAttendance: async () => new Map(),
  onEventMoved: async () => {},
  onEventChanged: async () => {},
  onEventHidden: async () => {},
};

/** Returns the ticketing of the site, or one without tickets if no domain provides it. */
export function getTicketing({ domains }: Site): Ticketing {
  return domains.find(({ ticketing }) => ticketing)?.ticketing ?? noTicketing;
}
