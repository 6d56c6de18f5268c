import { checkOrganizesOrder } from '#app/domains/organize/access.ts';
import { amountOfOrder, refundOrganizedOrder, settleOrganizedRefund } from '#app/domains/organize/acts.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Money } from '../money/money.ts';
import { Order } from '../tickets/order.ts';
import { changedOrder } from './acts.ts';
import { formerly } from '../public/former-names.ts';

const Refund = builder.prismaObject('Refund', {
  description: 'Money that was given back to the buyer of an order.',
  select: { currency: true },
  fields: (t) => ({
    amount: t.field({
      type: Money,
      select: { amountMinor: true },
      description: 'How much was given back.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    gateway: t.exposeString('gateway', { description: 'Name of the payment provider that gave it back; `manual` where an organizer did.' }),
    note: t.exposeString('note', { description: 'Note of the organizer, such as the number of a receipt; empty for a provider.' }),
    at: t.expose('createdUtc', { type: 'DateTime', description: 'When it was recorded.' }),
  }),
});

const sums = {
  payment: { select: { amountMinor: true, refundDueMinor: true, refundedMinor: true, refundRefusal: true, state: true } },
} as const;

builder.prismaObjectFields(Order, (t) => ({
  refundDue: t.field({
    type: Money,
    select: { currency: true, ...sums },
    description: 'What is still to be given back to the buyer; 0 when nothing is due. Payment providers are asked every minute.',
    resolve: ({ payment, currency }) => ({
      minor: payment ? BigInt(payment.refundDueMinor) - BigInt(payment.refundedMinor) : 0n,
      currency,
    }),
  }),
  refunded: t.field({
    type: Money,
    select: { currency: true, ...sums },
    description: 'What was given back to the buyer.',
    resolve: ({ payment, currency }) => ({ minor: payment?.refundedMinor ?? 0n, currency }),
  }),
  refundFailureReason: t.string({
    ...formerly('refundRefusal'),
    nullable: true,
    select: sums,
    description:
      'Why the payment provider refuses to give the money back, as it says; null unless it does. An organizer has to give it back by hand then.',
    resolve: ({ payment }) => payment?.refundRefusal || null,
  }),
  refunds: t.field({
    type: [Refund],
    description: 'What was given back, oldest first.',
    select: (_args, _context, nested) => ({ payment: { select: { refunds: nested({ orderBy: { id: 'asc' } }) } } }),
    resolve: ({ payment }) => payment?.refunds ?? [],
  }),
}));

const ordersOfOwn = guard(({ id }: { id: number }, { site, viewer }: Context) => checkOrganizesOrder(site, viewer, id));

const refundArguments = builder.args((t) => ({
  id: t.int({ required: true, description: 'Number of the order.' }),
  amount: t.field({ type: 'Decimal', description: 'How much, in the currency of the order; everything that is left unless given.' }),
}));

builder.mutationFields((t) => ({
  refundOrder: t.prismaField({
    type: Order,
    description:
      'Refunds an order, whole or in part: the payment provider gives the money back, and what was paid by hand is listed as due (`refundDue`) until `recordManualRefund`. The tickets stay valid; `cancelOrderForBuyer` takes them back. The buyer is notified. `nothing_to_refund` for an order that was not paid. For users who may edit what the order is for.',
    args: refundArguments,
    ...ordersOfOwn,
    resolve: async (query, _root, { id, amount }, context) => {
      await refundOrganizedOrder(
        context.site,
        context.viewer,
        id,
        typeof amount === 'string' ? await amountOfOrder(context.site, context.viewer, id, amount) : 'all',
      );
      return await changedOrder(context, id, query);
    },
  }),
  recordManualRefund: t.prismaField({
    ...formerly('settleRefund'),
    type: Order,
    description:
      'Records that an organizer gave back by hand what is due of an order, whole or in part. `no_refund_due`, `refund_by_provider` while the payment provider gives it back. For users who may edit what the order is for.',
    args: {
      ...refundArguments,
      note: t.arg.string({ description: 'Note for the books, such as the number of a receipt; at most 500 characters.' }),
    },
    ...ordersOfOwn,
    resolve: async (query, _root, { id, amount, note }, context) => {
      await settleOrganizedRefund(context.site, context.viewer, id, {
        amountMinor: typeof amount === 'string' ? await amountOfOrder(context.site, context.viewer, id, amount) : null,
        note,
      });
      return await changedOrder(context, id, query);
    },
  }),
}));
