import type { Subscription } from '#app/core/feed/feed.ts';
import { isPasswordMissing, mayReadTicket } from '#app/domains/tickets/audience.ts';
import type { TicketChangeEvent } from '#app/domains/tickets/changes/ticket-changes.ts';
import { getCapacity, countPlacesLeft } from '#app/domains/tickets/ticket.record.ts';
import { viewTicket, type TicketView } from '#app/domains/tickets/ticket.view.ts';
import { type Context, renewLoaders } from '../../context.ts';
import { getAudience } from '../shared.ts';

/** Emits the tickets whose availability changed, as one viewer may see them. The first value contains all requested tickets. */
export class AvailabilityStream implements AsyncIterableIterator<TicketView[]> {
  readonly #source: Subscription<TicketChangeEvent>;
  readonly #context: Context;
  readonly #ids: readonly number[];
  readonly #unreadPostIds: Set<number>;
  readonly #sentStates = new Map<number, string>();
  #isFirst = true;

  /** `unreadPostIds` contains the IDs of the posts that have an unread change. An ID is removed when the change is read. */
  constructor(source: Subscription<TicketChangeEvent>, context: Context, ids: readonly number[], unreadPostIds: Set<number>) {
    this.#source = source;
    this.#context = context;
    this.#ids = ids;
    this.#unreadPostIds = unreadPostIds;
  }

  async next(): Promise<IteratorResult<TicketView[], undefined>> {
    for (;;) {
      if (!this.#isFirst) {
        const event = await this.#source.next();
        if (event.done) return { done: true, value: undefined };
        this.#unreadPostIds.delete(event.value.change.postId);
      }
      this.#isFirst = false;
      const tickets = await this.#loadChangedTickets();
      if (tickets.length > 0) return { done: false, value: tickets };
    }
  }

  async #loadChangedTickets(): Promise<TicketView[]> {
    const context = this.#context;
    try {
      context.viewer = await (context.identifyAgain?.() ?? context.viewer);
    } catch (error) {
      this.#source.end();
      throw error;
    }
    renewLoaders(context);
    const viewerAudience = getAudience(context);
    const tickets = await Promise.all(this.#ids.map((id) => context.load.tickets.ticket.load(id)));
    return tickets.flatMap((ticket) => {
      if (!ticket || !mayReadTicket(viewerAudience, ticket) || isPasswordMissing(viewerAudience, ticket.post)) return [];
      const state = `${countPlacesLeft(ticket)} ${getCapacity(ticket)} ${ticket.status}`;
      if (this.#sentStates.get(ticket.id) === state) return [];
      this.#sentStates.set(ticket.id, state);
      return [viewTicket(ticket, viewerAudience)];
    });
  }

  async return(): Promise<IteratorResult<TicketView[], undefined>> {
    return await this.#source.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
