import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { parseOrderToken } from '../../tickets/qr/order-path.ts';
import type { GatewayName, OnlineGateway, PaymentNotice } from '../gateways/gateway.ts';
import { handOverGateway, readHandOverNotice } from '../gateways/hand-over.ts';
import { readStripeNotice, stripeGateway } from '../gateways/stripe.ts';
import { applyPaymentUpdate } from './payment-updates.ts';

/** A provider that sends webhook messages. */
interface Provider {
  name: GatewayName;
  gateway: OnlineGateway;
  /** Parses a message. Null for an unrelated message. Throws if it is not from the provider. */
  read(site: Site, body: Buffer, headers: FastifyRequest['headers']): Promise<PaymentNotice | null>;
}

const providers: readonly Provider[] = [
  {
    name: 'stripe',
    gateway: stripeGateway,
    read: (site, body, headers) => readStripeNotice(site, body, String(headers['stripe-signature'] ?? '')),
  },
  { name: 'hand-over', gateway: handOverGateway, read: readHandOverNotice },
];

/** Maximum size of a message. Usual messages have a few kilobytes. */
const MAX_BYTES = 256 * 1024;

async function applyNotice(site: Site, gateway: GatewayName, { eventId, reference, paymentId, update }: PaymentNotice): Promise<void> {
  const byId = paymentId === null ? [] : [{ id: paymentId, reference: null }];
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway, OR: [{ reference }, ...byId] },
    select: { id: true },
  });
  // messages may concern payments of other sites with the same account
  if (payment) await applyPaymentUpdate(site, payment.id, reference, update, { gateway, eventId });
}

/** Queries the provider when a buyer returns, so that the order page does not show "to be paid" while the message is on its way. */
async function queryAfterReturn(site: Site, { name, gateway }: Provider, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway: name, state: 'open', reference: { not: null }, order: { checkoutId } },
    select: { id: true, reference: true },
  });
  if (payment?.reference) await applyPaymentUpdate(site, payment.id, payment.reference, await gateway.fetchState(site, payment.reference));
}

function mount(scope: FastifyInstance, site: Site, provider: Provider): void {
  scope.post(`/payments/${provider.name}`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    let notice: PaymentNotice | null;
    try {
      notice = await provider.read(site, request.body instanceof Buffer ? request.body : Buffer.alloc(0), request.headers);
    } catch {
      return await reply.status(400).send({ received: false });
    }
    if (notice) await applyNotice(site, provider.name, notice);
    return await reply.send({ received: true });
  });
  scope.get<{ Querystring: { order?: unknown } }>(`/payments/${provider.name}/return`, async (request, reply) => {
    const token = typeof request.query.order === 'string' ? request.query.order : '';
    const checkoutId = parseOrderToken(site, token);
    if (checkoutId !== null) {
      await queryAfterReturn(site, provider, checkoutId).catch((error: unknown) =>
        request.log.warn({ err: error, gateway: provider.name }, 'could not query a provider for a payment'),
      );
    }
    return await reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
      .redirect(checkoutId === null ? '/' : `/orders/${token}`, 303);
  });
}

/** Mounts routes for each configured provider: `POST /payments/{name}` for webhook messages, and `/payments/{name}/return` for buyers who return. */
export function mountProviders(app: FastifyInstance, site: Site): void {
  const configured = providers.filter(({ gateway }) => gateway.isSetUp(site));
  if (configured.length === 0) return;
  void app.register((scope, _options, done) => {
    // signatures cover the raw body
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, callback) => callback(null, body));
    for (const provider of configured) mount(scope, site, provider);
    done();
  });
}
