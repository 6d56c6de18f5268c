import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { checkoutOfToken } from '../../tickets/qr/order-address.ts';
import { readStripeNotice, stripeGateway, type StripeNotice } from '../gateways/stripe.ts';
import { followPayment } from './settle.ts';

const GATEWAY = 'stripe';
/** Stripe's messages have some kilobytes. */
const MOST_BYTES = 256 * 1024;

async function follow(site: Site, { eventId, reference, paymentId, news }: StripeNotice): Promise<void> {
  const byNumber = paymentId === null ? [] : [{ id: paymentId, reference: null }];
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway: GATEWAY, OR: [{ reference }, ...byNumber] },
    select: { id: true },
  });
  // sessions of another site with the same account are none of ours
  if (payment) await followPayment(site, payment.id, reference, news, { gateway: GATEWAY, eventId });
}

/** Whoever comes back from Stripe is not shown a page that says "to be paid" because the message is still on its way. */
async function lookAgain(site: Site, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({
    where: { gateway: GATEWAY, state: 'open', reference: { not: null }, order: { checkoutId } },
    select: { id: true, reference: true },
  });
  if (payment?.reference) await followPayment(site, payment.id, payment.reference, await stripeGateway.look(site, payment.reference));
}

/** `POST /payments/stripe`, where Stripe tells of payments, and `/payments/stripe/return`, where it sends buyers afterwards. */
export function mountStripe(app: FastifyInstance, site: Site): void {
  if (!site.config.payments.stripe) return;
  void app.register((scope, _options, done) => {
    // the signature is over the body as it came
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) => parsed(null, body));
    scope.post('/payments/stripe', async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const signature = request.headers['stripe-signature'];
      let notice: StripeNotice | null;
      try {
        notice = await readStripeNotice(site, request.body instanceof Buffer ? request.body : Buffer.alloc(0), String(signature ?? ''));
      } catch {
        return await reply.status(400).send({ received: false });
      }
      if (notice) await follow(site, notice);
      return await reply.send({ received: true });
    });
    scope.get<{ Querystring: { order?: unknown } }>('/payments/stripe/return', async (request, reply) => {
      const token = typeof request.query.order === 'string' ? request.query.order : '';
      const checkoutId = checkoutOfToken(site, token);
      if (checkoutId !== null) {
        await lookAgain(site, checkoutId).catch((error: unknown) =>
          request.log.warn({ err: error }, 'Stripe could not be asked for a payment'),
        );
      }
      return await reply
        .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
        .redirect(checkoutId === null ? '/' : `/orders/${token}`, 303);
    });
    done();
  });
}
