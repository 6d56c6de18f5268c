import { canRead } from '#app/content/content.permissions.ts';
import { percentLeft, percentsOf } from '#app/tickets/capacity.rules.ts';
import { moneyStyle } from '#app/tickets/money.rules.ts';
import { onSale } from '#app/tickets/price.ts';
import { boundOf } from '#app/tickets/sale-window.rules.ts';
import { maySeeAttendee } from '#app/tickets/attendee.access.ts';
import { capacityOf, placesLeft } from '#app/tickets/ticket.record.ts';
import { type TicketView, viewTicket } from '#app/tickets/ticket.view.ts';
import { isLocked, mayReadTicket } from '#app/tickets/audience.ts';
import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { wholeContent } from '../content/whole-content.ts';
import type { Context } from '../context.ts';
import { TicketImage } from './image.ts';
import { TicketPrice } from './money.ts';
import { Attendee, Ticket } from './refs.ts';
import { audience, sharedGlobalId, siteTime, utcTime } from './shared.ts';

const countsOf = ({ ticket }: TicketView, { load }: Context) => load.tickets.attendeeCounts.load(ticket.id);

const TicketSale = builder.objectRef<TicketView>('TicketSale').implement({
  description: 'The reduced price of a ticket.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: 'Whether there is one.', resolve: ({ ticket }) => ticket.saleEnabled }),
    price: t.string({ description: 'As written; empty when there is none.', resolve: ({ ticket }) => ticket.salePrice }),
    startDate: t.string({ description: 'First day, `YYYY-MM-DD`; empty = no bound.', resolve: ({ ticket }) => ticket.saleStart }),
    endDate: t.string({ description: 'Last day, `YYYY-MM-DD`; empty = no bound.', resolve: ({ ticket }) => ticket.saleEnd }),
  }),
});

const TicketSales = builder.objectRef<TicketView>('TicketSales').implement({
  description: 'How a ticket sells; for managers of attendees.',
  fields: (t) => ({
    capacity: t.int({ description: 'Places there are; 0 when unlimited.', resolve: ({ ticket }) => Math.max(capacityOf(ticket), 0) }),
    held: t.int({ description: 'Places that are held, pending ones included.', resolve: ({ ticket }) => ticket.sold }),
    pending: t.int({
      description: 'Of these, places whose payment is under way.',
      resolve: async (view, _args, context) => (await countsOf(view, context)).pending,
    }),
    stockMode: t.string({
      description: '`own`, `capped` or `global` (shared with other tickets), empty = unlimited.',
      resolve: ({ ticket }) => ticket.stockMode,
    }),
  }),
});

const TicketCheckIns = builder.objectRef<TicketView>('TicketCheckIns').implement({
  description: 'How many have come; for managers of attendees.',
  fields: (t) => ({
    checkedIn: t.int({ description: 'Who has come.', resolve: async (view, _args, context) => (await countsOf(view, context)).checkedIn }),
    notCheckedIn: t.int({
      description: 'Who has not.',
      resolve: async (view, _args, context) => {
        const { all, checkedIn } = await countsOf(view, context);
        return all - checkedIn;
      },
    }),
    checkedInPercent: t.int({
      description: 'Rounded up; 100 when there is nobody.',
      resolve: async (view, _args, context) => {
        const { all, checkedIn } = await countsOf(view, context);
        return percentsOf(checkedIn, all).done;
      },
    }),
    notCheckedInPercent: t.int({
      description: 'The rest.',
      resolve: async (view, _args, context) => {
        const { all, checkedIn } = await countsOf(view, context);
        return percentsOf(checkedIn, all).left;
      },
    }),
  }),
});

const TicketReplies = builder.objectRef<TicketView>('TicketReplies').implement({
  description: 'How guests answered an RSVP; for managers of attendees.',
  fields: (t) => ({
    going: t.int({ description: 'Who comes.', resolve: async (view, _args, context) => (await countsOf(view, context)).going }),
    notGoing: t.int({ description: 'Who does not.', resolve: async (view, _args, context) => (await countsOf(view, context)).notGoing }),
  }),
});

const TicketEditing = builder.objectRef<TicketView>('TicketEditing').implement({
  description: 'What a form for editing a ticket needs; for editors of its post.',
  fields: (t) => ({
    capacityType: t.string({
      description: '`own`, `global`, `capped` or `unlimited`.',
      resolve: ({ ticket }) => ticket.stockMode || 'unlimited',
    }),
    sku: t.string({ nullable: true, description: 'Stock number; null for an RSVP.', resolve: ({ ticket }) => ticket.sku }),
    saleStartTime: t.string({ description: '`HH:MM:SS`, empty = none.', resolve: ({ ticket }) => ticket.startTime }),
    saleEndTime: t.string({ description: '`HH:MM:SS`, empty = none.', resolve: ({ ticket }) => ticket.endTime }),
    stock: t.int({
      description: 'Places left of its own, whatever others took of shared ones; 0 when unlimited.',
      resolve: ({ ticket }) => (ticket.manageStock ? Math.max(ticket.stock, 0) : 0),
    }),
    sold: t.int({
      description: 'Places held by settled orders.',
      resolve: async (view, _args, context) => view.ticket.sold - (await countsOf(view, context)).pending,
    }),
    pending: t.int({
      description: 'Places whose payment is under way.',
      resolve: async (view, _args, context) => (await countsOf(view, context)).pending,
    }),
    menuOrder: t.int({ description: 'Its place in forms.', resolve: ({ ticket }) => ticket.menuOrder }),
    showsDescription: t.boolean({ description: 'Whether forms show the description.', resolve: ({ ticket }) => ticket.showDescription }),
    showsNotGoing: t.boolean({
      description: 'Whether an RSVP lets guests say that they do not come.',
      resolve: ({ ticket }) => ticket.showNotGoing,
    }),
  }),
});

async function imageOf({ ticket, isHidden }: TicketView, { load }: Context) {
  const id = ticket.post?.headerImageId;
  const media = id ? await load.media.load(id) : null;
  return media && { media, isHidden };
}

async function attendeesShown({ ticket, audience: reader, isHidden }: TicketView, { load }: Context) {
  if (isHidden || (!reader.isManager && !ticket.post?.showsAttendees)) return [];
  const all = await load.tickets.attendeesOf.load(ticket.id);
  return all.filter((attendee) => maySeeAttendee(reader, attendee)).map((attendee) => ({ attendee, audience: reader }));
}

builder.node(Ticket, {
  id: { resolve: ({ ticket }) => ticket.id },
  loadMany: async (ids, context) => {
    const reader = audience(context, {});
    const found = await context.load.tickets.ticket.loadMany(ids.map(Number));
    return found.map((ticket) => {
      // what a password hides has no number to be found by
      if (ticket instanceof Error || !ticket || !mayReadTicket(reader, ticket) || isLocked(reader, ticket.post)) return null;
      return viewTicket(ticket, reader);
    });
  },
  description: 'Something that a post or event sells or gives away. While a password hides it, its numbers are 0 and its texts empty.',
  fields: (t) => ({
    databaseId: t.int({
      description: 'Its number; unique over content, tickets, orders and attendees.',
      resolve: ({ ticket }) => ticket.id,
    }),
    isHidden: t.boolean({ description: 'Whether the post has a password that was not given.', resolve: ({ isHidden }) => isHidden }),
    postId: t.int({ description: 'Number of the post or event that sells it; 0 = none.', resolve: ({ ticket }) => ticket.postId ?? 0 }),
    post: t.field({
      type: Content,
      nullable: true,
      description: 'The post or event that sells it.',
      resolve: async ({ ticket }, _args, context) => {
        const { load, viewer } = context;
        const post = ticket.postId ? await load.content.load(ticket.postId) : null;
        return post && canRead(viewer, post) ? await wholeContent(post, context) : null;
      },
    }),
    globalId: t.string({
      description: 'Its id among several sites.',
      resolve: ({ ticket }, _args, { site }) => sharedGlobalId(site, ticket.provider, ticket.id),
    }),
    globalIdLineage: t.stringList({
      description: 'All ids it ever had among several sites, the present one last.',
      resolve: ({ ticket }, _args, { site }) => [...ticket.lineage, sharedGlobalId(site, ticket.provider, ticket.id)],
    }),
    authorId: t.int({
      description: 'Number of whoever made it; 0 = nobody who is still here.',
      resolve: ({ ticket }) => ticket.authorId ?? 0,
    }),
    status: t.string({ description: '`publish` or `trash`.', resolve: ({ ticket }) => ticket.status }),
    date: t.field({
      type: 'LocalDateTime',
      description: "When it was made, on the site's clock.",
      resolve: ({ ticket }, _args, { site }) => siteTime(site, ticket.createdUtc),
    }),
    dateUtc: t.field({ type: 'LocalDateTime', description: 'The same in UTC.', resolve: ({ ticket }) => utcTime(ticket.createdUtc) }),
    modified: t.field({
      type: 'LocalDateTime',
      description: "Last change, on the site's clock.",
      resolve: ({ ticket }, _args, { site }) => siteTime(site, ticket.modifiedUtc),
    }),
    modifiedUtc: t.field({
      type: 'LocalDateTime',
      description: 'Last change in UTC.',
      resolve: ({ ticket }) => utcTime(ticket.modifiedUtc),
    }),
    title: t.string({ description: 'Its name.', resolve: ({ ticket }) => ticket.title }),
    description: t.string({ description: 'What it is good for.', resolve: ({ ticket }) => ticket.description }),
    provider: t.string({
      nullable: true,
      description: '`rsvp` (registration), `tc` (shop) or `tribe-commerce` (older shop); null while it is hidden.',
      resolve: ({ ticket, isHidden }) => (isHidden ? null : ticket.provider),
    }),
    image: t.field({
      type: TicketImage,
      nullable: true,
      description: 'Image of the post for its tickets.',
      resolve: (view, _args, context) => imageOf(view, context),
    }),
    availableFrom: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: "When its sale begins, on the clocks of the event's zone; null = no bound.",
      resolve: ({ ticket }) => boundOf(ticket.startDate, ticket.startTime),
    }),
    availableUntil: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: "When its sale ends, on the clocks of the event's zone; null = no bound.",
      resolve: ({ ticket }) => boundOf(ticket.endDate, ticket.endTime),
    }),
    capacity: t.int({
      nullable: true,
      description: 'Places there are, taken ones included; null = unlimited.',
      resolve: ({ ticket }) => (ticket.manageStock ? capacityOf(ticket) : null),
    }),
    placesLeft: t.int({
      nullable: true,
      description: 'Places that are free; null = as many as wanted.',
      resolve: ({ ticket }) => (ticket.manageStock ? placesLeft(ticket) : null),
    }),
    percentLeft: t.int({
      description: 'Whole percents of the capacity that are free; 100 when unlimited.',
      resolve: ({ ticket }) => percentLeft(placesLeft(ticket), capacityOf(ticket)),
    }),
    isAvailable: t.boolean({
      description: 'Whether a place is free; the time of sale does not matter.',
      resolve: ({ ticket }) => placesLeft(ticket) !== 0,
    }),
    price: t.field({
      type: TicketPrice,
      description: 'Regular price.',
      resolve: ({ ticket, isHidden }, _args, { site }) => ({
        isHidden,
        text: ticket.price,
        minor: ticket.priceMinor,
        style: moneyStyle(site),
        isFreeByNature: ticket.provider === 'rsvp',
      }),
    }),
    sale: t.field({
      type: TicketSale,
      nullable: true,
      description: 'Reduced price; null where the provider has none.',
      resolve: (view) => (view.ticket.provider === 'tc' ? view : null),
    }),
    isOnSale: t.boolean({
      nullable: true,
      description: 'Whether the reduced price holds today; null where the provider has none.',
      resolve: ({ ticket }, _args, { site }) => onSale(site, ticket),
    }),
    attendeeCollection: t.string({
      description: 'How each attendee is asked for: `none` unless it was set.',
      resolve: ({ ticket }) => ticket.iac,
    }),
    attendeeList: t.field({
      type: [Attendee],
      complexity: 20,
      description: 'The same as `attendees`, all at once and by number: for tickets that few have.',
      resolve: (view, _args, context) => attendeesShown(view, context),
    }),
    sales: t.field({
      type: TicketSales,
      nullable: true,
      description: 'How it sells; for managers of attendees.',
      resolve: (view) => (view.audience.isManager ? view : null),
    }),
    checkIns: t.field({
      type: TicketCheckIns,
      nullable: true,
      description: 'How many have come; for managers of attendees.',
      resolve: (view) => (view.audience.isManager ? view : null),
    }),
    replies: t.field({
      type: TicketReplies,
      nullable: true,
      description: 'Answers to an RSVP; for managers of attendees.',
      resolve: (view) => (view.audience.isManager && view.ticket.provider === 'rsvp' ? view : null),
    }),
    editing: t.field({
      type: TicketEditing,
      nullable: true,
      description: 'What editing it needs; for editors of its post.',
      resolve: (view) => (view.mayEdit ? view : null),
    }),
  }),
});
