import { Failure, invalidArguments } from '#app/core/failures/failure.ts';
import { cartCookie, viewCart } from '#app/domains/tickets/cart.record.ts';
import { cartLifetime, changeCart } from '#app/domains/tickets/cart.service.ts';
import { cartProvider, nameInCart } from '#app/domains/tickets/providers.ts';
import { hasTickets } from '#app/domains/tickets/ticket.reader.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { audience } from './shared.ts';
import { shopProviders, shopsWritten } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

const CartLine = builder.prismaObject('CartItem', {
  name: 'CartLine',
  description: 'One line of a cart.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'Number of the ticket.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of items.' }),
    postId: t.int({ description: 'Post or event that sells it.', resolve: ({ ticket }) => ticket.postId ?? 0 }),
    isOptedOut: t.exposeBoolean('optout', { description: 'Whether its attendees are kept from public lists.' }),
    attendeeCollection: t.exposeString('iac', { description: 'How each attendee is asked for.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'Who sells it.', { old: '`tickets-commerce` or `tribe-commerce`.', written: shopsWritten }),
      resolve: ({ provider }) => nameInCart(provider),
    }),
  }),
});

const CartAnswers = builder.prismaObject('CartMeta', {
  name: 'CartAnswers',
  description: 'What the buyer said about the attendees of one ticket.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'Number of the ticket.' }),
    provider: t.exposeString('provider', {
      ...oneOf(shopProviders, 'Who sells it, as it was given; null where that is nobody here.', {
        old: 'As it was given; that of the cart where none was.',
        written: shopsWritten,
        otherwise: null,
      }),
    }),
    items: t.expose('items', { type: 'JSON', description: 'As it was given.' }),
  }),
});

const Cart = builder.prismaObject('Cart', {
  description: 'What a visitor wants to buy. It belongs to the browser, is kept for a day and reserves nothing.',
  fields: (t) => ({
    lines: t.field({ type: [CartLine], description: 'What is in it.', resolve: (cart) => cart.items }),
    answers: t.field({
      type: [CartAnswers],
      description: 'What was said about attendees.',
      resolve: (cart) => cart.items.flatMap(({ meta }) => meta ?? []),
    }),
    checkoutUrl: t.exposeString('checkoutUrl', {
      description: 'Where to go on; empty while it is empty, or when no post was named.',
    }),
  }),
});

interface PostOptions {
  postId?: number | null | undefined;
}

/** Refuses a post that does not exist, and one that sells nothing. */
async function checkSellingPost({ site, load }: Context, { postId }: PostOptions): Promise<void> {
  if (postId === null || postId === undefined) return;
  if (!(await load.tickets.sellingPost.load(postId))) throw invalidArguments({ postId: 'There is no such post.' });
  if (!(await hasTickets(site, postId))) throw new Failure('post_has_no_tickets', 403, 'This post has no tickets.');
}

const postArgument = builder.args((t) => ({
  postId: t.int({ description: 'The post or event the visitor comes from, for the address of the checkout; it must sell something.' }),
}));

function providersOf(names: readonly string[] | null | undefined): string[] | null {
  return names && names.length > 0 ? names.flatMap((name) => cartProvider(name) ?? []) : null;
}

builder.queryField('cart', (t) =>
  t.field({
    type: Cart,
    description: 'The cart of this browser: the cookie finds it.',
    args: {
      providers: t.arg.stringList({
        ...oneOf(shopProviders, 'Only lines of these.', { old: 'Only lines of these: `tc`, `tribe-commerce`.' }),
      }),
      ...postArgument,
    },
    ...guard((args: PostOptions, context) => checkSellingPost(context, args)),
    resolve: (_root, { providers, postId }, context) =>
      viewCart(context.site, audience(context), context.cookies.get(cartCookie), { providers: providersOf(providers), postId }),
  }),
);

const CartLineInput = builder.inputType('CartLineInput', {
  description: 'How much of one ticket is to be in the cart.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'Number of the ticket; 0 does nothing.' }),
    quantity: t.int({ required: true, description: 'New number of tickets, whatever was there; 0 removes the line.' }),
    isOptedOut: t.boolean({ description: 'Whether its attendees are kept from public lists.' }),
    attendeeCollection: t.string({ description: 'How each attendee is asked for.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'That of the cart unless given.', { old: 'That of the cart unless given.' }),
    }),
  }),
});

const CartAnswersInput = builder.inputType('CartAnswersInput', {
  description: 'What the buyer says about the attendees of one ticket in the cart.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'Number of the ticket.' }),
    provider: t.string({
      ...oneOf(shopProviders, 'That of the cart unless given.', { old: 'That of the cart unless given.' }),
    }),
    items: t.field({ type: 'JSON', description: 'Anything; replaces what was said before.' }),
  }),
});

builder.mutationField('changeCart', (t) =>
  t.field({
    type: Cart,
    description: "Puts tickets into this browser's cart, all or nothing. The cookie of the response names the cart.",
    args: {
      provider: t.arg.string({
        required: true,
        ...oneOf(shopProviders, 'Provider of the cart.', { old: '`tc` or `tribe-commerce`; carts of other providers do not exist.' }),
      }),
      lines: t.arg({ type: [CartLineInput], description: 'Tickets that are not named stay; absent = all stay.' }),
      answers: t.arg({ type: [CartAnswersInput], description: 'What is said about attendees; absent = all stays.' }),
      ...postArgument,
    },
    ...guard((args: PostOptions, context) => checkSellingPost(context, args)),
    resolve: async (_root, { provider, lines, answers, postId }, context) => {
      const { site, cookies } = context;
      const cart = await changeCart(site, cookies.get(cartCookie), {
        provider,
        lines:
          lines?.map(({ isOptedOut, attendeeCollection, ...line }) => ({ ...line, optout: isOptedOut, iac: attendeeCollection })) ?? null,
        answers: answers?.map(({ ticketId, provider: own, items }) => ({ ticketId, provider: own, items })) ?? null,
      });
      if (cart === null) cookies.clear(cartCookie);
      else if (cart !== undefined) cookies.set(cartCookie, cart, cartLifetime);
      return await viewCart(site, audience(context), cookies.get(cartCookie), { providers: providersOf([provider]), postId });
    },
  }),
);
