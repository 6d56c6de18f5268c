import type { Row } from '#app/core/db/model.ts';
import {
  type CheckoutState as State,
  computeDiscount,
  getGuests,
  readCheckout,
  getSecondsLeft,
  getCheckoutState,
  computeSubtotal,
  computeTotal,
} from '#app/domains/checkout/checkout.record.ts';
import { canListAttendees } from '#app/domains/checkout/checkout.view.ts';
import { gatewayNames } from '#app/domains/checkout/gateways/gateway.ts';
import { listOfferedGateways } from '#app/domains/checkout/gateways/offered-gateways.ts';
import { listQuestions, listSalesTerms } from '#app/domains/checkout/questions/questions.service.ts';
import { buildOrderPath } from '#app/domains/tickets/qr/order-path.ts';
import { publicAccess } from '../access.ts';
import { deprecateMinorUnits, addCurrency, Money, toLineMoney } from '../money/money.ts';
import { builder } from '../builder.ts';
import { BuyerAnswer, BuyerQuestion } from './questions.ts';

const CheckoutState = builder.enumType('CheckoutState', {
  description: 'State of a checkout.',
  values: {
    OPEN: { value: 'open', description: 'The places are reserved; the checkout can be changed, completed and cancelled.' },
    COMPLETED: { value: 'completed', description: 'The checkout is completed; the places belong to the attendees.' },
    CANCELLED: { value: 'cancelled', description: 'The buyer cancelled the checkout; the places were released.' },
    EXPIRED: { value: 'expired', description: 'The checkout expired; the places were released.' },
  } as const satisfies Record<string, { value: State; description: string }>,
});

/** Payment methods of orders. */
export const PaymentMethod = builder.enumType('PaymentWay', {
  description: 'A payment method.',
  values: {
    MANUAL: { value: 'manual', description: 'Manual payment, at the door or by bank transfer. An organizer marks the order as paid.' },
    STRIPE: { value: 'stripe', description: 'Online, on a page of Stripe.' },
    HAND_OVER: { value: 'hand-over', description: 'Online, on a page of the operator’s payment provider.' },
  } as const satisfies Record<string, { value: (typeof gatewayNames)[number]; description: string }>,
});

const CheckoutLine = builder.prismaObject('CheckoutLine', {
  description: 'Places of one ticket in a checkout. The price is the price of the ticket when the checkout started.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    title: t.exposeString('title', { description: 'Title of the ticket when the checkout started.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of places.' }),
    price: t.field({ type: Money, description: 'Price of one ticket.', resolve: (line) => toLineMoney(line, line.priceMinor) }),
    discount: t.field({
      type: Money,
      description: 'Amount by which a discount code reduces the price of each place; `price` is the amount after the discount.',
      resolve: (line) => toLineMoney(line, line.discountMinor),
    }),
    subtotal: t.field({ type: Money, description: 'Price of the line.', resolve: (line) => toLineMoney(line, computeSubtotal(line)) }),
    priceMinorUnits: t.float({ ...deprecateMinorUnits('price', 'Price of one ticket.'), resolve: ({ priceMinor }) => Number(priceMinor) }),
    subtotalMinorUnits: t.float({
      ...deprecateMinorUnits('subtotal', 'Price of the line.'),
      resolve: (line) => Number(computeSubtotal(line)),
    }),
  }),
});

type GuestRow = ReturnType<typeof getGuests>[number];

const CheckoutGuest = builder.objectRef<GuestRow>('CheckoutGuest').implement({
  description: 'A person who gets a place, as named by the buyer.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    fullName: t.exposeString('fullName', { description: 'Full name of the person.' }),
    email: t.exposeString('email', { description: 'Email address of the person.' }),
    extra: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Answers to further questions; null if none exist.',
      resolve: ({ extra }) => extra ?? null,
    }),
  }),
});

const stateColumns = { state: true, holdId: true, expiresAt: true } as const;
const priceColumns = { lines: { select: { quantity: true, priceMinor: true, discountMinor: true } } } as const;
const toStateColumns = (checkout: object) => checkout as Pick<Row<'Checkout'>, 'state' | 'holdId' | 'expiresAt'>;

/** GraphQL type of the model `Checkout`. The token is not stored. */
export const Checkout = builder.prismaObject('Checkout', {
  description: 'A purchase in progress, with reserved places. Anyone who has its token may see, change, complete and cancel it.',
  fields: (t) => ({
    state: t.field({
      type: CheckoutState,
      select: stateColumns,
      description: 'Current state of the checkout.',
      resolve: (checkout) => getCheckoutState(toStateColumns(checkout)),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which the places are reserved.' }),
    secondsLeft: t.int({
      select: stateColumns,
      description: 'Seconds until `expiresAt`; 0 unless the checkout is open.',
      resolve: (checkout) => getSecondsLeft(toStateColumns(checkout)),
    }),
    lines: t.field({
      type: [CheckoutLine],
      description: 'The tickets in the checkout.',
      select: (_args, _context, nested) => ({ currency: true, lines: nested({ orderBy: { ticketId: 'asc' } }) }),
      resolve: ({ lines, currency }) => addCurrency(currency, lines),
    }),
    total: t.field({
      type: Money,
      select: { ...priceColumns, currency: true },
      description: 'Amount to pay.',
      resolve: ({ lines, currency }) => ({ minor: computeTotal(lines), currency }),
    }),
    discountCode: t.string({
      nullable: true,
      select: { discountCode: true },
      description: 'The applied discount code; null if none is applied.',
      resolve: ({ discountCode }) => discountCode || null,
    }),
    discount: t.field({
      type: Money,
      select: { ...priceColumns, currency: true },
      description: 'Amount that the discount code saves in total; `total` is the amount after the discount.',
      resolve: ({ lines, currency }) => ({ minor: computeDiscount(lines), currency }),
    }),
    totalMinorUnits: t.float({
      select: priceColumns,
      ...deprecateMinorUnits('total', 'Amount to pay.'),
      resolve: ({ lines }) => Number(computeTotal(lines)),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 currency code, such as `EUR`.' }),
    buyerName: t.exposeString('buyerName', { description: 'Name of the buyer; empty until it is given.' }),
    buyerEmail: t.exposeString('buyerEmail', { description: 'Email address of the buyer; empty until it is given.' }),
    guests: t.field({
      type: [CheckoutGuest],
      select: { guests: true },
      description:
        'People who get the places. Places without a named person belong to the buyer. Empty once the checkout is completed, because the guests are attendees then.',
      resolve: (checkout) => getGuests(checkout as Pick<Row<'Checkout'>, 'guests'>),
    }),
    gateway: t.field({
      type: PaymentMethod,
      nullable: true,
      select: { gateway: true },
      description: 'Payment method; null if none was chosen, or nothing is to be paid.',
      resolve: ({ gateway }) => (gateway === '' ? null : (gateway as 'manual')),
    }),
    gateways: t.field({
      type: [PaymentMethod],
      select: priceColumns,
      description: 'Available payment methods; empty if nothing is to be paid.',
      resolve: ({ lines, currency }, _args, { site }) => {
        const totalMinor = computeTotal(lines);
        return totalMinor === 0n ? [] : [...listOfferedGateways(site, { totalMinor, currency })];
      },
    }),
    isListed: t.exposeBoolean('isListed', {
      description: 'Whether the buyer allows the names to appear in the public attendee lists of the events.',
    }),
    questions: t.field({
      type: [BuyerQuestion],
      select: { lines: { select: { postId: true } } },
      description: 'Questions of the events, which are asked once for the order or for each ticket.',
      resolve: ({ lines }, _args, { site }) =>
        listQuestions(
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
      description: 'Terms that the buyer has to accept with `acceptsTerms`, as plain text; empty if there are no terms.',
      resolve: ({ lines }, _args, { site }) =>
        listSalesTerms(
          site.db.prisma,
          lines.flatMap(({ postId }) => postId ?? []),
        ),
    }),
    termsAcceptedAt: t.expose('termsAcceptedUtc', {
      type: 'DateTime',
      nullable: true,
      description: 'When the terms were accepted; null if they were not.',
    }),
    hasAttendeeList: t.boolean({
      select: { lines: { select: { ticketId: true } } },
      description: 'Whether an event in this checkout has a public attendee list, so that the buyer has to be asked for `isListed`.',
      resolve: ({ lines }, _args, { site }) => canListAttendees(site, lines),
    }),
    locale: t.exposeString('locale', {
      description: 'Language tag of the buyer (BCP 47), such as `en`; empty for the language of the site.',
    }),
    orderUrl: t.string({
      nullable: true,
      select: { id: true, state: true },
      description:
        "URL of the buyer's order page; null until the checkout is completed. Anyone who has the URL can cancel and transfer tickets.",
      resolve: ({ id, state }, _args, { site }) => (state === 'completed' ? site.config.siteUrl + buildOrderPath(site, id) : null),
    }),
  }),
});

builder.queryField('checkout', (t) =>
  t.prismaField({
    type: Checkout,
    ...publicAccess,
    description: 'A checkout, by its token. Error code `checkout_not_found`: no checkout has this token.',
    args: { token: t.arg.string({ required: true, description: 'Token of the checkout.' }) },
    resolve: (query, _root, { token }, { site }) => readCheckout(site, { token }, query),
  }),
);
