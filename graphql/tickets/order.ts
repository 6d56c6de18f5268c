import { notFound } from '#app/core/failures/failure.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { countOrders, listOrders, loadOrder, type OrderRecord, readOrders } from '#app/domains/tickets/order.reader.ts';
import { updateOrderStatus, createOrder } from '#app/domains/tickets/order.service.ts';
import { orderStatuses, getReportedStatus } from '#app/domains/tickets/statuses.ts';
import { deprecateMinorUnits, addCurrency, Money, toLineMoney } from '../money/money.ts';
import { guard } from '../access.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import { visibleTo } from '../global-ids.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Attendee } from './refs.ts';
import { toEditorAudience } from '#app/domains/tickets/audience.ts';
import { getAudience, checkManager, toSiteTime } from './shared.ts';
import { oneOf } from '../public/public-mapping.ts';
import { orderOutcomes, shopProviders, orderStates } from './enum-definitions.ts';
import { lookupArgument } from '../public/lookup.ts';
import { declareFormerName, deprecateUtcField } from '../public/former-names.ts';

const OrderItem = builder.prismaObject('TicketOrderItem', {
  name: 'OrderItem',
  description: 'A line of an order.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket, which may be deleted.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of tickets.' }),
    price: t.field({ type: Money, description: 'Price of one ticket.', resolve: (item) => toLineMoney(item, item.priceMinor) }),
    regularPrice: t.field({
      type: Money,
      description: 'Regular price of one ticket.',
      resolve: (item) => toLineMoney(item, item.regularPriceMinor),
    }),
    subtotal: t.field({ type: Money, description: 'Price of the line.', resolve: (item) => toLineMoney(item, item.subTotalMinor) }),
    priceMinorUnits: t.float({ ...deprecateMinorUnits('price', 'Price of one ticket.'), resolve: (item) => Number(item.priceMinor) }),
    regularPriceMinorUnits: t.float({
      ...deprecateMinorUnits('regularPrice', 'Regular price of one ticket.'),
      resolve: (item) => Number(item.regularPriceMinor),
    }),
    subtotalMinorUnits: t.float({
      ...deprecateMinorUnits('subtotal', 'Price of the line.'),
      resolve: (item) => Number(item.subTotalMinor),
    }),
  }),
});

const OrderState = builder.prismaObject('TicketOrderStatusLog', {
  name: 'OrderState',
  description: 'A previous or current status of an order.',
  fields: (t) => ({
    status: t.exposeString('status', { ...oneOf(orderStates, 'Status of the order.', { old: 'Status of the order.' }) }),
    at: t.expose('at', { type: 'DateTime', description: 'When the order got this status.' }),
  }),
});

/** GraphQL type of the model `TicketOrder`. */
export const Order = builder.prismaNode('TicketOrder', {
  name: 'Order',
  description: 'A purchase or a set of registrations.',
  ...visibleTo((context) => getAudience(context).isManager),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the order; unique across content, tickets, orders and attendees.' }),
    provider: t.exposeString('provider', {
      ...oneOf(shopProviders, 'Shop of the order.', { old: 'Shop of the order: `tc` or `tribe-commerce`.' }),
    }),
    status: t.exposeString('status', {
      ...oneOf(orderStates, 'The current status.', { old: `One of ${orderStatuses.map((status) => `\`${status}\``).join(', ')}.` }),
    }),
    reportedAs: t.string({
      ...oneOf(orderOutcomes, 'Category of the order in reports.'),
      resolve: (order) => getReportedStatus(order.status),
    }),
    gateway: t.exposeString('gateway', { description: 'Payment method; `manual` for a manual payment.' }),
    purchaserName: t.exposeString('purchaserName', { description: 'Name of the buyer.' }),
    purchaserEmail: t.exposeString('purchaserEmail', { description: 'Email address of the buyer.' }),
    total: t.field({
      type: Money,
      description: 'Total of the order.',
      resolve: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
    }),
    totalMinorUnits: t.float({ ...deprecateMinorUnits('total', 'Total of the order.'), resolve: (order) => Number(order.totalMinor) }),
    currency: t.exposeString('currency', { description: 'ISO 4217 currency code, such as `EUR`.' }),
    date: t.field({
      type: 'LocalDateTime',
      description: 'When the order was created, in the time zone of the site.',
      resolve: (order, _args, { site }) => toSiteTime(site, order.createdUtc as Date),
    }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the order was created.' }),
    dateUtc: t.expose('createdUtc', {
      type: 'LocalDateTime',
      description: 'The value of `date` in UTC.',
      ...deprecateUtcField('createdAt'),
    }),
    items: t.field({
      type: [OrderItem],
      description: 'Items of the order.',
      select: (_args, _context, nested) => ({ currency: true, items: nested({ orderBy: { ticketId: 'asc' } }) }),
      resolve: ({ items, currency }) => addCurrency(currency, items),
    }),
    states: t.relation('log', {
      type: OrderState,
      description: 'History of the status of the order, oldest first.',
      query: { orderBy: { position: 'asc' } },
    }),
    attendees: t.field({
      type: [Attendee],
      description: 'Attendees of the order, including removed ones.',
      resolve: async ({ id }, _args, context) => {
        const editorAudience = toEditorAudience(getAudience(context));
        return (await context.load.tickets.attendeesOfOrder.load(id)).map((attendee) => viewAttendee(attendee, editorAudience));
      },
    }),
  }),
});

const requireManager = guard((_args: object, context: Context) => checkManager(context));

/** Returns the order with the ID. Throws `order_not_found`. */
async function getOrder(site: Site, id: number, query: Parameters<typeof loadOrder>[2]): Promise<OrderRecord> {
  const order = await loadOrder(site, id, query);
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  return order;
}

export const OrderPage = createPageType('Order', Order, 'orders');

const conditions = builder.args((t) => ({
  status: t.string({ ...oneOf(orderStates, 'Only orders with this status.', { old: 'Only orders with this status.' }) }),
  email: t.string({ description: 'Only orders of the purchaser with this email address.' }),
}));

builder.queryFields((t) => ({
  order: t.prismaField({
    type: Order,
    description: 'One order; for managers of attendees.',
    args: { id: t.arg.int({ required: true, ...lookupArgument('Order', 'ID in the database.') }) },
    ...requireManager,
    resolve: (query, _root, { id }, { site }) => getOrder(site, id, query),
  }),
  orderPage: t.field({
    type: OrderPage,
    description: 'Orders, newest first; for managers of attendees.',
    complexity: pageComplexity,
    args: { ...pageArguments, ...conditions },
    ...requireManager,
    resolve: (_root, { page, perPage, ...filter }, context, info) =>
      listOrders(context.site, { ...selectPage({ page, perPage }), ...filter }, queryFromInfo({ context, info, path: ['nodes'] })),
  }),
  orders: t.prismaConnection(
    {
      type: Order,
      cursor: 'id',
      description: 'Orders, newest first; for managers of attendees.',
      args: conditions,
      ...requireManager,
      totalCount: (_root, filter, { site }) => countOrders(site, filter),
      resolve: (query, _root, filter, { site }) => readOrders(site, filter, query),
    },
    { name: 'OrderConnection', description: 'A part of a list of orders.' },
    { name: 'OrderEdge', description: 'An item of a list of orders.' },
  ),
}));

const OrderLine = builder.inputType('OrderLineDraft', {
  description: 'One line of an order.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of a ticket of the shop.' }),
    quantity: t.int({ required: true, description: 'Quantity, at least 1.' }),
  }),
});

const OrderDraft = builder.inputType('OrderDraft', {
  description: 'A sale to record.',
  fields: (t) => ({
    purchaserName: t.string({ required: true, description: 'Name of the buyer.' }),
    purchaserEmail: t.string({ required: true, description: 'Email address of the buyer.' }),
    items: t.field({ type: [OrderLine], required: true, description: 'Items of the order.' }),
    status: t.string({
      ...oneOf(orderStates, 'Status of the order; CREATED by default.', { old: 'Status of the order; `created` by default.' }),
    }),
  }),
});

builder.mutationFields((t) => ({
  createOrder: t.prismaField({
    type: Order,
    description:
      'Records a sale of the shop. The status of the order decides whether places are taken and attendees are created. For managers of attendees.',
    args: { draft: t.arg({ type: OrderDraft, required: true, description: 'The sale to record.' }) },
    ...requireManager,
    resolve: async (query, _root, { draft }, { site, viewer, load }) => {
      const id = await createOrder(site, draft, viewer.id);
      load.tickets.clearTickets();
      return await getOrder(site, id, query);
    },
  }),
  updateOrderStatus: t.prismaField({
    ...declareFormerName('changeOrderStatus'),
    type: Order,
    description:
      'Changes the status of an order. A sale takes places, a refund releases them. Error code `invalid_order_transition`: the order cannot change to the new status. For managers of attendees.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      status: t.arg.string({ required: true, ...oneOf(orderStates, 'The new status.', { old: 'The new status.' }) }),
    },
    ...requireManager,
    resolve: async (query, _root, { id, status }, { site, viewer, load }) => {
      await updateOrderStatus(site, id, status, viewer.id);
      load.tickets.clearTickets();
      return await getOrder(site, id, query);
    },
  }),
}));
