import { maySeeAttendee } from '#app/tickets/attendee.access.ts';
import { formatAmount, moneyStyle, symbolEntity } from '#app/tickets/money.rules.ts';
import { currentPrice } from '#app/tickets/price.ts';
import { isShop, nameInPayment } from '#app/tickets/providers.ts';
import { checkInUrl } from '#app/tickets/qr.service.ts';
import { ticketAddresses } from '#app/tickets/qr/ticket-address.ts';
import { isCompleted } from '#app/tickets/statuses.ts';
import type { TicketRecord } from '#app/tickets/ticket.record.ts';
import { viewTicket } from '#app/tickets/ticket.view.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Attendee, type AttendeeView, Ticket } from './refs.ts';
import { audience, sharedGlobalId, siteTime, utcTime } from './shared.ts';

/** The ticket of an attendee as far as attendees show it; the ticket itself may be deleted. */
interface AttendeeTicketSource {
  view: AttendeeView;
  ticket: TicketRecord | null;
}

/** What is made of the attendee's ticket: at once where it was read before, since one value to wait for makes its whole list wait. */
function ofTicket<T>({ attendee }: AttendeeView, { load: { tickets } }: Context, make: (ticket: TicketRecord | null) => T): T | Promise<T> {
  const known = tickets.knownTicket(attendee.ticketId);
  return known === undefined ? tickets.ticket.load(attendee.ticketId).then(make) : make(known);
}

const AttendeeTicket = builder.objectRef<AttendeeTicketSource>('AttendeeTicket').implement({
  description: "What an attendee's ticket says on a badge or list; outlives the ticket itself.",
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number.', resolve: ({ view }) => view.attendee.ticketId }),
    title: t.string({
      description: 'Its name.',
      resolve: ({ view: { attendee }, ticket }) => ticket?.title ?? `${attendee.deletedTicketTitle ?? ''} (deleted)`,
    }),
    description: t.string({ description: 'What it is good for.', resolve: ({ ticket }) => ticket?.description ?? '' }),
    price: t.string({
      description: 'What it costs at the moment, as written: `5`.',
      resolve: ({ ticket }, _args, { site }) => (ticket ? currentPrice(site, ticket).text : ''),
    }),
    formattedPrice: t.string({
      description: 'The same without a symbol: `5.00`.',
      resolve: ({ ticket }, _args, { site }) => formatAmount(ticket ? currentPrice(site, ticket).minor : 0, moneyStyle(site)),
    }),
    currencySymbolEntity: t.string({
      description: "The currency's symbol as HTML: `&#x24;`.",
      resolve: (_ticket, _args, { site }) => symbolEntity(moneyStyle(site).symbol),
    }),
    currencyPosition: t.string({ description: '`prefix` or `postfix`.', resolve: (_ticket, _args, { site }) => moneyStyle(site).position }),
    decimalSeparator: t.string({
      description: 'Separates whole and fraction.',
      resolve: (_ticket, _args, { site }) => moneyStyle(site).decimal,
    }),
    thousandsSeparator: t.string({
      description: 'Separates thousands.',
      resolve: (_ticket, _args, { site }) => moneyStyle(site).thousands,
    }),
    decimals: t.int({ description: 'Digits of the fraction.', resolve: () => 2 }),
    saleStart: t.string({ description: 'Day, `YYYY-MM-DD`, empty = no bound.', resolve: ({ ticket }) => ticket?.startDate ?? '' }),
    saleEnd: t.string({ description: 'Day, `YYYY-MM-DD`, empty = no bound.', resolve: ({ ticket }) => ticket?.endDate ?? '' }),
  }),
});

const AttendeeCheckIn = builder.objectRef<AttendeeView>('AttendeeCheckIn').implement({
  description: 'How somebody was let in.',
  fields: (t) => ({
    date: t.field({
      type: 'LocalDateTime',
      description: "When, on the site's clock.",
      resolve: ({ attendee }, _args, { site }) => siteTime(site, attendee.checkinAt ?? attendee.modifiedUtc),
    }),
    source: t.string({ description: '`site`, or `app` = by QR code.', resolve: ({ attendee }) => attendee.checkinSource }),
    authorId: t.int({
      description: 'Number of whoever did it; 0 = by the key of the app.',
      resolve: ({ attendee }) => attendee.checkinAuthor,
    }),
    device: t.string({
      description: 'At which door or with which device; empty when that is not known.',
      resolve: ({ attendee }) => attendee.checkinDevice,
    }),
  }),
});

const AttendeeReply = builder.objectRef<AttendeeView>('AttendeeReply').implement({
  description: 'The answer to an RSVP.',
  fields: (t) => ({ isGoing: t.boolean({ description: 'Whether they come.', resolve: ({ attendee }) => attendee.orderStatus === 'yes' }) }),
});

const AttendeePayment = builder.objectRef<AttendeeView>('AttendeePayment').implement({
  description: 'How a place was paid.',
  fields: (t) => ({
    provider: t.string({ description: '`tc` or `tpp`.', resolve: ({ attendee }) => nameInPayment(attendee.provider) }),
    price: t.string({
      description: 'Price of the ticket, empty when it is free.',
      resolve: (view, _args, context) => ofTicket(view, context, (ticket) => (ticket && Number(ticket.priceMinor) > 0 ? ticket.price : '')),
    }),
    currency: t.string({ description: 'Symbol of the currency.', resolve: (_view, _args, { site }) => moneyStyle(site).symbol }),
    date: t.field({
      type: 'LocalDateTime',
      description: "When, on the site's clock.",
      resolve: ({ attendee }, _args, { site }) => siteTime(site, attendee.createdUtc),
    }),
  }),
});

const AttendeeManagement = builder.objectRef<AttendeeView>('AttendeeManagement').implement({
  description: 'What only managers of attendees see of somebody.',
  fields: (t) => ({
    provider: t.string({
      description: 'Who gave the ticket: `rsvp`, `tc`, `tribe-commerce`.',
      resolve: ({ attendee }) => attendee.provider,
    }),
    orderId: t.int({
      description: "Number of the order; of an RSVP the attendee's own.",
      resolve: ({ attendee }) => attendee.orderId ?? attendee.id,
    }),
    orderStatus: t.string({
      description: 'Status of the order, or `yes` and `no` of an RSVP.',
      resolve: ({ attendee }) => attendee.orderStatus,
    }),
    sku: t.string({ description: 'Stock number.', resolve: ({ attendee }) => attendee.sku }),
    email: t.string({ description: 'Address.', resolve: ({ attendee }) => attendee.email }),
    userId: t.int({ nullable: true, description: 'Number of the user with that address.', resolve: ({ attendee }) => attendee.userId }),
    isCheckedIn: t.boolean({ description: 'Whether they have come.', resolve: ({ attendee }) => attendee.checkedIn }),
    mayCheckIn: t.boolean({
      description: 'Whether their place is settled, so that they can be let in.',
      resolve: ({ attendee }) => isCompleted(attendee.provider, attendee.orderStatus),
    }),
    checkIn: t.field({
      type: AttendeeCheckIn,
      nullable: true,
      description: 'How they were let in.',
      resolve: (view) => (view.attendee.checkedIn ? view : null),
    }),
    extra: t.field({ type: 'JSON', description: 'Answers to further questions.', resolve: ({ attendee }) => attendee.extra }),
    ticketsSent: t.int({ description: 'How often their ticket was mailed.', resolve: ({ attendee }) => attendee.ticketSent }),
    source: t.string({ description: 'Where the attendee came from.', resolve: ({ attendee }) => attendee.source }),
  }),
});

/** For managers only. */
const forManagers = (view: AttendeeView) => (view.audience.isManager ? view : null);

builder.node(Attendee, {
  id: { resolve: ({ attendee }) => attendee.id },
  loadMany: async (ids, context) => {
    const reader = audience(context, {});
    const found = await context.load.tickets.attendee.loadMany(ids.map(Number));
    return found.map((attendee) =>
      attendee instanceof Error || !attendee || !maySeeAttendee(reader, attendee) ? null : { attendee, audience: reader },
    );
  },
  description: 'Somebody who comes, or was asked and does not.',
  fields: (t) => ({
    databaseId: t.int({
      description: 'Number; unique over content, tickets, orders and attendees.',
      resolve: ({ attendee }) => attendee.id,
    }),
    postId: t.int({ description: 'Number of the post or event; 0 once it is deleted.', resolve: ({ attendee }) => attendee.postId ?? 0 }),
    ticketId: t.int({ description: 'Number of the ticket.', resolve: ({ attendee }) => attendee.ticketId }),
    globalId: t.string({
      description: 'Id among several sites.',
      resolve: ({ attendee }, _args, { site }) => sharedGlobalId(site, 'attendee', attendee.id),
    }),
    globalIdLineage: t.stringList({
      description: 'All ids it ever had among several sites, the present one last.',
      resolve: ({ attendee }, _args, { site }) => [...attendee.lineage, sharedGlobalId(site, 'attendee', attendee.id)],
    }),
    authorId: t.int({
      description: 'Number of whoever registered them; 0 = nobody who was signed in.',
      resolve: ({ attendee }) => attendee.authorId,
    }),
    status: t.string({ description: '`publish`, or `trash` once removed.', resolve: ({ attendee }) => attendee.status }),
    date: t.field({
      type: 'LocalDateTime',
      description: "When they were registered, on the site's clock.",
      resolve: ({ attendee }, _args, { site }) => siteTime(site, attendee.createdUtc),
    }),
    dateUtc: t.field({ type: 'LocalDateTime', description: 'The same in UTC.', resolve: ({ attendee }) => utcTime(attendee.createdUtc) }),
    modified: t.field({
      type: 'LocalDateTime',
      description: "Last change, on the site's clock.",
      resolve: ({ attendee }, _args, { site }) => siteTime(site, attendee.modifiedUtc),
    }),
    modifiedUtc: t.field({
      type: 'LocalDateTime',
      description: 'Last change in UTC.',
      resolve: ({ attendee }) => utcTime(attendee.modifiedUtc),
    }),
    name: t.string({
      nullable: true,
      description: 'Full name; null for somebody who does not want to be shown, unless you manage attendees.',
      resolve: ({ attendee, audience: reader }) => (attendee.optout && !reader.isManager ? null : attendee.fullName),
    }),
    isOptedOut: t.boolean({
      description: 'Whether they do not want to be shown to the public.',
      resolve: ({ attendee }) => attendee.optout,
    }),
    ticket: t.field({
      type: Ticket,
      nullable: true,
      description: 'The ticket; null once it is deleted.',
      resolve: (view, _args, context) => ofTicket(view, context, (ticket) => ticket && viewTicket(ticket, view.audience)),
    }),
    ticketOnBadge: t.field({
      type: AttendeeTicket,
      description: 'What the ticket says on a list, even if it is deleted.',
      resolve: (view, _args, context) => ofTicket(view, context, (ticket) => ({ view, ticket })),
    }),
    management: t.field({ type: AttendeeManagement, nullable: true, description: 'For managers of attendees.', resolve: forManagers }),
    reply: t.field({
      type: AttendeeReply,
      nullable: true,
      description: 'Answer to an RSVP; for managers of attendees.',
      resolve: (view) => (view.attendee.provider === 'rsvp' ? forManagers(view) : null),
    }),
    payment: t.field({
      type: AttendeePayment,
      nullable: true,
      description: 'Payment in a shop; for managers of attendees.',
      resolve: (view) => (isShop(view.attendee.provider) ? forManagers(view) : null),
    }),
    securityCode: t.string({
      nullable: true,
      description: 'Code that the QR code carries; for managers of attendees.',
      resolve: (view) => forManagers(view)?.attendee.securityCode ?? null,
    }),
    checkinUrl: t.string({
      nullable: true,
      description: 'What the QR code carries: the address that lets them in; for managers of attendees.',
      resolve: (view, _args, { site }) => (view.audience.isManager ? checkInUrl(site, view.attendee) : null),
    }),
    ticketUrl: t.string({
      nullable: true,
      description: "Address of the holder's own page, with the QR code; whoever has it has the ticket. For managers of attendees.",
      resolve: (view, _args, { site }) => (view.audience.isManager ? ticketAddresses(site, view.attendee).page : null),
    }),
    qrPngUrl: t.string({
      nullable: true,
      description: 'Address of the QR code as a PNG image; nothing is there while the ticket lets nobody in. For managers of attendees.',
      resolve: (view, _args, { site }) => (view.audience.isManager ? ticketAddresses(site, view.attendee).png : null),
    }),
    qrSvgUrl: t.string({
      nullable: true,
      description: 'The same as an SVG image. For managers of attendees.',
      resolve: (view, _args, { site }) => (view.audience.isManager ? ticketAddresses(site, view.attendee).svg : null),
    }),
  }),
});
