import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { createFieldReader, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import type { RefundState } from '#app/domains/checkout/payments/refund-order.ts';
import { checkEventNotCancelled, getOrganizedEvent } from '../access.ts';
import {
  readAmountOfOrder,
  cancelOrganizedAttendee,
  cancelOrderAsOrganizer,
  refundOrderAsOrganizer,
  resendTicket,
  markOrderPaid,
  recordRefundAsOrganizer,
  undoCheckInAsOrganizer,
} from '../actions.service.ts';
import { offerPlacesToWaitingEntry, removeWaitingEntry, renameAttendee, resendOrder, resendWaitingOffer } from '../people.service.ts';
import { duplicateEvent, duplicateTicket, removeTicket } from '../duplicate.service.ts';
import { extendSeries } from '../series/extend.service.ts';
import { closeSale, openSale } from '../event-tickets.ts';
import { buildEventPath, ORGANIZE_ACTION, type OrganizerContext } from './organizer-page.ts';
import { parseEventId, showEvent } from './event.page.ts';
import { type Notice, toRefusalNotice } from './notices.ts';
import { showAttendees, showOrders } from './people.page.ts';
import { showWaiting } from './waiting.page.ts';

type Action = (context: OrganizerContext, id: number, field: (name: string) => string) => Promise<unknown>;

interface Button {
  run: Action;
  /** Key of the success message, unless `run` returns it. */
  successKey?: string;
  /** True if the action is on a ticket. The ticket must belong to the event, because the action itself checks no permission. */
  isOnTicket?: true;
  /** True if the action is on the event of the page. */
  isOnEvent?: true;
  /** True if the action is not allowed for a cancelled event. */
  needsActiveEvent?: true;
}

/** Adds a copy of a ticket, with "copy" in its name. */
async function duplicateRequestedTicket(context: OrganizerContext, id: number): Promise<void> {
  const { site, viewer, translate } = context;
  const ticket = await site.db.prisma.ticket.findUniqueOrThrow({ where: { id }, select: { title: true } });
  await duplicateTicket(site, viewer, parseEventId(context), id, translate('organize.copyOf', { name: ticket.title }));
}

/** Keys of the messages after a refund. */
const refundMessages: Readonly<Record<RefundState, string>> = {
  done: 'refundedOnline',
  pending: 'refundPending',
  refused: 'refundRefused',
  byHand: 'refunded',
};

/** Actions of the buttons on an event's pages, by name. */
export const actions: Readonly<Record<string, Button>> = {
  settle: { run: ({ site, viewer }, id) => markOrderPaid(site, viewer, id), successKey: 'settled' },
  'cancel-order': { run: ({ site, viewer }, id) => cancelOrderAsOrganizer(site, viewer, id), successKey: 'cancelled' },
  refund: {
    run: async ({ site, viewer }, id, field) => {
      const amount = await readAmountOfOrder(site, viewer, id, field('amount'), { isTyped: true });
      return refundMessages[await refundOrderAsOrganizer(site, viewer, id, amount)];
    },
  },
  refunded: {
    run: async ({ site, viewer }, id, field) =>
      await recordRefundAsOrganizer(site, viewer, id, {
        amountMinor: await readAmountOfOrder(site, viewer, id, field('amount'), { isTyped: true }),
        note: field('note'),
        ...(/^\d{1,18}$/.test(field('outstanding')) && { outstandingMinor: BigInt(field('outstanding')) }),
      }),
    successKey: 'refundSettled',
  },
  rename: {
    run: ({ site, viewer }, id, field) => renameAttendee(site, viewer, id, { fullName: field('fullName'), email: field('email') }),
    successKey: 'renamed',
  },
  'resend-order': { run: ({ site, viewer }, id) => resendOrder(site, viewer, id), successKey: 'orderResent' },
  offer: { run: ({ site, viewer }, id) => offerPlacesToWaitingEntry(site, viewer, id), successKey: 'waitingOffered' },
  'resend-offer': { run: ({ site, viewer }, id) => resendWaitingOffer(site, viewer, id), successKey: 'offerResent' },
  'remove-waiting': { run: ({ site, viewer }, id) => removeWaitingEntry(site, viewer, id), successKey: 'waitingRemoved' },
  cancel: { run: ({ site, viewer }, id) => cancelOrganizedAttendee(site, viewer, id), successKey: 'cancelled' },
  resend: { run: ({ site, viewer }, id) => resendTicket(site, viewer, id), successKey: 'resent' },
  undo: { run: ({ site, viewer }, id) => undoCheckInAsOrganizer(site, viewer, id), successKey: 'undone' },
  'extend-series': {
    run: ({ site, viewer }, id, field) => extendSeries(site, viewer, id, { until: field('until'), copiesCodes: field('codes') !== '' }),
    successKey: 'seriesExtended',
    isOnEvent: true,
  },
  'duplicate-ticket': { run: duplicateRequestedTicket, successKey: 'ticketDuplicated', isOnTicket: true },
  'remove-ticket': {
    run: (context, id) => removeTicket(context.site, context.viewer, parseEventId(context), id),
    successKey: 'ticketRemoved',
    isOnTicket: true,
  },
  close: { run: ({ site }, id) => closeSale(site, id), successKey: 'closed', isOnTicket: true },
  open: { run: ({ site }, id) => openSale(site, id), successKey: 'opened', isOnTicket: true, needsActiveEvent: true },
};

/** Pages of an event with buttons, and the functions that show them. */
const pages = { '': showEvent, '/orders': showOrders, '/attendees': showAttendees, '/waiting': showWaiting } as const;

/** Runs the action of a button and shows the page again, with the error above it if there is one. */
export const handleAction =
  (page: keyof typeof pages) =>
  async (context: OrganizerContext): Promise<FastifyReply> => {
    const { site, request, reply, viewer } = context;
    requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
    const field = createFieldReader(request.body);
    const event = await getOrganizedEvent(site, viewer, parseEventId(context));
    const name = field('act');
    if (name === 'duplicate') {
      const title = context.translate('organize.copyOf', { name: event.title });
      const copyId = await duplicateEvent(site, viewer, event.id, title, { copiesCodes: field('codes') !== '' });
      return reply.redirect(`${buildEventPath(site, copyId, '/edit')}?done=duplicated`, 303);
    }
    const button = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!button) throw new Failure('invalid_arguments', 400, 'Unknown action.');
    let refusal: Notice;
    try {
      if (button.needsActiveEvent) checkEventNotCancelled(event);
      if (button.isOnTicket) await checkTicketOfEvent(context, event.id, parseNumber(field('id')));
      const result = await button.run(context, button.isOnEvent ? event.id : parseNumber(field('id')), field);
      const query = new URLSearchParams({ done: button.successKey ?? String(result) });
      const listed = createFieldReader(request.query);
      for (const name of ['q', 'refund', 'page']) if (listed(name) !== '') query.set(name, listed(name).slice(0, 200));
      return reply.redirect(`${buildEventPath(site, event.id, page)}?${query}`, 303);
    } catch (error) {
      refusal = toRefusalNotice(context, error);
    }
    return await pages[page](context, refusal);
  };

/** Throws `forbidden` for a ticket of another event, because permissions were checked for this one. */
async function checkTicketOfEvent({ site }: OrganizerContext, eventId: number, ticketId: number): Promise<void> {
  const ticket = await site.db.prisma.ticket.findUnique({ where: { id: ticketId }, select: { postId: true } });
  if (ticket?.postId !== eventId) throw new Failure('forbidden', 403, 'This ticket belongs to another event.');
}
