import { LongList } from '#app/core/http/long-list.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { computePercentLeft } from '#app/domains/tickets/capacity.rules.ts';
import { isSalePriceActive } from '#app/domains/tickets/price.ts';
import { joinDateAndTime } from '#app/domains/tickets/sale-window.rules.ts';
import { maySeeAttendee } from '#app/domains/tickets/attendee.access.ts';
import { getCapacity, countPlacesLeft } from '#app/domains/tickets/ticket.record.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { type TicketView, viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { isPasswordMissing, mayReadTicket } from '#app/domains/tickets/audience.ts';
import { builder } from '../builder.ts';
import { ticketProviders } from '../content/enum-definitions.ts';
import { Content } from '../content/content.ts';
import { loadWholeContent } from '../content/whole-content.ts';
import type { Context } from '../context.ts';
import { hideImageData, TicketImage } from './image.ts';
import { Money } from '../money/money.ts';
import { legacy } from '../compatibility.ts';
import { moneySelection, toPriceSource, toSiteMoney, TicketPrice } from './money.ts';
import { Attendee, Ticket } from './refs.ts';
import { TicketSale } from './sale.ts';
import { loadAttendeeCounts, isUnlimited, TicketCheckIns, TicketReplies, TicketSales } from './ticket-counts.ts';
import { getAudience, buildSharedGlobalId, toSiteTime } from './shared.ts';
import { nullWhen, oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { capacityTypes, presence } from './enum-definitions.ts';
import { declareFormerName, deprecateUtcField } from '../public/former-names.ts';

const TicketEditing = builder.prismaObject('Ticket', {
  variant: 'TicketEditing',
  description: 'Data for editing a ticket; for users who may edit its post.',
  fields: (t) => ({
    capacityType: t.string({
      ...oneOf(capacityTypes, 'Source of the capacity.'),
      resolve: (ticket) => ticket.stockMode || 'unlimited',
    }),
    sku: t.exposeString('sku', { nullable: true, description: 'Stock keeping unit (SKU); null for an RSVP.' }),
    saleStartTime: t.exposeString('startTime', {
      description: 'Time at which the sale starts, `HH:MM:SS`, in the time zone of the event; empty if there is no limit.',
    }),
    saleEndTime: t.exposeString('endTime', {
      description: 'Time at which the sale ends, `HH:MM:SS`, in the time zone of the event; empty if there is no limit.',
    }),
    stock: t.int({
      ...nullWhen(
        isUnlimited,
        "Free places of the ticket's own capacity, without regard to the shared capacity of the post; null if the ticket is unlimited.",
      ),
      resolve: (ticket) => (ticket.manageStock ? Math.max(ticket.stock, 0) : 0),
    }),
    sold: t.int({
      description: 'Places taken by completed orders.',
      resolve: async (ticket, _args, context) => ticket.sold - (await loadAttendeeCounts(ticket, context)).pending,
    }),
    pending: t.int({
      description: 'Places whose payment is pending.',
      resolve: async (ticket, _args, context) => (await loadAttendeeCounts(ticket, context)).pending,
    }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Position in forms.' }),
    showsDescription: t.exposeBoolean('showDescription', { description: 'Whether forms show the description.' }),
    showsNotGoing: t.exposeBoolean('showNotGoing', {
      description: 'Whether guests of an RSVP can reply that they will not attend.',
    }),
  }),
});

async function loadImage({ post, isHidden }: TicketView, { load }: Context) {
  const id = post?.headerImageId;
  const media = id ? await load.media.load(id) : null;
  return media && (isHidden ? hideImageData(media) : media);
}

async function listVisibleAttendees({ id, post, audience: viewerAudience, isHidden }: TicketView, { load, longLists }: Context) {
  if (isHidden || (!viewerAudience.isManager && !post?.showsAttendees)) return [];
  const stored = await load.tickets.attendeesOfTicket.load(id);
  const viewVisible = (attendees: readonly AttendeeRecord[]) =>
    attendees.filter((attendee) => maySeeAttendee(viewerAudience, attendee)).map((attendee) => viewAttendee(attendee, viewerAudience));
  if ('rows' in stored) return stored.isLong ? LongList.create(viewVisible(stored.rows), longLists) : viewVisible(stored.rows);
  return LongList.create(async function* () {
    for await (const page of stored.pages()) yield viewVisible(page);
  }, longLists);
}

builder.nodeRef(Ticket, {
  id: { resolve: (ticket: TicketView) => ticket.id },
  loadMany: async (ids, context) => {
    const viewerAudience = getAudience(context);
    const tickets = await context.load.tickets.ticket.loadMany(ids.map(Number));
    return tickets.map((ticket) => {
      // a ticket of a password-protected post cannot be found by its ID
      if (ticket instanceof Error || !ticket || !mayReadTicket(viewerAudience, ticket) || isPasswordMissing(viewerAudience, ticket.post))
        return null;
      return viewTicket(ticket, viewerAudience);
    });
  },
});

builder.prismaObjectFields(Ticket, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'ID of the ticket; unique across content, tickets, orders and attendees.',
  }),
  isPasswordRequired: t.exposeBoolean('isHidden', {
    ...declareFormerName('isHidden'),
    description: 'Whether the post requires a password that was not given.',
  }),
  postId: t.int({
    ...zeroAsNull('ID of the post or event; null if none is set.'),
    resolve: (ticket) => ticket.postId ?? 0,
  }),
  post: t.field({
    type: Content,
    nullable: true,
    description: 'The post or event that sells the ticket; null if it was deleted, or if you may not read it.',
    resolve: async (ticket, _args, context) => {
      const { load, viewer } = context;
      const post = ticket.postId ? await load.content.load(ticket.postId) : null;
      return post && canRead(viewer, post) ? await loadWholeContent(post, context) : null;
    },
  }),
  globalId: t.string({
    description: 'Global ID, which is unique across sites.',
    resolve: (ticket, _args, { site }) => buildSharedGlobalId(site, ticket.provider, ticket.id),
  }),
  globalIdLineage: t.stringList({
    description: 'All global IDs that the ticket has had, oldest first; the last one is the current global ID.',
    resolve: (ticket, _args, { site }) => [...ticket.lineage, buildSharedGlobalId(site, ticket.provider, ticket.id)],
  }),
  authorId: t.int({
    ...zeroAsNull('ID of the author; null if the account no longer exists.'),
    resolve: (ticket) => ticket.authorId ?? 0,
  }),
  status: t.exposeString('status', {
    ...oneOf(presence, 'Whether the ticket exists or was removed; null while it is hidden.', { none: '' }),
  }),
  date: t.field({
    type: 'LocalDateTime',
    description: 'When the ticket was created, in the time zone of the site.',
    resolve: (ticket, _args, { site }) => toSiteTime(site, ticket.createdUtc),
  }),
  createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the ticket was created.' }),
  dateUtc: t.expose('createdUtc', { type: 'LocalDateTime', description: 'The value of `date` in UTC.', ...deprecateUtcField('createdAt') }),
  modified: t.field({
    type: 'LocalDateTime',
    description: 'Time of the last change, in the time zone of the site.',
    resolve: (ticket, _args, { site }) => toSiteTime(site, ticket.modifiedUtc),
  }),
  modifiedAt: t.expose('modifiedUtc', { type: 'DateTime', description: 'When the ticket was last changed.' }),
  modifiedUtc: t.expose('modifiedUtc', {
    type: 'LocalDateTime',
    description: 'Time of the last change, in UTC.',
    ...deprecateUtcField('modifiedAt'),
  }),
  title: t.exposeString('title', { description: 'Name of the ticket, for buyers.' }),
  description: t.exposeString('description', { description: 'Description of what the ticket includes.' }),
  provider: t.string({
    nullable: true,
    ...oneOf(ticketProviders, 'Provider of the ticket; null while it is hidden.', {
      old: '`rsvp` (registration), `tc` (shop) or `tribe-commerce` (older shop); null while it is hidden.',
    }),
    resolve: ({ provider, isHidden }) => (isHidden ? null : provider),
  }),
  image: t.field({
    type: TicketImage,
    nullable: true,
    description: 'The image that the post uses for its tickets; null if the post has none.',
    resolve: (ticket, _args, context) => loadImage(ticket, context),
  }),
  availableFrom: t.field({
    type: 'LocalDateTime',
    nullable: true,
    description: 'Start of the sale, in the time zone of the event; null if there is no limit.',
    resolve: (ticket) => joinDateAndTime(ticket.startDate, ticket.startTime),
  }),
  availableUntil: t.field({
    type: 'LocalDateTime',
    nullable: true,
    description: 'End of the sale, in the time zone of the event; null if there is no limit.',
    resolve: (ticket) => joinDateAndTime(ticket.endDate, ticket.endTime),
  }),
  capacity: t.int({
    nullable: true,
    description: 'Capacity, including places taken; null if unlimited.',
    resolve: (ticket) => (ticket.manageStock ? getCapacity(ticket) : null),
  }),
  placesLeft: t.int({
    nullable: true,
    description: 'Number of free places; null if unlimited.',
    resolve: (ticket) => (ticket.manageStock ? countPlacesLeft(ticket) : null),
  }),
  percentLeft: t.int({
    description: 'Percentage of the capacity that is free, rounded down; 100 if it is unlimited.',
    resolve: (ticket) => computePercentLeft(countPlacesLeft(ticket), getCapacity(ticket)),
  }),
  isAvailable: t.boolean({
    description: 'Whether a place is free, regardless of the sale period.',
    resolve: (ticket) => countPlacesLeft(ticket) !== 0,
  }),
  price: t.field({
    type: Money,
    nullable: true,
    description: 'Regular price; null while a password hides it.',
    resolve: (ticket, _args, { site }) => (ticket.isHidden ? null : toSiteMoney(site, ticket.priceMinor)),
  }),
  priceInParts: t.field({
    type: TicketPrice,
    ...legacy({ use: moneySelection }),
    description: 'Regular price.',
    resolve: (ticket, _args, { site }) => toPriceSource(site, ticket),
  }),
  sale: t.field({
    type: TicketSale,
    nullable: true,
    description: 'Reduced price; null if the provider has no reduced prices.',
    resolve: (ticket) => (ticket.provider === 'tc' ? ticket : null),
  }),
  isDiscounted: t.boolean({
    ...declareFormerName('isOnSale'),
    nullable: true,
    description: 'Whether the reduced price applies today; null if the provider has no reduced prices.',
    resolve: (ticket, _args, { site }) => isSalePriceActive(site, ticket),
  }),
  attendeeCollection: t.exposeString('iac', { description: 'Details that the buyer has to give for each attendee; `none` by default.' }),
  attendeeList: t.field({
    type: [Attendee],
    complexity: 20,
    description:
      'All attendees of the ticket that you may see, sorted by ID. Fails with the error code `list_too_long` if the tickets of a request have more than 500 attendees in total; use `attendees` instead.',
    resolve: (ticket, _args, context) => listVisibleAttendees(ticket, context),
  }),
  sales: t.field({
    type: TicketSales,
    nullable: true,
    description: 'Sales of the ticket; null unless you manage attendees.',
    resolve: (ticket) => (ticket.audience.isManager ? ticket : null),
  }),
  checkIns: t.field({
    type: TicketCheckIns,
    nullable: true,
    description: 'Check-ins with the ticket; null unless you manage attendees.',
    resolve: (ticket) => (ticket.audience.isManager ? ticket : null),
  }),
  replies: t.field({
    type: TicketReplies,
    nullable: true,
    description: 'Numbers of replies to an RSVP; null for other tickets, or unless you manage attendees.',
    resolve: (ticket) => (ticket.audience.isManager && ticket.provider === 'rsvp' ? ticket : null),
  }),
  editing: t.field({
    type: TicketEditing,
    nullable: true,
    description: 'Data for editing the ticket; null unless you may edit its post.',
    resolve: (ticket) => (ticket.mayEdit ? ticket : null),
  }),
}));
