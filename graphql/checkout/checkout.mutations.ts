import { completeCheckout } from '#app/domains/checkout/complete-checkout.ts';
import { readCheckout } from '#app/domains/checkout/checkout.record.ts';
import { cancelCheckout, updateCheckout } from '#app/domains/checkout/checkout.service.ts';
import { applyDiscountCode, removeDiscountCode } from '#app/domains/checkout/discounts/apply.service.ts';
import { cartCookie } from '#app/domains/tickets/cart.record.ts';
import { declineRsvp } from '#app/domains/checkout/decline-rsvp.ts';
import { startCheckoutFromOffer } from '#app/domains/checkout/checkout-from-offer.ts';
import { type CheckoutCaller, startCheckout, startCheckoutFromCart } from '#app/domains/checkout/start-checkout.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { toObject } from '../tickets/attendee.mutations.ts';
import { getHoldOwnerKey, HoldLineInput } from '../tickets/holds/hold.ts';
import { computeRetryKey } from '../tickets/retry-key.ts';
import { clearedBy } from '../public/nulls.ts';
import { getAudience, passwordArgument } from '../tickets/shared.ts';
import { AnswerInput } from './questions.ts';
import { Checkout, PaymentMethod } from './checkout.ts';
import { payload } from '../public/payload.ts';

const StartPayload = builder.objectRef<{ id: number; token: string }>('StartCheckoutPayload').implement({
  description: 'The new checkout, with the token that gives access to it.',
  fields: (t) => ({
    checkout: t.prismaField({
      type: Checkout,
      description: 'The new checkout.',
      resolve: (query, { id }, _args, { site }) => readCheckout(site, { id }, query),
    }),
    token: t.exposeString('token', { description: 'Token that gives access to the checkout. It is only returned here.' }),
    url: t.string({
      description: 'URL of the checkout page.',
      resolve: ({ token }, _args, { site }) => `${site.config.siteUrl}/checkout/${token}`,
    }),
  }),
});

const startArguments = builder.args((t) => ({
  locale: t.string({ description: 'Language tag of the buyer (BCP 47), such as `en`; the language of the site by default.' }),
  requestKey: t.string({
    description:
      'Idempotency key: a random string of at least 16 characters. A repeated request with the same key returns the same checkout.',
  }),
}));

interface StartArguments {
  locale?: string | null | undefined;
  requestKey?: string | null | undefined;
  password?: string | null | undefined;
}

function toCheckoutCaller(context: Context, { locale, requestKey, password }: StartArguments, operation: object): CheckoutCaller {
  return {
    audience: getAudience(context, { password }),
    caller: getHoldOwnerKey(context),
    locale,
    requestKey: requestKey ?? computeRetryKey(context, operation),
  };
}

const GuestInput = builder.inputType('CheckoutGuestInput', {
  description: 'A person who gets a place.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: "ID of the person's ticket." }),
    fullName: t.string({ required: true, description: 'Full name; must not be blank.' }),
    email: t.string({ required: true, description: 'Email address to which the ticket is sent.' }),
    isOptedOut: t.boolean({
      description:
        'Whether to hide this person from public attendee lists. Defaults to true if `isListed` of the checkout is false, and to false otherwise. Has no effect for events without a public attendee list.',
    }),
    extra: t.field({ type: 'JSON', description: 'Answers to questions of your own front end, by question.' }),
    answers: t.field({ type: [AnswerInput], description: 'Answers to the questions that are asked for each ticket.' }),
  }),
});

const BuyerInput = builder.inputType('CheckoutBuyerInput', {
  description: 'The buyer of a checkout.',
  fields: (t) => ({
    fullName: t.string({ required: true, description: 'Full name; must not be blank.' }),
    email: t.string({ required: true, description: 'Email address of the person.' }),
  }),
});

const CheckoutPayload = builder.objectRef<{ id: number }>('CheckoutPayload').implement({
  description: 'The checkout after the change.',
  fields: (t) => ({
    checkout: t.prismaField({
      type: Checkout,
      description: 'The checkout after the change.',
      resolve: (query, { id }, _args, { site }) => readCheckout(site, { id }, query),
    }),
  }),
});

const tokenArgument = builder.args((t) => ({ token: t.string({ required: true, description: 'Token of the checkout.' }) }));

const CompletePayload = builder
  .objectRef<{ id: number; orderUrl: string; paymentUrl: string | null }>('CompleteCheckoutPayload')
  .implement({
    description: 'The completed checkout.',
    fields: (t) => ({
      checkout: t.prismaField({
        type: Checkout,
        description: 'The checkout after the change.',
        resolve: (query, { id }, _args, { site }) => readCheckout(site, { id }, query),
      }),
      orderUrl: t.exposeString('orderUrl', {
        description: "URL of the buyer's order page. Anyone who has it can cancel and transfer tickets.",
      }),
      paymentUrl: t.exposeString('paymentUrl', {
        nullable: true,
        description: 'URL of the online payment; null if nothing has to be paid online.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  startCheckout: t.field({
    type: StartPayload,
    ...publicAccess,
    description:
      'Reserves places for a buyer at the current prices, for the number of minutes in the setting `hold_minutes`. If not all places are free, none are reserved. Error codes: `ticket_not_on_sale`, `insufficient_stock`, `purchase_limit`, `minimum_quantity`, `several_shops`, `cart_empty`, `too_many_holds`, `too_many_checkouts`.',
    args: {
      lines: t.arg({ type: [HoldLineInput], description: 'Tickets and quantities; the cart of this browser by default.' }),
      ...startArguments,
      ...passwordArgument,
    },
    resolve: async (_root, { lines, ...options }, context) => {
      const caller = toCheckoutCaller(context, options, { lines });
      const started = lines
        ? await startCheckout(context.site, caller, lines)
        : await startCheckoutFromCart(context.site, caller, context.cookies.get(cartCookie));
      context.load.tickets.clearTickets();
      return started;
    },
  }),
  startCheckoutFromOffer: t.field({
    type: StartPayload,
    ...publicAccess,
    description:
      'Starts a checkout with the places that were offered to a person on a waiting list. The places stay reserved until the offer expires. A repeated call returns the same checkout. Error code `hold_not_found`: the offer has expired.',
    args: {
      token: t.arg.string({
        required: true,
        description: 'Token of the entry of the waiting list, or the token in the URL of the offer mail.',
      }),
      locale: t.arg.string({ description: 'Language tag of the buyer (BCP 47), such as `en`; the language of the site by default.' }),
    },
    resolve: async (_root, { token, locale }, { site }) => {
      return await startCheckoutFromOffer(site, token, { locale });
    },
  }),
  updateCheckout: t.field({
    type: CheckoutPayload,
    ...publicAccess,
    description: 'Stores details of the buyer, the guests and the payment in an open checkout.',
    args: {
      ...tokenArgument,
      buyer: t.arg({ type: BuyerInput, description: 'Name and email address of the buyer.' }),
      guests: t.arg({
        ...clearedBy([]),
        type: [GuestInput],
        description: 'All people who get the places. Places without a named person belong to the buyer.',
      }),
      answers: t.arg({ ...clearedBy([]), type: [AnswerInput], description: 'All answers to the questions of the order.' }),
      acceptsTerms: t.arg.boolean({ description: 'Whether the buyer accepts `terms`.' }),
      gateway: t.arg({ type: PaymentMethod, description: 'The payment method to use.' }),
      isListed: t.arg.boolean({
        description:
          'Whether the names on the tickets may appear in the public attendee lists of the events. Ask the buyer if `hasAttendeeList` is true.',
      }),
      locale: t.arg.string({ description: 'Language tag of the buyer (BCP 47), such as `en`.' }),
    },
    resolve: (_root, { token, guests, ...changes }, { site }) =>
      updateCheckout(site, token, {
        ...changes,
        guests: guests?.map(({ isOptedOut, extra, ...guest }) => ({ ...guest, optout: isOptedOut, extra: toObject(extra) })),
      }),
  }),
  applyDiscountCode: t.field({
    type: CheckoutPayload,
    ...publicAccess,
    description:
      'Applies a discount code to an open checkout, in place of a previous code. The reduced prices apply as long as the places are reserved. Error codes: `discount_code_unknown`, `discount_code_not_started`, `discount_code_ended`, `discount_code_not_applicable`, `discount_code_too_many_tickets`, `discount_code_used_up`, `too_many_codes`.',
    args: { ...tokenArgument, code: t.arg.string({ required: true, description: 'The code; case does not matter.' }) },
    resolve: (_root, { token, code }, context) => applyDiscountCode(context.site, token, code, getHoldOwnerKey(context)),
  }),
  removeDiscountCode: t.field({
    type: CheckoutPayload,
    ...publicAccess,
    description: 'Removes the discount code from an open checkout. The prices without the discount apply again.',
    args: tokenArgument,
    resolve: (_root, { token }, { site }) => removeDiscountCode(site, token),
  }),
  completeCheckout: t.field({
    type: CompletePayload,
    ...publicAccess,
    description:
      'Completes a checkout in one transaction: attendees are created for the places, an order is created if something is sold, and the tickets are mailed. A repeated call returns the same result. Error codes: `checkout_expired`, `checkout_cancelled`, `gateway_not_offered`, `terms_not_accepted`, and `discount_code_used_up` if other buyers have used up the code in the meantime: remove the code and show the buyer the new price.',
    args: {
      ...tokenArgument,
      gateway: t.arg({ type: PaymentMethod, description: 'Payment method; required unless it was chosen before.' }),
    },
    resolve: async (_root, { token, gateway }, context) => {
      const { id, orderPath, paymentUrl } = await completeCheckout(context.site, token, { gateway });
      context.load.tickets.clearTickets();
      return { id, orderUrl: context.site.config.siteUrl + orderPath, paymentUrl };
    },
  }),
  cancelCheckout: t.field({
    type: CheckoutPayload,
    ...publicAccess,
    description:
      'Cancels a checkout and releases its places. A repeated call has no effect. Error code `checkout_completed`: the checkout is completed.',
    args: tokenArgument,
    resolve: async (_root, { token }, { site, load }) => {
      const checkout = await cancelCheckout(site, token);
      load.tickets.clearTickets();
      return checkout;
    },
  }),
  declineRsvp: t.string({
    ...payload('url', 'URL of the page on which the reply can be changed.'),
    ...publicAccess,
    description:
      'Records that a person will not attend, and returns the URL of the page on which the reply can be changed. Error code `rsvp_only_going`: the ticket does not accept this reply.',
    args: {
      ticketId: t.arg.int({ required: true, description: 'ID of an RSVP ticket.' }),
      fullName: t.arg.string({ required: true, description: 'Full name; must not be blank.' }),
      email: t.arg.string({ required: true, description: 'Email address of the person.' }),
      locale: t.arg.string({ description: 'Language tag of the person (BCP 47), such as `en`; the language of the site by default.' }),
      ...passwordArgument,
    },
    resolve: async (_root, { ticketId, fullName, email, ...options }, context) => {
      const { site } = context;
      const { orderPath } = await declineRsvp(site, toCheckoutCaller(context, options, {}), { ticketId, fullName, email });
      return site.config.siteUrl + orderPath;
    },
  }),
}));
