import type { Payment } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { findOnlineGateway } from '../gateways/online-gateways.ts';
import { refundNow } from './refunds.ts';
import { endPayment, applyPaymentUpdate, releaseUnpaidPlaces } from './payment-updates.ts';

/** Time after the deadline during which places stay reserved if the provider cannot be reached. */
const GRACE_MS = 60 * 60_000;
/** Time after the deadline during which an unreachable provider is still queried, because the buyer may have paid. */
const QUERY_MS = 7 * 24 * 60 * 60_000;

/** Columns that `queryPayment` needs. */
export const openPayment = { id: true, gateway: true, reference: true, expiresAt: true } as const;

/** An open payment whose provider is queried. */
type OpenPayment = Pick<Payment, keyof typeof openPayment>;

/** Queries the provider for the state of a payment, and ends an expired payment. The job repeats failed queries. */
export async function queryPayment(site: Site, { id, gateway, reference, expiresAt }: OpenPayment): Promise<void> {
  const provider = findOnlineGateway(gateway);
  const isExpired = expiresAt <= now();
  if (!provider?.isSetUp(site) || reference === null) {
    if (isExpired) await endPayment(site, id);
    return;
  }
  try {
    await applyPaymentUpdate(
      site,
      id,
      reference,
      await (isExpired ? provider.endPayment(site, reference) : provider.fetchState(site, reference)),
    );
  } catch (error) {
    site.log.warn({ err: error, payment: id }, 'could not query a provider for a payment');
    const overdueMs = now().getTime() - expiresAt.getTime();
    if (overdueMs >= QUERY_MS) await endPayment(site, id);
    else if (overdueMs >= GRACE_MS) await releaseUnpaidPlaces(site, id);
  }
}

/**
 * Updates the payment of a changed order. Starts due refunds, and ends an expired payment at the provider so that nobody pays for a canceled order.
 * Also detects a payment whose webhook message has not arrived.
 */
export async function updatePaymentOfOrder(site: Site, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({ where: { order: { checkoutId } }, select: { ...openPayment, state: true } });
  if (payment?.state === 'paid') await refundNow(site, payment.id);
  else if (payment?.state === 'open' && payment.expiresAt <= now()) await queryPayment(site, payment);
}
