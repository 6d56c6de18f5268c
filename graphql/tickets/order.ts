import { notFound } from '#app/core/failure.ts';
import { attendeesOfOrder } from '#app/tickets/attendee.reader.ts';
import { formatAmount, moneyStyle } from '#app/tickets/money.rules.ts';
import { changeOrderStatus, createOrder, listOrders, loadOrder, loadOrders, type OrderRecord } from '#app/tickets/order.service.ts';
import { orderStatuses, reportedAs } from '#app/tickets/statuses.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageArguments, pageComplexity, pageOf } from '../connections/page.ts';
import { pageType } from '../connections/types.ts';
import { Attendee } from './refs.ts';
import { audience, checkManager, keyArgument, siteTime, utcTime } from './shared.ts';

const OrderItem = builder.objectRef<OrderRecord['items'][number]>('OrderItem').implement({
  description: 'One line of an order.',
  fields: (t) => ({
    ticketId: t.int({ description: 'Number of the ticket, which may be deleted.', resolve: (item) => item.ticketId }),
    quantity: t.int({ description: 'How many.', resolve: (item) => item.quantity }),
    priceMinorUnits: t.float({ description: 'Price of one, in hundredths.', resolve: (item) => Number(item.priceMinor) }),
    regularPriceMinorUnits: t.float({
      description: 'Regular price of one, in hundredths.',
      resolve: (item) => Number(item.regularPriceMinor),
    }),
    subtotalMinorUnits: t.float({ description: 'Price of the line, in hundredths.', resolve: (item) => Number(item.subTotalMinor) }),
  }),
});

const OrderState = builder.objectRef<OrderRecord['log'][number]>('OrderState').implement({
  description: 'A state an order went through.',
  fields: (t) => ({
    status: t.string({ description: 'The state.', resolve: ({ status }) => status }),
    at: t.field({ type: 'DateTime', description: 'Since when.', resolve: ({ at }) => at }),
  }),
});

const Order = builder.objectRef<OrderRecord>('Order');

builder.node(Order, {
  id: { resolve: (order) => order.id },
  loadMany: async (ids, context) => {
    if (!audience(context, {}).isManager) return ids.map(() => null);
    const found = new Map((await loadOrders(context.site, ids.map(Number))).map((order) => [order.id, order]));
    return ids.map((id) => found.get(Number(id)) ?? null);
  },
  description: 'What somebody bought or was given at once.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number; unique over content, tickets, orders and attendees.', resolve: (order) => order.id }),
    provider: t.string({ description: 'The shop: `tc` or `tribe-commerce`.', resolve: (order) => order.provider }),
    status: t.string({
      description: `One of ${orderStatuses.map((status) => `\`${status}\``).join(', ')}.`,
      resolve: (order) => order.status,
    }),
    reportedAs: t.string({
      description: 'How reports count it: `sold`, `incomplete`, `cancelled`, `refunded` or `other`.',
      resolve: (order) => reportedAs(order.status),
    }),
    gateway: t.string({ description: 'How it was paid; `manual` = by hand.', resolve: (order) => order.gateway }),
    purchaserName: t.string({ description: 'Who bought.', resolve: (order) => order.purchaserName }),
    purchaserEmail: t.string({ description: 'Address.', resolve: (order) => order.purchaserEmail }),
    totalMinorUnits: t.float({ description: 'In hundredths of the currency.', resolve: (order) => Number(order.totalMinor) }),
    total: t.string({
      description: 'For reading, without a symbol: `12.50`.',
      resolve: (order, _args, { site }) => formatAmount(order.totalMinor, moneyStyle(site)),
    }),
    currency: t.string({ description: 'ISO 4217.', resolve: (order) => order.currency }),
    date: t.field({
      type: 'LocalDateTime',
      description: "When it was made, on the site's clock.",
      resolve: (order, _args, { site }) => siteTime(site, order.createdUtc),
    }),
    dateUtc: t.field({ type: 'LocalDateTime', description: 'The same in UTC.', resolve: (order) => utcTime(order.createdUtc) }),
    items: t.field({ type: [OrderItem], description: 'Its lines.', resolve: (order) => order.items }),
    states: t.field({ type: [OrderState], description: 'The states it went through, oldest first.', resolve: (order) => order.log }),
    attendees: t.field({
      type: [Attendee],
      description: 'Who comes by it, removed ones included.',
      resolve: async (order, _args, context) =>
        (await attendeesOfOrder(context.site, order.id)).map((attendee) => ({
          attendee,
          audience: { ...audience(context, {}), isManager: true },
        })),
    }),
  }),
});

const managersOnly = guard(({ apiKey }: { apiKey?: string | null | undefined }, context) => checkManager(context, apiKey));

builder.queryField('order', (t) =>
  t.field({
    type: Order,
    description: 'One order; for managers of attendees.',
    args: { id: t.arg.int({ required: true, description: 'Its number.' }), ...keyArgument },
    ...managersOnly,
    resolve: async (_root, { id }, { site }) => {
      const order = await loadOrder(site, id);
      if (!order) throw notFound('order-not-found', 'There is no such order.');
      return order;
    },
  }),
);

const OrderPage = pageType('Order', Order, 'orders');

builder.queryField('orderPage', (t) =>
  t.field({
    type: OrderPage,
    description: 'Orders, newest first; for managers of attendees.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      status: t.arg.string({ description: 'Only in this state.' }),
      email: t.arg.string({ description: 'Only of the purchaser with this address.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: (_root, { page, perPage, status, email }, { site }) => listOrders(site, { ...pageOf({ page, perPage }), status, email }),
  }),
);

const OrderLine = builder.inputType('OrderLineDraft', {
  description: 'One line of an order.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'A ticket of the shop.' }),
    quantity: t.int({ required: true, description: 'How many, at least 1.' }),
  }),
});

const OrderDraft = builder.inputType('OrderDraft', {
  description: 'A sale that is entered by hand.',
  fields: (t) => ({
    purchaserName: t.string({ required: true, description: 'Who buys.' }),
    purchaserEmail: t.string({ required: true, description: 'Address.' }),
    items: t.field({ type: [OrderLine], required: true, description: 'What.' }),
    status: t.string({ description: 'State at once; `created` unless given.' }),
  }),
});

builder.mutationField('createOrder', (t) =>
  t.field({
    type: Order,
    description: 'Enters a sale of the shop. Places are taken and attendees made as its state asks; for managers of attendees.',
    args: { draft: t.arg({ type: OrderDraft, required: true, description: 'The sale.' }), ...keyArgument },
    ...managersOnly,
    resolve: async (_root, { draft }, { site, viewer, load }) => {
      const order = await createOrder(site, draft, viewer.id);
      load.tickets.forgetTickets();
      return order;
    },
  }),
);

builder.mutationField('changeOrderStatus', (t) =>
  t.field({
    type: Order,
    description:
      'Brings an order into another state: a sale takes its places, a refund gives them back. Refused where the state cannot follow. For managers of attendees.',
    args: {
      id: t.arg.int({ required: true, description: 'Its number.' }),
      status: t.arg.string({ required: true, description: 'The new state.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: async (_root, { id, status }, { site, viewer, load }) => {
      const order = await changeOrderStatus(site, id, status, viewer.id);
      load.tickets.forgetTickets();
      return order;
    },
  }),
);
