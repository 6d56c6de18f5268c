import { cancelAttendance, cancelOrder, updateRsvp } from '#app/domains/checkout/orders/cancel.ts';
import { type BoughtTicket, type BuyerOrder as Order, viewOrder } from '#app/domains/checkout/orders/order.view.ts';
import { type BankTransfer, bankTransferOf } from '#app/domains/checkout/bank-transfer/bank-transfer.ts';
import { textsForBuyer } from '#app/domains/checkout/orders/order-mail.ts';
import { transferTicket } from '#app/domains/checkout/orders/transfer.ts';
import type { TicketState as State } from '#app/domains/tickets/qr/ticket-sheet.ts';
import { type Wallet, walletPaths } from '#app/domains/tickets/wallet/wallet-address.ts';
import type { Site } from '#app/site.ts';
import { readCheckout } from '#app/domains/checkout/checkout.record.ts';
import { everybody } from '../access.ts';
import { inMinorUnits, Money } from '../money/money.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Checkout, PaymentWay } from './checkout.ts';
import { Receipt } from './receipts.ts';
import { formerly } from '../public/former-names.ts';

const TicketState = builder.enumType('BuyerTicketState', {
  description: 'Whether a ticket admits its holder.',
  values: {
    GOOD: { value: 'good', description: 'The ticket lets its holder in.' },
    PENDING: { value: 'pending', description: 'Not before it is paid.' },
    DECLINED: { value: 'declined', description: 'Its holder does not come.' },
    VOID: { value: 'void', description: 'It was taken back.' },
  } as const satisfies Record<string, { value: State; description: string }>,
});

function walletUrl(site: Site, { sheet }: BoughtTicket, wallet: Wallet): string | null {
  const path = walletPaths(site, sheet)[wallet];
  return path && site.config.siteUrl + path;
}

const BuyerTicket = builder.objectRef<BoughtTicket>('BuyerTicket').implement({
  description: 'One ticket of an order.',
  fields: (t) => ({
    attendeeId: t.int({ description: 'Number of its attendee.', resolve: ({ sheet }) => sheet.attendee.id }),
    fullName: t.string({ description: 'Who it is for.', resolve: ({ sheet }) => sheet.attendee.fullName }),
    email: t.string({ description: 'E-mail address of the person.', resolve: ({ sheet }) => sheet.attendee.email }),
    ticket: t.string({ description: 'Title of the ticket.', resolve: ({ sheet }) => sheet.ticket }),
    event: t.string({ description: 'Title of the event.', resolve: ({ sheet }) => sheet.event.title }),
    state: t.field({ type: TicketState, description: 'Whether it admits its holder.', resolve: ({ sheet }) => sheet.state }),
    isTransferred: t.exposeBoolean('isTransferred', {
      description: 'Whether the buyer transferred it to someone else. The buyer can neither see its code nor change it then.',
    }),
    url: t.string({
      nullable: true,
      description: 'Address of its own page, with the code; null for a transferred ticket.',
      resolve: ({ ticketPath }, _args, { site }) => ticketPath && site.config.siteUrl + ticketPath,
    }),
    appleWalletUrl: t.string({
      nullable: true,
      description:
        'Address of its pass for Apple Wallet; anyone who has it has the ticket. Null while the ticket lets nobody in, for a cancelled event, and where the site offers none.',
      resolve: (ticket, _args, { site }) => walletUrl(site, ticket, 'apple'),
    }),
    googleWalletUrl: t.string({
      nullable: true,
      description: 'Address that leads to Google Wallet with it; null as `appleWalletUrl` is.',
      resolve: (ticket, _args, { site }) => walletUrl(site, ticket, 'google'),
    }),
    isGoing: t.exposeBoolean('isGoing', { nullable: true, description: 'Reply of its holder; null where nobody was asked.' }),
    canCancel: t.exposeBoolean('canCancel', { description: 'Whether its place can be given back at the moment.' }),
    canTransfer: t.exposeBoolean('canTransfer', { description: 'Whether it can be transferred at the moment.' }),
    canChangeAnswer: t.exposeBoolean('canChangeAnswer', { description: 'Whether its holder can change their mind at the moment.' }),
  }),
});

const OrderState = builder.enumType('BuyerOrderState', {
  description: 'State of an order.',
  values: {
    CONFIRMED: { value: 'confirmed', description: 'Nothing is left to be done.' },
    PENDING: { value: 'pending', description: 'It is to be paid; the places are kept.' },
    CANCELLED: { value: 'cancelled', description: 'Nothing is left of it.' },
  } as const satisfies Record<string, { value: Order['state']; description: string }>,
});

const BankTransferType = builder.objectRef<BankTransfer>('BankTransfer').implement({
  description: 'How an order is paid into the bank account of the organizers.',
  fields: (t) => ({
    accountHolder: t.exposeString('accountHolder', { description: 'Name of the holder of the account.' }),
    iban: t.exposeString('iban', { description: 'IBAN of the account, without blanks.' }),
    bic: t.exposeString('bic', { description: 'BIC of the bank; empty where none is set.' }),
    reference: t.exposeString('reference', { description: 'What the buyer writes, so that the organizers find the order.' }),
    amount: t.field({
      type: Money,
      description: 'What is to be paid.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    qrText: t.exposeString('qrText', {
      nullable: true,
      description: 'Text of the QR code that banking apps read (EPC069-12); null for currencies other than the euro.',
    }),
  }),
});

const BuyerOrder = builder.objectRef<Order>('BuyerOrder').implement({
  description: 'The result of a checkout, for anyone who has the token in the address of its page.',
  fields: (t) => ({
    state: t.field({ type: OrderState, description: 'Current state of the object.', resolve: ({ state }) => state }),
    orderId: t.exposeInt('orderId', { nullable: true, description: 'Number of the order; null where nothing was sold.' }),
    url: t.string({ description: 'Address of its page.', resolve: ({ path }, _args, { site }) => site.config.siteUrl + path }),
    checkout: t.prismaField({
      type: Checkout,
      description: 'The checkout: what was bought at which prices, and by whom.',
      resolve: (query, { checkoutId }, _args, { site }) => readCheckout(site, { id: checkoutId }, query),
    }),
    total: t.field({
      type: Money,
      description: 'What it costs.',
      resolve: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
    }),
    refund: t.field({
      type: Money,
      description: 'What of the money goes back to the buyer, or went.',
      resolve: ({ refundMinor, currency }) => ({ minor: refundMinor, currency }),
    }),
    totalMinorUnits: t.float({
      ...inMinorUnits('total', 'What it costs.'),
      resolve: ({ totalMinor }) => Number(totalMinor),
    }),
    gateway: t.field({
      type: PaymentWay,
      nullable: true,
      description: 'How it is paid; null where nothing is.',
      resolve: ({ gateway }) => (gateway === '' ? null : (gateway as 'manual')),
    }),
    refundMinorUnits: t.float({
      ...inMinorUnits('refund', 'What of the money goes back to the buyer, or went.'),
      resolve: ({ refundMinor }) => Number(refundMinor),
    }),
    paymentUrl: t.exposeString('paymentUrl', {
      nullable: true,
      description: 'Where to pay what is still open; null where that is not done online.',
    }),
    paymentNote: t.string({
      description: 'What organizers tell buyers who pay by hand, plain text; empty where nothing is to be paid by hand.',
      resolve: ({ state, gateway, paymentNote }) => (state === 'pending' && gateway === 'manual' ? paymentNote : ''),
    }),
    bankTransfer: t.field({
      type: BankTransferType,
      nullable: true,
      description: 'The account to pay into; null where nothing is to be paid by transfer, or no account is set.',
      resolve: (order, _args, { site }) => bankTransferOf(site, textsForBuyer(site, order.locale), order),
    }),
    payUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the places are kept for money that comes by hand; null when they are kept without a limit, or nothing is to be paid so.',
      resolve: ({ payUntil }) => payUntil,
    }),
    receipts: t.prismaField({
      type: [Receipt],
      description: 'Its receipts and credit notes, oldest first; none where the site issues none.',
      resolve: (query, { orderId }, _args, { site }) =>
        orderId === null ? [] : site.db.prisma.receipt.findMany({ ...query, where: { orderId }, orderBy: { id: 'asc' } }),
    }),
    tickets: t.field({
      type: [BuyerTicket],
      description: 'The tickets, those that were taken back included.',
      resolve: ({ attendees }) => attendees,
    }),
    canCancel: t.exposeBoolean('canCancel', { description: 'Whether all of it can be cancelled at the moment.' }),
    cancelUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The earliest moment after which a part of it cannot be cancelled any more; null = none exists.',
      resolve: ({ cancelUntil }) => cancelUntil,
    }),
  }),
});

const tokenArgument = builder.args((t) => ({
  token: t.string({ required: true, description: 'The last part of the address of its page, `/orders/…`.' }),
}));
const attendeeArgument = builder.args((t) => ({ attendeeId: t.int({ required: true, description: 'Number of the attendee.' }) }));

builder.queryField('buyerOrder', (t) =>
  t.field({
    type: BuyerOrder,
    ...everybody,
    description: 'What someone got by a checkout; `order_not_found` for anyone who does not have its token.',
    args: tokenArgument,
    resolve: (_root, { token }, { site }) => viewOrder(site, token),
  }),
);

const Payload = builder.objectRef<{ order: Order }>('BuyerOrderPayload').implement({
  description: 'The order after the change.',
  fields: (t) => ({ order: t.field({ type: BuyerOrder, description: 'As it is now.', resolve: ({ order }) => order }) }),
});

async function changed({ load }: Context, change: Promise<Order>): Promise<{ order: Order }> {
  const order = await change;
  load.tickets.forgetTickets();
  return { order };
}

builder.mutationFields((t) => ({
  cancelOrder: t.field({
    type: Payload,
    ...everybody,
    description:
      'The buyer gives everything back; the places go to anyone who waits. Repeating it changes nothing. `cancellation_closed` when it is too late (setting `cancel_until_hours`), `already_checked_in`.',
    args: tokenArgument,
    resolve: (_root, { token }, context) => changed(context, cancelOrder(context.site, token)),
  }),
  cancelAttendance: t.field({
    type: Payload,
    ...everybody,
    description: 'The same for one of several; the last one takes the order along.',
    args: { ...tokenArgument, ...attendeeArgument },
    resolve: (_root, { token, attendeeId }, context) => changed(context, cancelAttendance(context.site, token, attendeeId)),
  }),
  updateRsvp: t.field({
    ...formerly('changeAnswer'),
    type: Payload,
    ...everybody,
    description:
      'Someone with a registration changes their mind. A person who comes after all needs a free place: `insufficient_stock`. `rsvp_only_going` where the ticket takes no such reply.',
    args: { ...tokenArgument, ...attendeeArgument, isGoing: t.arg.boolean({ required: true, description: 'Whether they come.' }) },
    resolve: (_root, { token, attendeeId, isGoing }, context) => changed(context, updateRsvp(context.site, token, attendeeId, isGoing)),
  }),
  transferTicket: t.field({
    type: Payload,
    ...everybody,
    description: 'Hands a ticket on: it gets another code, the old one lets nobody in, and its new holder gets it by mail.',
    args: {
      ...tokenArgument,
      ...attendeeArgument,
      fullName: t.arg.string({ required: true, description: 'Who gets it, not blank.' }),
      email: t.arg.string({ required: true, description: 'E-mail address of the person.' }),
    },
    resolve: (_root, { token, attendeeId, ...holder }, context) =>
      changed(context, transferTicket(context.site, token, attendeeId, holder)),
  }),
}));
