import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { checkoutOfToken } from '../../tickets/qr/order-address.ts';
import type { GatewayName, OnlineGateway, PaymentNotice } from '../gateways/gateway.ts';
import { handOverGateway, readHandOverNotice } from '../gateways/hand-over.ts';
import { readStripeNotice, stripeGateway } from '../gateways/stripe.ts';
import { applyPaymentUpdate } from './settle.ts';

/** A provider that sends webhook messages. */
interface Teller {
  name: GatewayName;
  gateway: OnlineGateway;
  /** Parses a message. Null for an unrelated message. Throws if it is not from the provider. */
  read(site: Site, body: Buffer, headers: FastifyRequest['headers']): Promise<PaymentNotice | null>;
}

const tellers: readonly Teller[] = [
  {
    name: 'stripe',
    gateway: stripeGateway,
    read: (site, body, headers) => readStripeNotice(site, body, String(headers['stripe-signature'] ?? '')),
  },
  { name: 'hand-over', gateway: handOverGateway, read: readHandOverNotice },
];

/** Maximum size. Messages have a few kilobytes. */
const MAX_BYTES = 256 * 1024;

async function follow(site: Site, gateway: GatewayName, { eventId, reference, paymentId, news }: PaymentNotice): Promise<void> {
  const byNumber = paymentId === null ? [] : [{ id: paymentId, reference: null }];
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway, OR: [{ reference }, ...byNumber] },
    select: { id: true },
  });
  // other sites with the same account cause messages, too
  if (payment) await applyPaymentUpdate(site, payment.id, reference, news, { gateway, eventId });
}

/** Queries the provider when a buyer returns, so that the order page does not show "to be paid" while the message is on its way. */
async function lookAgain(site: Site, { name, gateway }: Teller, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway: name, state: 'open', reference: { not: null }, order: { checkoutId } },
    select: { id: true, reference: true },
  });
  if (payment?.reference) await applyPaymentUpdate(site, payment.id, payment.reference, await gateway.look(site, payment.reference));
}

function mount(scope: FastifyInstance, site: Site, teller: Teller): void {
  scope.post(`/payments/${teller.name}`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    let notice: PaymentNotice | null;
    try {
      notice = await teller.read(site, request.body instanceof Buffer ? request.body : Buffer.alloc(0), request.headers);
    } catch {
      return await reply.status(400).send({ received: false });
    }
    if (notice) await follow(site, teller.name, notice);
    return await reply.send({ received: true });
  });
  scope.get<{ Querystring: { order?: unknown } }>(`/payments/${teller.name}/return`, async (request, reply) => {
    const token = typeof request.query.order === 'string' ? request.query.order : '';
    const checkoutId = checkoutOfToken(site, token);
    if (checkoutId !== null) {
      await lookAgain(site, teller, checkoutId).catch((error: unknown) =>
        request.log.warn({ err: error, gateway: teller.name }, 'a provider could not be asked for a payment'),
      );
    }
    return await reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
      .redirect(checkoutId === null ? '/' : `/orders/${token}`, 303);
  });
}

/** Mounts routes for each configured provider: `POST /payments/{name}` for webhook messages, and `/payments/{name}/return` for buyers who return. */
export function mountProviders(app: FastifyInstance, site: Site): void {
  const set = tellers.filter(({ gateway }) => gateway.isSetUp(site));
  if (set.length === 0) return;
  void app.register((scope, _options, done) => {
    // signatures cover the raw body
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) => parsed(null, body));
    for (const teller of set) mount(scope, site, teller);
    done();
  });
}
