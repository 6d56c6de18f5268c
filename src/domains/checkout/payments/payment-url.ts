import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { unpaidStatuses } from '../../tickets/statuses.ts';
import { buildOrderPath } from '../../tickets/qr/order-path.ts';
import { findOnlineGateway } from '../gateways/online-gateways.ts';

const withCheckout = { include: { order: { include: { checkout: { include: { lines: true } } } } } } as const;

/**
 * Returns the URL where the buyer of an order pays online. Creates the payment at the provider if it does not exist there, at most once. Null if no
 * online payment is open. Throws 502 `payment_unavailable` if the provider cannot be reached.
 */
export async function ensurePaymentUrl(site: Site, checkoutId: number): Promise<string | null> {
  const payment = await site.db.prisma.payment.findFirst({
    where: { order: { checkoutId, status: { in: [...unpaidStatuses] } }, state: 'open' },
    ...withCheckout,
  });
  const gateway = payment && findOnlineGateway(payment.gateway);
  if (!payment || !gateway || payment.expiresAt <= now()) return null;
  if (payment.url !== '') return payment.url;
  const { checkout } = payment.order;
  const titles = checkout?.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ') ?? '';
  const path = buildOrderPath(site, checkoutId);
  try {
    const { reference, url } = await gateway.createPayment(site, {
      paymentId: payment.id,
      amountMinor: BigInt(payment.amountMinor),
      currency: payment.currency,
      title: titles.slice(0, 250) || 'Tickets',
      email: payment.order.purchaserEmail,
      locale: checkout?.locale ?? '',
      orderToken: path.slice(path.lastIndexOf('/') + 1),
      expiresAt: payment.expiresAt,
    });
    await site.db.prisma.payment.updateMany({ where: { id: payment.id, url: '' }, data: { reference, url, changedUtc: now() } });
    return url;
  } catch (error) {
    site.log.error({ err: error, payment: payment.id }, 'could not create a payment at its provider');
    throw new Failure(
      'payment_unavailable',
      502,
      'Payment is not possible at the moment. Your places are still reserved. Please try again.',
    );
  }
}
