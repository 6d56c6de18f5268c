import { readAmountOfOrder, refundOrderAsOrganizer, recordRefundAsOrganizer } from '#app/domains/organize/actions.service.ts';
import { builder } from '../builder.ts';
import { Money } from '../money/money.ts';
import { Order } from '../tickets/order.ts';
import { reloadOrder } from './actions.ts';
import { declareFormerName } from '../public/former-names.ts';
import { requireOrderEditor, orderArgument } from './event-access.ts';

const Refund = builder.prismaObject('Refund', {
  description: 'A refund to the buyer of an order.',
  select: { currency: true },
  fields: (t) => ({
    amount: t.field({
      type: Money,
      select: { amountMinor: true },
      description: 'Amount of the refund.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    gateway: t.exposeString('gateway', { description: 'Name of the payment provider; `manual` if an organizer paid it back manually.' }),
    note: t.exposeString('note', {
      description: 'Note of the organizer, such as the number of a receipt; empty if the payment provider made the refund.',
    }),
    at: t.expose('createdUtc', { type: 'DateTime', description: 'When the refund was recorded.' }),
  }),
});

const paymentColumns = {
  payment: { select: { amountMinor: true, refundDueMinor: true, refundedMinor: true, refundRefusal: true, state: true } },
} as const;

builder.prismaObjectFields(Order, (t) => ({
  refundDue: t.field({
    type: Money,
    select: { currency: true, ...paymentColumns },
    description: 'Amount that is still to be refunded; 0 if nothing is due. The service retries with the payment provider every minute.',
    resolve: ({ payment, currency }) => ({
      minor: payment ? BigInt(payment.refundDueMinor) - BigInt(payment.refundedMinor) : 0n,
      currency,
    }),
  }),
  refunded: t.field({
    type: Money,
    select: { currency: true, ...paymentColumns },
    description: 'Amount that was refunded.',
    resolve: ({ payment, currency }) => ({ minor: payment?.refundedMinor ?? 0n, currency }),
  }),
  refundFailureReason: t.string({
    ...declareFormerName('refundRefusal'),
    nullable: true,
    select: paymentColumns,
    description:
      'Reason why the payment provider refused the refund; null unless the provider refused. An organizer then has to refund the amount manually.',
    resolve: ({ payment }) => payment?.refundRefusal || null,
  }),
  refunds: t.field({
    type: [Refund],
    description: 'Refunds of the order, oldest first.',
    select: (_args, _context, nested) => ({ payment: { select: { refunds: nested({ orderBy: { id: 'asc' } }) } } }),
    resolve: ({ payment }) => payment?.refunds ?? [],
  }),
}));

const refundArguments = builder.args((t) => ({
  amount: t.field({ type: 'Decimal', description: 'Amount in the currency of the order; the whole amount by default.' }),
}));

builder.mutationFields((t) => ({
  refundOrder: t.prismaField({
    type: Order,
    description:
      'Refunds an order in whole or in part. The payment provider refunds online payments. Manual refunds are due (`refundDue`) until you record them with `recordManualRefund`. The tickets stay valid; use `cancelOrderForBuyer` to cancel them. The buyer is notified. Error code `nothing_to_refund`: the order was not paid. For users who may edit the events of the order.',
    args: { ...orderArgument, ...refundArguments },
    ...requireOrderEditor,
    resolve: async (query, _root, { id, amount }, context) => {
      await refundOrderAsOrganizer(
        context.site,
        context.viewer,
        id,
        typeof amount === 'string' ? await readAmountOfOrder(context.site, context.viewer, id, amount) : 'all',
      );
      return await reloadOrder(context, id, query);
    },
  }),
  recordManualRefund: t.prismaField({
    ...declareFormerName('settleRefund'),
    type: Order,
    description:
      'Records that an organizer refunded an order manually, in whole or in part. Error codes: `no_refund_due`, `refund_by_provider` while the payment provider makes the refund. For users who may edit the events of the order.',
    args: {
      ...orderArgument,
      ...refundArguments,
      note: t.arg.string({ description: 'Note for the accounting, such as the number of a receipt; at most 500 characters.' }),
    },
    ...requireOrderEditor,
    resolve: async (query, _root, { id, amount, note }, context) => {
      await recordRefundAsOrganizer(context.site, context.viewer, id, {
        amountMinor: typeof amount === 'string' ? await readAmountOfOrder(context.site, context.viewer, id, amount) : null,
        note,
      });
      return await reloadOrder(context, id, query);
    },
  }),
}));
