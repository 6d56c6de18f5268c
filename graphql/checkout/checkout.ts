import type { Row } from '#app/core/db/model.ts';
import {
  type CheckoutState as State,
  discountOf,
  guestsOf,
  readCheckout,
  secondsLeft,
  stateOf,
  subtotalOf,
  totalOf,
} from '#app/domains/checkout/checkout.record.ts';
import { listsAttendees } from '#app/domains/checkout/checkout.view.ts';
import { gatewayNames } from '#app/domains/checkout/gateways/gateway.ts';
import { offeredGateways } from '#app/domains/checkout/gateways/offered.ts';
import { questionsOf, salesTermsOf } from '#app/domains/checkout/questions/questions.service.ts';
import { orderPath } from '#app/domains/tickets/qr/order-address.ts';
import { everybody } from '../access.ts';
import { inMinorUnits, linesIn, Money, moneyOfLine } from '../money/money.ts';
import { builder } from '../builder.ts';
import { BuyerAnswer, BuyerQuestion } from './questions.ts';

const CheckoutState = builder.enumType('CheckoutState', {
  description: 'State of a checkout.',
  values: {
    OPEN: { value: 'open', description: 'The places are kept; it can be changed, completed and cancelled.' },
    COMPLETED: { value: 'completed', description: 'The places belong to the attendees.' },
    CANCELLED: { value: 'cancelled', description: 'Ended by the buyer; the places went back.' },
    EXPIRED: { value: 'expired', description: 'Its time was over; the places went back.' },
  } as const satisfies Record<string, { value: State; description: string }>,
});

/** Ways to pay; names of Marquee's own, as they are stored. */
export const PaymentWay = builder.enumType('PaymentWay', {
  description: 'A way to pay.',
  values: {
    MANUAL: { value: 'manual', description: 'At the door or by transfer; an organizer settles it.' },
    STRIPE: { value: 'stripe', description: 'On a page of Stripe.' },
    HAND_OVER: { value: 'hand-over', description: 'On a page of the operator’s own payment provider.' },
  } as const satisfies Record<string, { value: (typeof gatewayNames)[number]; description: string }>,
});

const CheckoutLine = builder.prismaObject('CheckoutLine', {
  description: 'Places of one ticket in a checkout, at the price that was shown when it began.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'Number of the ticket.' }),
    title: t.exposeString('title', { description: 'Its title then.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of places.' }),
    price: t.field({ type: Money, description: 'Price of one.', resolve: (line) => moneyOfLine(line, line.priceMinor) }),
    discount: t.field({
      type: Money,
      description: 'What a discount code takes off the price of each; `price` is what is left.',
      resolve: (line) => moneyOfLine(line, line.discountMinor),
    }),
    subtotal: t.field({ type: Money, description: 'Price of the line.', resolve: (line) => moneyOfLine(line, subtotalOf(line)) }),
    priceMinorUnits: t.float({ ...inMinorUnits('price', 'Price of one.'), resolve: ({ priceMinor }) => Number(priceMinor) }),
    subtotalMinorUnits: t.float({
      ...inMinorUnits('subtotal', 'Price of the line.'),
      resolve: (line) => Number(subtotalOf(line)),
    }),
  }),
});

type GuestRow = ReturnType<typeof guestsOf>[number];

const CheckoutGuest = builder.objectRef<GuestRow>('CheckoutGuest').implement({
  description: 'A person that a place is for, as named by the buyer.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'Number of the ticket.' }),
    fullName: t.exposeString('fullName', { description: 'Full name of the person.' }),
    email: t.exposeString('email', { description: 'E-mail address of the person.' }),
    extra: t.field({ type: 'JSON', nullable: true, description: 'Answers to further questions.', resolve: ({ extra }) => extra ?? null }),
  }),
});

const times = { state: true, holdId: true, expiresAt: true } as const;
const prices = { lines: { select: { quantity: true, priceMinor: true, discountMinor: true } } } as const;
const dates = (checkout: object) => checkout as Pick<Row<'Checkout'>, 'state' | 'holdId' | 'expiresAt'>;

/** Stands on the model `Checkout`, whose token is stored nowhere. */
export const Checkout = builder.prismaObject('Checkout', {
  description: 'Places on their way to a buyer. Anyone who has its token may see, change, complete and cancel it.',
  fields: (t) => ({
    state: t.field({
      type: CheckoutState,
      select: times,
      description: 'Current state of the object.',
      resolve: (checkout) => stateOf(dates(checkout)),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the places are kept.' }),
    secondsLeft: t.int({
      select: times,
      description: 'Seconds until then; 0 unless it is open.',
      resolve: (checkout) => secondsLeft(dates(checkout)),
    }),
    lines: t.field({
      type: [CheckoutLine],
      description: 'What is got.',
      select: (_args, _context, nested) => ({ currency: true, lines: nested({ orderBy: { ticketId: 'asc' } }) }),
      resolve: ({ lines, currency }) => linesIn(currency, lines),
    }),
    total: t.field({
      type: Money,
      select: { ...prices, currency: true },
      description: 'What is to be paid.',
      resolve: ({ lines, currency }) => ({ minor: totalOf(lines), currency }),
    }),
    discountCode: t.string({
      nullable: true,
      select: { discountCode: true },
      description: 'The discount code that is applied; null = none.',
      resolve: ({ discountCode }) => discountCode || null,
    }),
    discount: t.field({
      type: Money,
      select: { ...prices, currency: true },
      description: 'What the discount code takes off; `total` is what is left.',
      resolve: ({ lines, currency }) => ({ minor: discountOf(lines), currency }),
    }),
    totalMinorUnits: t.float({
      select: prices,
      ...inMinorUnits('total', 'What is to be paid.'),
      resolve: ({ lines }) => Number(totalOf(lines)),
    }),
    currency: t.exposeString('currency', { description: 'Currency code of ISO 4217, such as `EUR`.' }),
    buyerName: t.exposeString('buyerName', { description: 'Who buys; empty until someone is named.' }),
    buyerEmail: t.exposeString('buyerEmail', { description: 'Their address; empty until someone is named.' }),
    guests: t.field({
      type: [CheckoutGuest],
      select: { guests: true },
      description:
        'The people that the places are for; the buyer represents those who are not named. Empty once it is completed: they are attendees then.',
      resolve: (checkout) => guestsOf(checkout as Pick<Row<'Checkout'>, 'guests'>),
    }),
    gateway: t.field({
      type: PaymentWay,
      nullable: true,
      select: { gateway: true },
      description: 'How it is paid; null = not chosen, or nothing is to be paid.',
      resolve: ({ gateway }) => (gateway === '' ? null : (gateway as 'manual')),
    }),
    gateways: t.field({
      type: [PaymentWay],
      select: prices,
      description: 'How it can be paid; none when nothing is to be paid.',
      resolve: ({ lines, currency }, _args, { site }) => {
        const totalMinor = totalOf(lines);
        return totalMinor === 0n ? [] : [...offeredGateways(site, { totalMinor, currency })];
      },
    }),
    isListed: t.exposeBoolean('isListed', {
      description: 'Whether the buyer allows the names on the tickets in the public attendee lists of the events.',
    }),
    questions: t.field({
      type: [BuyerQuestion],
      select: { lines: { select: { postId: true } } },
      description: 'What the events ask: once for the order, or for each ticket.',
      resolve: ({ lines }, _args, { site }) =>
        questionsOf(
          site.db.prisma,
          lines.flatMap(({ postId }) => postId ?? []),
        ),
    }),
    answers: t.field({
      type: [BuyerAnswer],
      select: { answers: true },
      description: 'Answers for the whole order. Answers for tickets are in `extra` of guests and attendees.',
      resolve: ({ answers }) => Object.entries(answers as Record<string, string>).map(([question, value]) => ({ question, value })),
    }),
    terms: t.stringList({
      select: { lines: { select: { postId: true } } },
      description: 'Terms that the buyer has to accept with `acceptsTerms`, as plain text; empty = nothing.',
      resolve: ({ lines }, _args, { site }) =>
        salesTermsOf(
          site.db.prisma,
          lines.flatMap(({ postId }) => postId ?? []),
        ),
    }),
    termsAcceptedAt: t.expose('termsAcceptedUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'When the terms were accepted; null = they were not.',
    }),
    hasAttendeeList: t.boolean({
      select: { lines: { select: { ticketId: true } } },
      description:
        'Whether the content of an event in this checkout has a public attendee list, so that the buyer is to be asked for `isListed`.',
      resolve: ({ lines }, _args, { site }) => listsAttendees(site, lines),
    }),
    locale: t.exposeString('locale', { description: "Language of the buyer, BCP 47; empty = the site's." }),
    orderUrl: t.string({
      nullable: true,
      select: { id: true, state: true },
      description: "Address of the buyer's own page once it is completed. Anyone who has it can cancel and transfer.",
      resolve: ({ id, state }, _args, { site }) => (state === 'completed' ? site.config.siteUrl + orderPath(site, id) : null),
    }),
  }),
});

builder.queryField('checkout', (t) =>
  t.prismaField({
    type: Checkout,
    ...everybody,
    description: 'A checkout; `checkout_not_found` for anyone who does not have its token.',
    args: { token: t.arg.string({ required: true, description: 'What opens it.' }) },
    resolve: (query, _root, { token }, { site }) => readCheckout(site, { token }, query),
  }),
);
