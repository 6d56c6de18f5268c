import { toOrganizerAudience } from '#app/domains/organize/access.ts';
import {
  cancelOrganizedAttendee,
  cancelOrderAsOrganizer,
  resendTicket,
  markOrderPaid,
  undoCheckInAsOrganizer,
} from '#app/domains/organize/actions.service.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { loadOrder } from '#app/domains/tickets/order.reader.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Order } from '../tickets/order.ts';
import { Attendee } from '../tickets/refs.ts';
import { declareFormerName } from '../public/former-names.ts';
import { attendeeArgument, requireAttendeeEditor, requireOrderEditor, orderArgument } from './event-access.ts';

/** Reads the order again after a mutation. */
export async function reloadOrder({ site, load }: Context, id: number, query: Parameters<typeof loadOrder>[2]) {
  load.tickets.clearTickets();
  const order = await loadOrder(site, id, query);
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  return order;
}

/** Reads the attendee again after a mutation. */
export async function reloadAttendee({ site, viewer, load }: Context, id: number) {
  load.tickets.clearTickets();
  const [attendee] = await loadAttendees(site, [id]);
  if (!attendee) throw notFound('attendee_not_found', 'The attendee does not exist.');
  return viewAttendee(attendee, toOrganizerAudience(viewer));
}

builder.mutationFields((t) => ({
  markOrderPaid: t.prismaField({
    ...declareFormerName('settleOrder'),
    type: Order,
    description:
      'Marks an order with manual payment as paid, and mails its tickets. A repeated call has no effect. For users who may edit the events of the order.',
    args: orderArgument,
    ...requireOrderEditor,
    resolve: async (query, _root, { id }, context) => {
      await markOrderPaid(context.site, context.viewer, id);
      return await reloadOrder(context, id, query);
    },
  }),
  cancelOrderForBuyer: t.prismaField({
    type: Order,
    description:
      'Cancels a whole order at any time: its places are offered to the waiting list, online payments are refunded, and the buyer is notified. For users who may edit the events of the order.',
    args: orderArgument,
    ...requireOrderEditor,
    resolve: async (query, _root, { id }, context) => {
      await cancelOrderAsOrganizer(context.site, context.viewer, id);
      return await reloadOrder(context, id, query);
    },
  }),
  cancelAttendeeForBuyer: t.field({
    type: Attendee,
    description:
      'Cancels the ticket of one attendee, in the same way as `cancelOrderForBuyer`. Cancelling the last ticket cancels the order. For users who may edit the event.',
    args: attendeeArgument,
    ...requireAttendeeEditor,
    resolve: async (_root, { id }, context) => {
      await cancelOrganizedAttendee(context.site, context.viewer, id);
      return await reloadAttendee(context, id);
    },
  }),
  resendTicket: t.field({
    type: Attendee,
    description: 'Mails the ticket to its attendee again; refused if the ticket is not valid. For users who may edit the event.',
    args: attendeeArgument,
    ...requireAttendeeEditor,
    resolve: async (_root, { id }, context) => {
      await resendTicket(context.site, context.viewer, id);
      return await reloadAttendee(context, id);
    },
  }),
  undoAttendance: t.field({
    type: Attendee,
    description: 'Undoes a check-in; has no effect on an attendee who is not checked in. For users who may edit the event.',
    args: attendeeArgument,
    ...requireAttendeeEditor,
    resolve: async (_root, { id }, context) => {
      await undoCheckInAsOrganizer(context.site, context.viewer, id);
      return await reloadAttendee(context, id);
    },
  }),
}));
