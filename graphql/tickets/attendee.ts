import { maySeeAttendee } from '#app/domains/tickets/attendee.access.ts';
import { getMoneyStyle } from '#app/domains/tickets/money.rules.ts';
import { isShop, getPaymentName } from '#app/domains/tickets/providers.ts';
import { buildCheckInUrl } from '#app/domains/tickets/qr.service.ts';
import { buildTicketUrls } from '#app/domains/tickets/qr/ticket-path.ts';
import { canEnter } from '#app/domains/tickets/statuses.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { type AttendeeView, viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { builder } from '../builder.ts';
import { declareReads } from '../columns-read.ts';
import { legacy } from '../compatibility.ts';
import { Money } from '../money/money.ts';
import type { Context } from '../context.ts';
import { moneySelection, toSiteMoney } from './money.ts';
import { AttendeeTicket } from './attendee-ticket.ts';
import { Attendee, Ticket } from './refs.ts';
import { canSeeCodes } from '#app/domains/tickets/audience.ts';
import { getAudience, buildSharedGlobalId, toSiteTime } from './shared.ts';
import { oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { checkInSources, presence, attendeeProviders, shownAttendeeStates, shopNamesInCarts } from './enum-definitions.ts';
import { declareFormerName, deprecateUtcField } from '../public/former-names.ts';

/**
 * Computes a value from the ticket of the attendee. Returns the value synchronously if the ticket is already loaded, because one promise would
 * delay the whole list.
 */
function withTicket<T>(
  attendee: AttendeeView,
  { load: { tickets } }: Context,
  compute: (ticket: TicketRecord | null) => T,
): T | Promise<T> {
  const loaded = tickets.getLoadedTicket(attendee.ticketId);
  return loaded === undefined ? tickets.ticket.load(attendee.ticketId).then(compute) : compute(loaded);
}

const reads = declareReads<'Attendee'>();

const AttendeeCheckIn = builder.prismaObject('Attendee', {
  variant: 'AttendeeCheckIn',
  description: 'Check-in of an attendee.',
  fields: (t) => ({
    date: t.field({
      type: 'LocalDateTime',
      description: 'When the attendee was checked in, in the time zone of the site.',
      resolve: (attendee, _args, { site }) => toSiteTime(site, attendee.checkinAt ?? attendee.modifiedUtc),
    }),
    source: t.exposeString('checkinSource', { ...oneOf(checkInSources, 'How the attendee was checked in.') }),
    authorId: t.exposeInt('checkinAuthor', {
      ...zeroAsNull('ID of the user who checked the attendee in; null if the check-in app did.'),
    }),
    device: t.exposeString('checkinDevice', {
      description: 'Name of the door or device; empty if unknown.',
    }),
  }),
});

const AttendeeReply = builder.prismaObject('Attendee', {
  variant: 'AttendeeReply',
  description: 'Reply to an RSVP.',
  fields: (t) => ({
    isGoing: t.boolean({ description: 'Whether the attendee will attend.', resolve: (attendee) => attendee.orderStatus === 'yes' }),
  }),
});

const AttendeePayment = builder.prismaObject('Attendee', {
  variant: 'AttendeePayment',
  description: 'Payment for the place of an attendee.',
  fields: (t) => ({
    provider: t.string({
      ...oneOf(attendeeProviders, 'Provider of the payment.', {
        old: 'Provider of the payment: `tc` or `tpp`.',
        written: shopNamesInCarts,
        otherwise: 'other',
      }),
      resolve: (attendee) => getPaymentName(attendee.provider),
    }),
    price: t.field({
      type: Money,
      nullable: true,
      description: 'Regular price of the ticket; null once the ticket is deleted.',
      resolve: (attendee, _args, context) =>
        withTicket(attendee, context, (ticket) => ticket && toSiteMoney(context.site, ticket.priceMinor)),
    }),
    paid: t.field({
      type: Money,
      nullable: true,
      description: 'Amount that was paid for the place; null if it is not recorded.',
      resolve: ({ pricePaidMinor, currency }, _args, { site }) => {
        if (pricePaidMinor === null) return null;
        return currency === '' ? toSiteMoney(site, pricePaidMinor) : { minor: pricePaidMinor, currency };
      },
    }),
    writtenPrice: t.string({
      ...legacy({ use: moneySelection }),
      description: 'Price of the ticket as a string; empty if it is free.',
      resolve: (attendee, _args, context) =>
        withTicket(attendee, context, (ticket) => (ticket && Number(ticket.priceMinor) > 0 ? ticket.price : '')),
    }),
    currency: t.string({
      ...legacy({ use: 'price { currencyCode }' }),
      description: 'Symbol of the currency.',
      resolve: (_attendee, _args, { site }) => getMoneyStyle(site).symbol,
    }),
    date: t.field({
      type: 'LocalDateTime',
      description: 'When the attendee was registered, in the time zone of the site.',
      resolve: (attendee, _args, { site }) => toSiteTime(site, attendee.createdUtc),
    }),
  }),
});

const AttendeeManagement = builder.prismaObject('Attendee', {
  variant: 'AttendeeManagement',
  description: 'Details of an attendee for managers of attendees.',
  fields: (t) => ({
    provider: t.exposeString('provider', {
      ...oneOf(attendeeProviders, 'Provider of the ticket.', {
        old: 'Provider of the ticket: `rsvp`, `tc`, `tribe-commerce`.',
        otherwise: 'other',
      }),
    }),
    orderId: t.int({
      ...reads(['orderId', 'id'], { description: 'ID of the order; for an RSVP, the ID of the attendee.' }),
      resolve: (attendee) => attendee.orderId ?? attendee.id,
    }),
    orderStatus: t.exposeString('orderStatus', {
      ...oneOf(shownAttendeeStates, 'Status of the order, or the reply to an RSVP.', {
        old: 'Status of the order, or the reply to an RSVP: `yes` or `no`.',
        otherwise: 'other',
      }),
    }),
    sku: t.exposeString('sku', { description: 'Stock keeping unit (SKU).' }),
    email: t.exposeString('email', { description: 'Email address of the attendee.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'ID of the user with this email address; null if none exists.' }),
    isCheckedIn: t.exposeBoolean('checkedIn', { description: 'Whether the attendee is checked in.' }),
    canCheckIn: t.boolean({
      ...declareFormerName('mayCheckIn'),
      ...reads(['provider', 'orderStatus'], { description: 'Whether the order is completed, so that the attendee can be checked in.' }),
      resolve: (attendee) => canEnter(attendee.provider, attendee.orderStatus),
    }),
    checkIn: t.field({
      type: AttendeeCheckIn,
      nullable: true,
      description: 'Details of the check-in; null if the attendee is not checked in.',
      resolve: (attendee) => (attendee.checkedIn ? attendee : null),
    }),
    extra: t.expose('extra', { type: 'JSON', description: 'Answers to further questions.' }),
    ticketsSent: t.exposeInt('ticketSent', { description: 'Number of times that the ticket was mailed.' }),
    source: t.exposeString('source', { description: 'Name of the program or the form that registered the attendee.' }),
  }),
});

/** Returns the attendee for managers, null for others. */
const nullUnlessManager = (attendee: AttendeeView) => (attendee.audience.isManager ? attendee : null);

builder.nodeRef(Attendee, {
  id: { resolve: (attendee: AttendeeView) => attendee.id },
  loadMany: async (ids, context) => {
    const viewerAudience = getAudience(context);
    const attendees = await context.load.tickets.attendee.loadMany(ids.map(Number));
    return attendees.map((attendee) =>
      attendee instanceof Error || !attendee || !maySeeAttendee(viewerAudience, attendee) ? null : viewAttendee(attendee, viewerAudience),
    );
  },
});

builder.prismaObjectFields(Attendee, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'ID of the attendee; unique across content, tickets, orders and attendees.',
  }),
  postId: t.int({
    ...reads(['postId'], zeroAsNull('ID of the post or event; null once it is deleted.')),
    resolve: (attendee) => attendee.postId ?? 0,
  }),
  ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
  globalId: t.string({
    description: 'Global ID, which is unique across sites.',
    resolve: (attendee, _args, { site }) => buildSharedGlobalId(site, 'attendee', attendee.id),
  }),
  globalIdLineage: t.stringList({
    description: 'All global IDs that the attendee has had, oldest first; the last one is the current global ID.',
    resolve: (attendee, _args, { site }) => [...attendee.lineage, buildSharedGlobalId(site, 'attendee', attendee.id)],
  }),
  authorId: t.exposeInt('authorId', {
    ...zeroAsNull('ID of the user who registered the attendee; null if a visitor did.'),
  }),
  status: t.exposeString('status', { ...oneOf(presence, 'Whether the attendee exists or was removed.') }),
  date: t.field({
    type: 'LocalDateTime',
    description: 'When the attendee was registered, in the time zone of the site.',
    resolve: (attendee, _args, { site }) => toSiteTime(site, attendee.createdUtc),
  }),
  createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the attendee was registered.' }),
  dateUtc: t.expose('createdUtc', { type: 'LocalDateTime', description: 'The value of `date` in UTC.', ...deprecateUtcField('createdAt') }),
  modified: t.field({
    type: 'LocalDateTime',
    description: 'Time of the last change, in the time zone of the site.',
    resolve: (attendee, _args, { site }) => toSiteTime(site, attendee.modifiedUtc),
  }),
  modifiedAt: t.expose('modifiedUtc', { type: 'DateTime', description: 'When the attendee was last changed.' }),
  modifiedUtc: t.expose('modifiedUtc', {
    type: 'LocalDateTime',
    description: 'Time of the last change, in UTC.',
    ...deprecateUtcField('modifiedAt'),
  }),
  name: t.string({
    nullable: true,
    ...reads(['optout', 'fullName'], {
      description: 'Full name; null for attendees who do not want to be shown, unless you manage attendees.',
    }),
    resolve: ({ optout, fullName, audience: viewerAudience }) => (optout && !viewerAudience.isManager ? null : fullName),
  }),
  isOptedOut: t.exposeBoolean('optout', {
    description: 'Whether the attendee does not want to be shown in public lists.',
  }),
  ticket: t.field({
    type: Ticket,
    nullable: true,
    description: 'The ticket; null once it is deleted.',
    resolve: (attendee, _args, context) => withTicket(attendee, context, (ticket) => ticket && viewTicket(ticket, attendee.audience)),
  }),
  ticketOnBadge: t.field({
    type: AttendeeTicket,
    description: 'Title and price of the ticket, even if the ticket was deleted.',
    resolve: (attendee, _args, context) => withTicket(attendee, context, (ticket) => ({ attendee, ticket })),
  }),
  management: t.field({
    type: AttendeeManagement,
    nullable: true,
    ...reads([], { description: 'Details of the attendee; null unless you manage attendees.' }),
    resolve: nullUnlessManager,
  }),
  reply: t.field({
    type: AttendeeReply,
    nullable: true,
    description: 'Reply to an RSVP; null for other tickets, or unless you manage attendees.',
    resolve: (attendee) => (attendee.provider === 'rsvp' ? nullUnlessManager(attendee) : null),
  }),
  payment: t.field({
    type: AttendeePayment,
    nullable: true,
    description: 'Payment in a shop; null for an RSVP, or unless you manage attendees.',
    resolve: (attendee) => (isShop(attendee.provider) ? nullUnlessManager(attendee) : null),
  }),
  securityCode: t.string({
    nullable: true,
    description:
      'Security code in the QR code; null unless you manage attendees. Users who may only edit the event can resend the ticket by mail instead.',
    resolve: (attendee) => (canSeeCodes(attendee.audience) ? attendee.securityCode : null),
  }),
  checkInUrl: t.string({
    ...declareFormerName('checkinUrl'),
    nullable: true,
    description: 'URL in the QR code, which checks the attendee in; null unless you manage attendees.',
    resolve: (attendee, _args, { site }) => (canSeeCodes(attendee.audience) ? buildCheckInUrl(site, attendee) : null),
  }),
  ticketUrl: t.string({
    nullable: true,
    description:
      "URL of the holder's page with the QR code; null unless you manage attendees. Anyone who knows the URL can use the ticket.",
    resolve: (attendee, _args, { site }) => (canSeeCodes(attendee.audience) ? buildTicketUrls(site, attendee).page : null),
  }),
  qrPngUrl: t.string({
    nullable: true,
    description:
      'URL of the QR code as a PNG image; null unless you manage attendees. The URL returns an image only while the ticket admits its holder.',
    resolve: (attendee, _args, { site }) => (canSeeCodes(attendee.audience) ? buildTicketUrls(site, attendee).png : null),
  }),
  qrSvgUrl: t.string({
    nullable: true,
    description:
      'URL of the QR code as an SVG image; null unless you manage attendees. The URL returns an image only while the ticket admits its holder.',
    resolve: (attendee, _args, { site }) => (canSeeCodes(attendee.audience) ? buildTicketUrls(site, attendee).svg : null),
  }),
}));
