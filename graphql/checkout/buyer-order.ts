import { cancelOwnAttendee, cancelOrder, updateRsvp } from '#app/domains/checkout/orders/cancel-order.ts';
import { type OrderTicket, type BuyerOrder as Order, viewOrder } from '#app/domains/checkout/orders/order.view.ts';
import { type BankTransfer, getBankTransfer } from '#app/domains/checkout/bank-transfer/bank-transfer.ts';
import { getBuyerTexts } from '#app/domains/checkout/orders/order-mail.ts';
import { transferTicket } from '#app/domains/checkout/orders/transfer-ticket.ts';
import type { TicketState as State } from '#app/domains/tickets/qr/ticket-sheet.ts';
import { type Wallet, buildWalletPaths } from '#app/domains/tickets/wallet/wallet-paths.ts';
import type { Site } from '#app/site.ts';
import { readCheckout } from '#app/domains/checkout/checkout.record.ts';
import { publicAccess } from '../access.ts';
import { deprecateMinorUnits, Money } from '../money/money.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Checkout, PaymentMethod } from './checkout.ts';
import { Receipt } from './receipts.ts';
import { declareFormerName } from '../public/former-names.ts';

const TicketState = builder.enumType('BuyerTicketState', {
  description: 'Whether a ticket admits its holder.',
  values: {
    GOOD: { value: 'good', description: 'The ticket admits its holder.' },
    PENDING: { value: 'pending', description: 'The ticket is not paid yet.' },
    DECLINED: { value: 'declined', description: 'The holder will not attend.' },
    VOID: { value: 'void', description: 'The ticket was cancelled.' },
  } as const satisfies Record<string, { value: State; description: string }>,
});

function buildWalletUrl(site: Site, { sheet }: OrderTicket, wallet: Wallet): string | null {
  const path = buildWalletPaths(site, sheet)[wallet];
  return path && site.config.siteUrl + path;
}

const BuyerTicket = builder.objectRef<OrderTicket>('BuyerTicket').implement({
  description: 'One ticket of an order.',
  fields: (t) => ({
    attendeeId: t.int({ description: 'ID of the attendee.', resolve: ({ sheet }) => sheet.attendee.id }),
    fullName: t.string({ description: 'Full name of the holder.', resolve: ({ sheet }) => sheet.attendee.fullName }),
    email: t.string({ description: 'Email address of the holder.', resolve: ({ sheet }) => sheet.attendee.email }),
    ticket: t.string({ description: 'Title of the ticket.', resolve: ({ sheet }) => sheet.ticket }),
    event: t.string({ description: 'Title of the event.', resolve: ({ sheet }) => sheet.event.title }),
    state: t.field({ type: TicketState, description: 'Whether the ticket admits its holder.', resolve: ({ sheet }) => sheet.state }),
    isTransferred: t.exposeBoolean('isTransferred', {
      description:
        'Whether the buyer transferred the ticket to another person. The buyer can no longer see the code of a transferred ticket or change the ticket.',
    }),
    url: t.string({
      nullable: true,
      description: "URL of the ticket's page with the code; null for a transferred ticket.",
      resolve: ({ ticketPath }, _args, { site }) => ticketPath && site.config.siteUrl + ticketPath,
    }),
    appleWalletUrl: t.string({
      nullable: true,
      description:
        'URL of the pass for Apple Wallet, which gives access to the ticket. Null while the ticket does not admit its holder, if the event is cancelled, or if the site offers no passes.',
      resolve: (ticket, _args, { site }) => buildWalletUrl(site, ticket, 'apple'),
    }),
    googleWalletUrl: t.string({
      nullable: true,
      description: 'URL that adds the ticket to Google Wallet; null under the same conditions as `appleWalletUrl`.',
      resolve: (ticket, _args, { site }) => buildWalletUrl(site, ticket, 'google'),
    }),
    isGoing: t.exposeBoolean('isGoing', { nullable: true, description: 'Reply of the holder; null if the ticket asks for no reply.' }),
    canCancel: t.exposeBoolean('canCancel', { description: 'Whether the ticket can be cancelled now.' }),
    canTransfer: t.exposeBoolean('canTransfer', { description: 'Whether the ticket can be transferred now.' }),
    canChangeAnswer: t.exposeBoolean('canChangeReply', { description: 'Whether the reply can be changed now.' }),
  }),
});

const OrderState = builder.enumType('BuyerOrderState', {
  description: 'State of an order.',
  values: {
    CONFIRMED: { value: 'confirmed', description: 'The order is complete.' },
    PENDING: { value: 'pending', description: 'Payment is pending; the places are reserved.' },
    CANCELLED: { value: 'cancelled', description: 'The order was cancelled.' },
  } as const satisfies Record<string, { value: Order['state']; description: string }>,
});

const BankTransferType = builder.objectRef<BankTransfer>('BankTransfer').implement({
  description: 'Data for paying an order by bank transfer to the organizers.',
  fields: (t) => ({
    accountHolder: t.exposeString('accountHolder', { description: 'Name of the holder of the account.' }),
    iban: t.exposeString('iban', { description: 'IBAN of the account, without spaces.' }),
    bic: t.exposeString('bic', { description: 'BIC of the bank; empty if not set.' }),
    reference: t.exposeString('reference', {
      description: 'Text that the buyer enters as the reference of the transfer. Organizers find the order by it.',
    }),
    amount: t.field({
      type: Money,
      description: 'Amount to pay.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    qrText: t.exposeString('qrText', {
      nullable: true,
      description: 'Content of the QR code that banking apps read (EPC069-12); null for currencies other than the euro.',
    }),
  }),
});

const BuyerOrder = builder.objectRef<Order>('BuyerOrder').implement({
  description: 'The order of a buyer. Anyone who has its token may see it.',
  fields: (t) => ({
    state: t.expose('state', { type: OrderState, description: 'Current state of the order.' }),
    orderId: t.exposeInt('orderId', { nullable: true, description: 'ID of the order; null if nothing was sold.' }),
    url: t.string({ description: 'URL of the order page.', resolve: ({ path }, _args, { site }) => site.config.siteUrl + path }),
    checkout: t.prismaField({
      type: Checkout,
      description: 'The checkout of the order, with the buyer, the tickets and their prices.',
      resolve: (query, { checkoutId }, _args, { site }) => readCheckout(site, { id: checkoutId }, query),
    }),
    total: t.field({
      type: Money,
      description: 'Amount of the order.',
      resolve: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
    }),
    refund: t.field({
      type: Money,
      description: 'Amount that is or was refunded to the buyer.',
      resolve: ({ refundMinor, currency }) => ({ minor: refundMinor, currency }),
    }),
    totalMinorUnits: t.float({
      ...deprecateMinorUnits('total', 'Amount of the order.'),
      resolve: ({ totalMinor }) => Number(totalMinor),
    }),
    gateway: t.field({
      type: PaymentMethod,
      nullable: true,
      description: 'Payment method of the order; null if nothing has to be paid.',
      resolve: ({ gateway }) => (gateway === '' ? null : (gateway as 'manual')),
    }),
    refundMinorUnits: t.float({
      ...deprecateMinorUnits('refund', 'Amount that is or was refunded to the buyer.'),
      resolve: ({ refundMinor }) => Number(refundMinor),
    }),
    paymentUrl: t.exposeString('paymentUrl', {
      nullable: true,
      description: 'URL of the online payment that is still open; null if no payment is open.',
    }),
    paymentNote: t.string({
      description: 'Payment instructions of the organizers, as plain text; empty if the order is not paid offline.',
      resolve: ({ state, gateway, paymentNote }) => (state === 'pending' && gateway === 'manual' ? paymentNote : ''),
    }),
    bankTransfer: t.field({
      type: BankTransferType,
      nullable: true,
      description: 'Data for the bank transfer; null if the order is not paid by bank transfer, or if no bank account is set.',
      resolve: (order, _args, { site }) => getBankTransfer(site, getBuyerTexts(site, order.locale), order),
    }),
    payUntil: t.expose('payUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time until which the places of an order that is paid offline are reserved; null if there is no limit, or the order is paid online.',
    }),
    receipts: t.prismaField({
      type: [Receipt],
      description: 'Receipts and credit notes of the order, oldest first; empty if the site issues none.',
      resolve: (query, { orderId }, _args, { site }) =>
        orderId === null ? [] : site.db.prisma.receipt.findMany({ ...query, where: { orderId }, orderBy: { id: 'asc' } }),
    }),
    tickets: t.expose('attendees', { type: [BuyerTicket], description: 'The tickets, including cancelled ones.' }),
    canCancel: t.exposeBoolean('canCancel', { description: 'Whether the whole order can be cancelled now.' }),
    cancelUntil: t.expose('cancelUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which all tickets of the order can be cancelled; null if there is no limit.',
    }),
  }),
});

const tokenArgument = builder.args((t) => ({
  token: t.string({ required: true, description: 'Token of the order: the last part of the URL `/orders/…`.' }),
}));
const attendeeArgument = builder.args((t) => ({ attendeeId: t.int({ required: true, description: 'ID of the attendee.' }) }));

builder.queryField('buyerOrder', (t) =>
  t.field({
    type: BuyerOrder,
    ...publicAccess,
    description: 'The order of a buyer, by its token. Error code `order_not_found`: no order has this token.',
    args: tokenArgument,
    resolve: (_root, { token }, { site }) => viewOrder(site, token),
  }),
);

const Payload = builder.objectRef<{ order: Order }>('BuyerOrderPayload').implement({
  description: 'The order after the change.',
  fields: (t) => ({ order: t.expose('order', { type: BuyerOrder, description: 'The order after the change.' }) }),
});

async function toPayload({ load }: Context, change: Promise<Order>): Promise<{ order: Order }> {
  const order = await change;
  load.tickets.clearTickets();
  return { order };
}

builder.mutationFields((t) => ({
  cancelOrder: t.field({
    type: Payload,
    ...publicAccess,
    description:
      'Cancels an order for its buyer; the places are offered to the waiting list. A repeated call has no effect. Error codes: `cancellation_closed` after the deadline (setting `cancel_until_hours`), `already_checked_in`.',
    args: tokenArgument,
    resolve: (_root, { token }, context) => toPayload(context, cancelOrder(context.site, token)),
  }),
  cancelAttendance: t.field({
    type: Payload,
    ...publicAccess,
    description: 'Cancels one ticket of an order. Cancelling the last ticket cancels the order.',
    args: { ...tokenArgument, ...attendeeArgument },
    resolve: (_root, { token, attendeeId }, context) => toPayload(context, cancelOwnAttendee(context.site, token, attendeeId)),
  }),
  updateRsvp: t.field({
    ...declareFormerName('changeAnswer'),
    type: Payload,
    ...publicAccess,
    description:
      'Changes the reply to an RSVP. A person who decides to attend needs a free place. Error codes: `insufficient_stock`, `rsvp_only_going` if the ticket does not accept this reply.',
    args: {
      ...tokenArgument,
      ...attendeeArgument,
      isGoing: t.arg.boolean({ required: true, description: 'Whether the attendee will attend.' }),
    },
    resolve: (_root, { token, attendeeId, isGoing }, context) => toPayload(context, updateRsvp(context.site, token, attendeeId, isGoing)),
  }),
  transferTicket: t.field({
    type: Payload,
    ...publicAccess,
    description: 'Transfers a ticket: it gets a new code, the previous code becomes invalid, and the new holder gets the ticket by mail.',
    args: {
      ...tokenArgument,
      ...attendeeArgument,
      fullName: t.arg.string({ required: true, description: 'Full name of the new holder, not blank.' }),
      email: t.arg.string({ required: true, description: 'Email address of the new holder.' }),
    },
    resolve: (_root, { token, attendeeId, ...holder }, context) =>
      toPayload(context, transferTicket(context.site, token, attendeeId, holder)),
  }),
}));
