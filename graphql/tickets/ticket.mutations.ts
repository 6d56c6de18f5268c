import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { isPostEditor } from '#app/domains/tickets/audience.ts';
import { type TicketInput, findInvalidTime } from '#app/domains/tickets/ticket.input.ts';
import { createTicket, deleteTicket, updateTicket } from '#app/domains/tickets/ticket.service.ts';
import { ticketPostTypes } from '#app/domains/tickets/tickets.settings.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { Ticket } from './refs.ts';
import { loadAudience, type Credentials, credentialArguments, checkNonce, cannotWriteTickets, keyArgument } from './shared.ts';
import { checkReadTicket } from './ticket.queries.ts';
import { ticketProviders } from '../content/enum-definitions.ts';
import { nullIsLeftOut, nulls } from '../public/nulls.ts';
import { amountInput, oneOf } from '../public/public-mapping.ts';

const StockMode = builder.enumType('StockMode', {
  description: 'Source of the capacity of a ticket.',
  values: {
    OWN: { value: 'own', description: 'A separate capacity of the ticket.' },
    GLOBAL: { value: 'global', description: 'The capacity that tickets of the post share.' },
    CAPPED: { value: 'capped', description: 'The shared capacity of the post, up to a separate limit.' },
    UNLIMITED: { value: '', description: 'There is no limit.' },
  } as const,
});

const SalePriceInput = builder.inputType('SalePriceInput', {
  description: 'A reduced price, which applies only while it is below the regular price.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: 'Whether the reduced price is active.' }),
    price: t.string({ ...amountInput('Reduced price in the currency of the site.', 'Reduced price as a string, such as `5` or `4.50`.') }),
    startDate: t.string({ description: 'First day of the reduced price, `YYYY-MM-DD`; no limit by default.' }),
    endDate: t.string({ description: 'Last day of the reduced price, `YYYY-MM-DD`; no limit by default.' }),
  }),
});

const TicketStockInput = builder.inputType('TicketStockInput', {
  description: 'The capacity of a ticket. Absent fields are unchanged.',
  fields: (t) => ({
    mode: t.field({
      type: StockMode,
      description: 'Source of the capacity; `OWN` by default. Registrations have their own capacity, or are unlimited.',
    }),
    capacity: t.int({
      description:
        'Number of places; a negative number means unlimited. If the number is null, or absent for a new ticket, a registration is unlimited, and a ticket with a shared capacity may use the whole shared capacity.',
    }),
    sharedCapacity: t.int({
      description: 'Capacity that tickets of the post share. The first value activates the shared capacity of the post.',
    }),
    showNotGoing: t.boolean({ description: 'Whether guests of a registration can reply that they will not attend.' }),
    salePrice: t.field({ type: SalePriceInput, description: 'Reduced price; shop tickets only.' }),
  }),
});

/** GraphQL input with the fields of a ticket. */
export const TicketFields = builder.inputType('TicketTexts', {
  ...nulls({
    handledByResolver: ['maxPerOrder'],
    clearedBy: { description: '', price: '', startDate: '', startTime: '', endDate: '', endTime: '', sku: '', menuOrder: 0 },
  }),
  description: 'Name, description, price, sale period and capacity of a ticket.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the ticket, for buyers.' }),
    description: t.string({ description: 'Description of what the ticket includes, as plain text.' }),
    price: t.string({
      ...amountInput(
        'Price in the currency of the site, at least 0. The ticket is free if the price is null, or absent for a new ticket.',
        'Price as a number that is not negative; a blank string means free.',
      ),
    }),
    showDescription: t.boolean({ description: 'Whether forms show the description.' }),
    startDate: t.string({ description: 'First day of the sale period in the time zone of the event, such as `2031-05-01`.' }),
    startTime: t.string({
      description: 'Time on the first day at which the sale starts, such as `18:30`; the start of the day by default.',
    }),
    endDate: t.string({
      description:
        'Day on which the sale ends in the time zone of the event, such as `2031-05-31`. Without `endTime`, the sale ends when this day begins.',
    }),
    endTime: t.string({ description: 'Time of day at which the sale ends, such as `18:30`; `00:00` by default.' }),
    sku: t.string({ description: 'Stock keeping unit (SKU); generated for shop tickets if blank.' }),
    attendeeCollection: t.string({ description: 'Details that the buyer has to give for each attendee.' }),
    menuOrder: t.int({ description: 'Position in forms.' }),
    minPerOrder: t.int({ description: 'Minimum number of tickets in one order, 1 to 100; 1 by default for a new ticket.' }),
    maxPerOrder: t.int({ description: 'Maximum number of tickets in one order, 1 to 100; null for no separate limit.' }),
    isBoxOfficeOnly: t.boolean({ description: 'Whether the ticket is only sold at the box office, not to the public.' }),
    stock: t.field({
      type: TicketStockInput,
      description: 'Capacity. If it is absent, a new ticket is unlimited, and an existing ticket keeps its capacity.',
    }),
  }),
});

type TicketFieldsInput = typeof TicketFields.$inferInput;

/** Converts the GraphQL input of a ticket to the input of the services. */
export function toTicketInput({ attendeeCollection, minPerOrder, isBoxOfficeOnly, ...fields }: TicketFieldsInput): TicketInput {
  return {
    ...fields,
    iac: attendeeCollection,
    ...(typeof minPerOrder === 'number' && { minPerOrder }),
    ...(typeof isBoxOfficeOnly === 'boolean' && { status: isBoxOfficeOnly ? 'private' : 'publish' }),
  };
}

/** Throws `invalid_arguments` for invalid days and times. */
export function checkSaleWindow(argument: string, input: TicketFieldsInput): void {
  const invalidMember = findInvalidTime(toTicketInput(input));
  if (invalidMember !== null) throw invalidArguments({ [`${argument}.${invalidMember}`]: 'Invalid date or time.' });
}

/** Throws `cannot_write_tickets` if the caller may not write tickets of the post, or if the post does not exist. */
async function checkMayWriteTickets({ site, viewer, load }: Context, postId: number): Promise<void> {
  const post = await load.tickets.sellingPost.load(postId);
  if (!post || !site.settings.get(ticketPostTypes).includes(post.kind) || !isPostEditor(viewer, post)) throw cannotWriteTickets();
}

/** Returns a ticket that the caller created or changed, as the caller sees it. */
async function viewAfterChange(context: Context, ticket: TicketRecord, apiKey: string | null | undefined) {
  context.load.tickets.clearTickets();
  context.load.tickets.ticket.prime(ticket.id, ticket);
  return viewTicket(ticket, await loadAudience(context, { apiKey }), { isUnlocked: true });
}

interface CreateArguments {
  postId: number;
  nonce?: string | null | undefined;
  ticket: TicketFieldsInput;
}

interface UpdateArguments extends CreateArguments {
  id: number;
}

const DeleteTicketPayload = builder.objectRef<{ id: number; isDeleted: boolean }>('DeleteTicketPayload').implement({
  description: 'Result of deleting a ticket.',
  fields: (t) => ({
    ticketId: t.exposeInt('id', { description: 'ID of the ticket.' }),
    isDeleted: t.exposeBoolean('isDeleted', {
      description: 'Whether the ticket was deleted or moved to the trash; false if its provider refused.',
    }),
  }),
});

interface DeleteArguments extends Credentials {
  id: number;
  postId: number;
  nonce?: string | null | undefined;
}

builder.mutationFields((t) => ({
  createTicket: t.field({
    type: Ticket,
    description: 'Creates a ticket of a post or event; for users who may edit the post.',
    args: {
      postId: t.arg.int({ required: true, description: 'ID of the post or event that sells the ticket.' }),
      provider: t.arg.string({
        ...oneOf(ticketProviders, 'Provider of the ticket.', { old: 'Provider of the ticket: `rsvp`, `tc` or `tribe-commerce`.' }),
      }),
      ticket: t.arg({ type: TicketFields, required: true, description: 'The ticket to create.' }),
      nonce: t.arg.string({
        ...legacyOnly(reasons.nonce),
        description: 'Nonce of the action `add_ticket_nonce`; an invalid nonce is refused.',
      }),
      ...keyArgument,
    },
    ...guard(async ({ postId, nonce, ticket }: CreateArguments, context) => {
      checkSaleWindow('ticket', ticket ?? {});
      checkNonce(context, 'add_ticket_nonce', nonce);
      await checkMayWriteTickets(context, postId);
    }),
    resolve: async (_root, { postId, provider, ticket, apiKey }, context) =>
      viewAfterChange(context, await createTicket(context.site, context.viewer, postId, provider, toTicketInput(ticket)), apiKey),
  }),
  updateTicket: t.field({
    type: Ticket,
    description: 'Changes a ticket. The capacity stays unchanged unless `stock` is given. For users who may edit the post.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      postId: t.arg.int({ required: true, description: 'ID of the post or event of the ticket.' }),
      ticket: t.arg({ type: TicketFields, required: true, description: 'The fields to change.' }),
      nonce: t.arg.string({
        ...legacyOnly(reasons.nonce),
        description: 'Nonce of the action `edit_ticket_nonce`; an invalid nonce is refused.',
      }),
      keepsOmitted: t.arg.boolean({
        ...nullIsLeftOut,
        defaultValue: true,
        description: 'True keeps absent fields unchanged. False clears absent strings, prices and sale times.',
      }),
      ...keyArgument,
    },
    ...guard(async ({ id, postId, nonce, ticket }: UpdateArguments, context) => {
      checkSaleWindow('ticket', ticket ?? {});
      checkNonce(context, 'edit_ticket_nonce', nonce);
      await checkMayWriteTickets(context, postId);
      const stored = await context.load.tickets.ticket.load(id);
      if (stored && stored.postId !== postId) throw cannotWriteTickets();
    }),
    resolve: async (_root, { id, postId, ticket, apiKey, keepsOmitted }, context) => {
      if (!(await context.load.tickets.ticket.load(id))) throw invalid('bad_request', 'There is no such ticket.');
      return viewAfterChange(
        context,
        await updateTicket(context.site, id, postId, toTicketInput(ticket), { keepsOmitted: keepsOmitted !== false }),
        apiKey,
      );
    },
  }),
  deleteTicket: t.field({
    type: DeleteTicketPayload,
    description:
      'Deletes a ticket, but not its attendees. Registrations are moved to the trash, other tickets are deleted. For users who may edit the post.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      postId: t.arg.int({ required: true, description: 'ID of the post or event of the ticket.' }),
      nonce: t.arg.string({
        ...legacyOnly(reasons.nonce),
        description: 'Nonce of the action `remove_ticket_nonce`; an invalid nonce is refused.',
      }),
      ...credentialArguments,
    },
    ...guard(async ({ id, postId, nonce, ...credentials }: DeleteArguments, context) => {
      const stored = await context.load.tickets.ticket.load(id);
      await checkReadTicket(context, await loadAudience(context, credentials), id, stored);
      checkNonce(context, 'remove_ticket_nonce', nonce);
      await checkMayWriteTickets(context, postId);
      if (stored?.postId !== postId) throw cannotWriteTickets();
    }),
    resolve: async (_root, { id }, context) => {
      const isDeleted = await deleteTicket(context.site, context.viewer, id);
      context.load.tickets.clearTickets();
      return { id, isDeleted };
    },
  }),
}));
