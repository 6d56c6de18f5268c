import { Failure, invalidArguments } from '#app/core/failures/failure.ts';
import { cartCookie, viewCart } from '#app/domains/tickets/cart.record.ts';
import { cartLifetimeSeconds, changeCart } from '#app/domains/tickets/cart.service.ts';
import { findCartProvider, getCartName } from '#app/domains/tickets/providers.ts';
import { hasTickets } from '#app/domains/tickets/ticket.reader.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { getAudience } from './shared.ts';
import { shopProviders, shopNamesInCarts } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const CartLine = builder.prismaObject('CartItem', {
  name: 'CartLine',
  description: 'One line of a cart.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of tickets.' }),
    postId: t.int({ description: 'ID of the post or event that sells the ticket.', resolve: ({ ticket }) => ticket.postId ?? 0 }),
    isOptedOut: t.exposeBoolean('optout', { description: 'Whether the attendees of the line are hidden from public lists.' }),
    attendeeCollection: t.exposeString('iac', { description: 'Details that the buyer has to give for each attendee.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'Provider of the ticket.', {
        old: 'Provider of the ticket: `tickets-commerce` or `tribe-commerce`.',
        written: shopNamesInCarts,
      }),
      resolve: ({ provider }) => getCartName(provider),
    }),
  }),
});

const CartAnswers = builder.prismaObject('CartMeta', {
  name: 'CartAnswers',
  description: 'Details of the attendees of one ticket, as entered by the buyer.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    provider: t.exposeString('provider', {
      ...oneOf(shopProviders, 'Provider of the ticket, as it was sent; null if the site does not support this provider.', {
        old: 'Provider of the ticket, as it was sent; the provider of the cart by default.',
        written: shopNamesInCarts,
        otherwise: null,
      }),
    }),
    items: t.expose('items', { type: 'JSON', description: 'The details, as the buyer entered them.' }),
  }),
});

const Cart = builder.prismaObject('Cart', {
  description:
    'Tickets that a visitor wants to buy. The cart is bound to the browser by a cookie, is stored for a day and reserves no places.',
  fields: (t) => ({
    lines: t.expose('items', { type: [CartLine], description: 'Lines of the cart.' }),
    answers: t.field({
      type: [CartAnswers],
      description: 'Details of the attendees.',
      resolve: (cart) => cart.items.flatMap(({ meta }) => meta ?? []),
    }),
    checkoutUrl: t.exposeString('checkoutUrl', {
      description: 'URL of the checkout; empty if the cart is empty, or no `postId` was given.',
    }),
  }),
});

interface PostOptions {
  postId?: number | null | undefined;
}

/** Throws `invalid_arguments` for a post that does not exist, and `post_has_no_tickets`. */
async function checkSellingPost({ site, load }: Context, { postId }: PostOptions): Promise<void> {
  if (postId === null || postId === undefined) return;
  if (!(await load.tickets.sellingPost.load(postId))) throw invalidArguments({ postId: 'There is no such post.' });
  if (!(await hasTickets(site, postId))) throw new Failure('post_has_no_tickets', 403, 'This post has no tickets.');
}

const postArgument = builder.args((t) => ({
  postId: t.int({ description: 'ID of the post or event from which the visitor buys, for the URL of the checkout. It must sell tickets.' }),
}));

function readProviders(names: readonly string[] | null | undefined): string[] | null {
  return names && names.length > 0 ? names.flatMap((name) => findCartProvider(name) ?? []) : null;
}

builder.queryField('cart', (t) =>
  t.field({
    type: Cart,
    description: 'The cart of this browser, which a cookie identifies.',
    args: {
      providers: t.arg.stringList({
        ...oneOf(shopProviders, 'Only lines of these ticket providers.', {
          old: 'Only lines of these ticket providers: `tc`, `tribe-commerce`.',
        }),
      }),
      ...postArgument,
    },
    ...guard((args: PostOptions, context) => checkSellingPost(context, args)),
    resolve: (_root, { providers, postId }, context) =>
      viewCart(context.site, getAudience(context), context.cookies.get(cartCookie), { providers: readProviders(providers), postId }),
  }),
);

const CartLineInput = builder.inputType('CartLineInput', {
  description: 'Quantity of one ticket in the cart.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of the ticket; a line with 0 is ignored.' }),
    quantity: t.int({ required: true, description: 'New quantity, which replaces the previous one; 0 removes the line.' }),
    isOptedOut: t.boolean({ description: 'Whether the attendees of the line are hidden from public lists.' }),
    attendeeCollection: t.string({ description: 'Details that the buyer has to give for each attendee.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'Provider of the ticket; the provider of the cart by default.', {
        old: 'Provider of the ticket; the provider of the cart by default.',
      }),
    }),
  }),
});

const CartAnswersInput = builder.inputType('CartAnswersInput', {
  description: 'Details of the attendees of one ticket in the cart.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of the ticket.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'Provider of the ticket; the provider of the cart by default.', {
        old: 'Provider of the ticket; the provider of the cart by default.',
      }),
    }),
    items: t.field({ type: 'JSON', description: 'The details, which replace the previous ones.' }),
  }),
});

builder.mutationField('changeCart', (t) =>
  t.field({
    type: Cart,
    description: "Makes all changes to this browser's cart, or none. The response sets a cookie that identifies the cart.",
    args: {
      provider: t.arg.string({
        required: true,
        ...oneOf(shopProviders, 'Provider of the cart.', {
          old: 'Provider of the cart: `tc` or `tribe-commerce`; other providers have no cart.',
        }),
      }),
      lines: t.arg({ type: [CartLineInput], description: 'New quantities of tickets; tickets that are not listed keep their quantity.' }),
      answers: t.arg({ type: [CartAnswersInput], description: 'Details of attendees; unchanged if absent.' }),
      ...postArgument,
    },
    ...guard((args: PostOptions, context) => checkSellingPost(context, args)),
    resolve: async (_root, { provider, lines, answers, postId }, context) => {
      const { site, cookies } = context;
      const cart = await changeCart(site, cookies.get(cartCookie), {
        provider,
        lines:
          lines?.map(({ isOptedOut, attendeeCollection, ...line }) => ({ ...line, optout: isOptedOut, iac: attendeeCollection })) ?? null,
        answers: answers ?? null,
      });
      if (cart === null) cookies.clear(cartCookie);
      else if (cart !== undefined) cookies.set(cartCookie, cart, cartLifetimeSeconds);
      return await viewCart(site, getAudience(context), cookies.get(cartCookie), { providers: readProviders([provider]), postId });
    },
  }),
);
