import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { checkoutOfToken } from '../../tickets/qr/order-address.ts';
import type { GatewayName, OnlineGateway, PaymentNotice } from '../gateways/gateway.ts';
import { handOverGateway, readHandOverNotice } from '../gateways/hand-over.ts';
import { readStripeNotice, stripeGateway } from '../gateways/stripe.ts';
import { followPayment } from './settle.ts';

/** A provider that tells of payments by itself. */
interface Teller {
  name: GatewayName;
  gateway: OnlineGateway;
  /** Reads a message; null for one about something else. Throws when it is not the provider's. */
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

/** Messages have some kilobytes. */
const MAX_BYTES = 256 * 1024;

async function follow(site: Site, gateway: GatewayName, { eventId, reference, paymentId, news }: PaymentNotice): Promise<void> {
  const byNumber = paymentId === null ? [] : [{ id: paymentId, reference: null }];
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway, OR: [{ reference }, ...byNumber] },
    select: { id: true },
  });
  // payments of another site with the same account are not ours
  if (payment) await followPayment(site, payment.id, reference, news, { gateway, eventId });
}

/** A buyer who comes back from a provider is not shown a page that says "to be paid" because the message is still on its way. */
async function lookAgain(site: Site, { name, gateway }: Teller, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway: name, state: 'open', reference: { not: null }, order: { checkoutId } },
    select: { id: true, reference: true },
  });
  if (payment?.reference) await followPayment(site, payment.id, payment.reference, await gateway.look(site, payment.reference));
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

/** For each provider that is set up `POST /payments/{name}`, where it tells of payments, and `/payments/{name}/return`, where it sends buyers afterwards. */
export function mountProviders(app: FastifyInstance, site: Site): void {
  const set = tellers.filter(({ gateway }) => gateway.isSetUp(site));
  if (set.length === 0) return;
  void app.register((scope, _options, done) => {
    // signatures are over the body as it came
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) => parsed(null, body));
    for (const teller of set) mount(scope, site, teller);
    done();
  });
}
