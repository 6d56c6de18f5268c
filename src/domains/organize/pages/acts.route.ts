import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { fieldsOf, numberIn, requireOwnForm } from '#app/web/pages/forms.ts';
import { checkTakesPlace, organizedEvent } from '../access.ts';
import {
  amountOfOrder,
  cancelOrganizedAttendee,
  cancelOrganizedOrder,
  refundOrganizedOrder,
  resendTicket,
  markOrderPaid,
  settleOrganizedRefund,
  undoAttendance,
} from '../acts.service.ts';
import { offerWaiting, removeWaiting, renameAttendee, resendOrder, resendWaitingOffer } from '../people.service.ts';
import { duplicateEvent, duplicateTicket, removeTicket } from '../duplicate.service.ts';
import { extendSeries } from '../series/extend.service.ts';
import { closeSale, openSale } from '../event-tickets.ts';
import { eventPath, ORGANIZE_ACTION, type Visit } from './entry.ts';
import { eventNumber, showEvent } from './event.page.ts';
import { type Notice, refusalOf } from './notices.ts';
import { showAttendees, showOrders } from './people.page.ts';
import { showWaiting } from './waiting.page.ts';

type Act = (visit: Visit, id: number, field: (name: string) => string) => Promise<unknown>;

interface Button {
  act: Act;
  /** Key of the success message. */
  done: string;
  /** True if the action is on a ticket, which must belong to the event. The action itself checks no permission. */
  ofTicket?: true;
  /** True if the action is on the event of the page. */
  ofEvent?: true;
  /** True if the action fails for a cancelled event. */
  sells?: true;
}

/** Adds a copy of a ticket, with "copy" in its name. */
async function duplicateNamed(visit: Visit, id: number): Promise<void> {
  const { site, viewer, say } = visit;
  const ticket = await site.db.prisma.ticket.findUniqueOrThrow({ where: { id }, select: { title: true } });
  await duplicateTicket(site, viewer, eventNumber(visit), id, say('organize.copyOf', { name: ticket.title }));
}

/** Actions of the buttons on an event's pages, by name. */
export const acts: Readonly<Record<string, Button>> = {
  settle: { act: ({ site, viewer }, id) => markOrderPaid(site, viewer, id), done: 'settled' },
  'cancel-order': { act: ({ site, viewer }, id) => cancelOrganizedOrder(site, viewer, id), done: 'cancelled' },
  refund: {
    act: async ({ site, viewer }, id, field) =>
      await refundOrganizedOrder(site, viewer, id, await amountOfOrder(site, viewer, id, field('amount'), { isTyped: true })),
    done: 'refunded',
  },
  refunded: {
    act: async ({ site, viewer }, id, field) =>
      await settleOrganizedRefund(site, viewer, id, {
        amountMinor: await amountOfOrder(site, viewer, id, field('amount'), { isTyped: true }),
        note: field('note'),
        ...(/^\d{1,18}$/.test(field('outstanding')) && { outstandingMinor: BigInt(field('outstanding')) }),
      }),
    done: 'refundSettled',
  },
  rename: {
    act: ({ site, viewer }, id, field) => renameAttendee(site, viewer, id, { fullName: field('fullName'), email: field('email') }),
    done: 'renamed',
  },
  'resend-order': { act: ({ site, viewer }, id) => resendOrder(site, viewer, id), done: 'orderResent' },
  offer: { act: ({ site, viewer }, id) => offerWaiting(site, viewer, id), done: 'waitingOffered' },
  'resend-offer': { act: ({ site, viewer }, id) => resendWaitingOffer(site, viewer, id), done: 'offerResent' },
  'remove-waiting': { act: ({ site, viewer }, id) => removeWaiting(site, viewer, id), done: 'waitingRemoved' },
  cancel: { act: ({ site, viewer }, id) => cancelOrganizedAttendee(site, viewer, id), done: 'cancelled' },
  resend: { act: ({ site, viewer }, id) => resendTicket(site, viewer, id), done: 'resent' },
  undo: { act: ({ site, viewer }, id) => undoAttendance(site, viewer, id), done: 'undone' },
  'extend-series': {
    act: ({ site, viewer }, id, field) => extendSeries(site, viewer, id, { until: field('until'), copiesCodes: field('codes') !== '' }),
    done: 'seriesExtended',
    ofEvent: true,
  },
  'duplicate-ticket': { act: duplicateNamed, done: 'ticketDuplicated', ofTicket: true },
  'remove-ticket': {
    act: (visit, id) => removeTicket(visit.site, visit.viewer, eventNumber(visit), id),
    done: 'ticketRemoved',
    ofTicket: true,
  },
  close: { act: ({ site }, id) => closeSale(site, id), done: 'closed', ofTicket: true },
  open: { act: ({ site }, id) => openSale(site, id), done: 'opened', ofTicket: true, sells: true },
};

/** Pages of an event with buttons, and the functions that show them. */
const pages = { '': showEvent, '/orders': showOrders, '/attendees': showAttendees, '/waiting': showWaiting } as const;

/** Runs the action of a button and shows the page again, with the error above it if there is one. */
export const actOn =
  (page: keyof typeof pages) =>
  async (visit: Visit): Promise<FastifyReply> => {
    const { site, request, reply, viewer } = visit;
    requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
    const field = fieldsOf(request.body);
    const event = await organizedEvent(site, viewer, eventNumber(visit));
    const name = field('act');
    if (name === 'duplicate') {
      const named = visit.say('organize.copyOf', { name: event.title });
      const copy = await duplicateEvent(site, viewer, event.id, named, { copiesCodes: field('codes') !== '' });
      return reply.redirect(`${eventPath(site, copy, '/edit')}?done=duplicated`, 303);
    }
    const wanted = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!wanted) throw new Failure('invalid_arguments', 400, 'Unknown action.');
    let refusal: Notice;
    try {
      if (wanted.sells) checkTakesPlace(event);
      if (wanted.ofTicket) await ownTicket(visit, event.id, numberIn(field('id')));
      await wanted.act(visit, wanted.ofEvent ? event.id : numberIn(field('id')), field);
      const back = page === '/waiting' ? 'page' : 'q';
      const query = new URLSearchParams({ done: wanted.done, ...(field('back') !== '' && { [back]: field('back').slice(0, 200) }) });
      return reply.redirect(`${eventPath(site, event.id, page)}?${query}`, 303);
    } catch (error) {
      refusal = refusalOf(visit, error);
    }
    return await pages[page](visit, refusal);
  };

/** Throws `forbidden` for a ticket of another event, because permissions were checked for this one. */
async function ownTicket({ site }: Visit, eventId: number, ticketId: number): Promise<void> {
  const ticket = await site.db.prisma.ticket.findUnique({ where: { id: ticketId }, select: { postId: true } });
  if (ticket?.postId !== eventId) throw new Failure('forbidden', 403, 'This ticket belongs to another event.');
}
