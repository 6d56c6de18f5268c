import { checkOrganizesAttendee, checkOrganizesOrder, organizerOf } from '#app/domains/organize/access.ts';
import {
  cancelOrganizedAttendee,
  cancelOrganizedOrder,
  resendTicket,
  markOrderPaid,
  undoAttendance,
} from '#app/domains/organize/acts.service.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { loadOrder } from '#app/domains/tickets/order.reader.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Order } from '../tickets/order.ts';
import { Attendee } from '../tickets/refs.ts';
import { formerly } from '../public/former-names.ts';

interface Named {
  id: number;
}

const ordersOfOwn = guard(({ id }: Named, { site, viewer }: Context) => checkOrganizesOrder(site, viewer, id));
const attendeesOfOwn = guard(({ id }: Named, { site, viewer }: Context) => checkOrganizesAttendee(site, viewer, id));

const orderNumber = builder.args((t) => ({ id: t.int({ required: true, description: 'Number of the order.' }) }));
const attendeeNumber = builder.args((t) => ({ id: t.int({ required: true, description: 'Number of the attendee.' }) }));

/** The order after a mutation has changed it. */
export async function changedOrder({ site, load }: Context, id: number, query: Parameters<typeof loadOrder>[2]) {
  load.tickets.forgetTickets();
  const order = await loadOrder(site, id, query);
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  return order;
}

/** The attendee after a mutation has changed it. */
export async function changedAttendee({ site, viewer, load }: Context, id: number) {
  load.tickets.forgetTickets();
  const [attendee] = await loadAttendees(site, [id]);
  if (!attendee) throw notFound('attendee_not_found', 'There is no such attendee.');
  return viewAttendee(attendee, organizerOf(viewer));
}

builder.mutationFields((t) => ({
  markOrderPaid: t.prismaField({
    ...formerly('settleOrder'),
    type: Order,
    description:
      'Notes that an order which is paid by hand has been paid; its tickets are mailed. Repeating it changes nothing. For those who may edit what it is for.',
    args: orderNumber,
    ...ordersOfOwn,
    resolve: async (query, _root, { id }, context) => {
      await markOrderPaid(context.site, context.viewer, id);
      return await changedOrder(context, id, query);
    },
  }),
  cancelOrderForBuyer: t.prismaField({
    type: Order,
    description:
      'Cancels a whole order at any time: its places go to those who wait, online payments are refunded, the buyer is notified. For those who may edit what it is for.',
    args: orderNumber,
    ...ordersOfOwn,
    resolve: async (query, _root, { id }, context) => {
      await cancelOrganizedOrder(context.site, context.viewer, id);
      return await changedOrder(context, id, query);
    },
  }),
  cancelAttendeeForBuyer: t.field({
    type: Attendee,
    description:
      'Takes one attendee off the list as `cancelOrderForBuyer` does; the last one of an order takes it along. For those who may edit the event.',
    args: attendeeNumber,
    ...attendeesOfOwn,
    resolve: async (_root, { id }, context) => {
      await cancelOrganizedAttendee(context.site, context.viewer, id);
      return await changedAttendee(context, id);
    },
  }),
  resendTicket: t.field({
    type: Attendee,
    description: 'Mails an attendee the ticket once more; refused for one that lets nobody in. For those who may edit the event.',
    args: attendeeNumber,
    ...attendeesOfOwn,
    resolve: async (_root, { id }, context) => {
      await resendTicket(context.site, context.viewer, id);
      return await changedAttendee(context, id);
    },
  }),
  undoAttendance: t.field({
    type: Attendee,
    description: 'Takes a check-in back; nothing happens to someone who is not in. For those who may edit the event.',
    args: attendeeNumber,
    ...attendeesOfOwn,
    resolve: async (_root, { id }, context) => {
      await undoAttendance(context.site, context.viewer, id);
      return await changedAttendee(context, id);
    },
  }),
}));
