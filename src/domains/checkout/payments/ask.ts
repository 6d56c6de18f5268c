import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { onlineGateway } from '../gateways/online.ts';
import { refundSoon } from './refunds.ts';
import { endPayment, followPayment, giveUpPlaces } from './settle.ts';

/** A provider that cannot be reached keeps nobody's places for longer than this beyond their time. */
const GRACE_MS = 60 * 60_000;
/** So long beyond its time a payment is asked for whose provider cannot be reached: someone may have paid there. */
const ASKED_FOR_MS = 7 * 24 * 60 * 60_000;

/** What is read of a payment to ask for it. */
export const openPayment = { id: true, gateway: true, reference: true, expiresAt: true } as const;

/** A payment as its provider is asked for it. */
interface OpenPayment {
  id: number;
  gateway: string;
  reference: string | null;
  expiresAt: Date;
}

/** Asks how it stands with a payment whose provider has not said so, and ends one whose time is over. What cannot be asked is asked again by the job. */
export async function askFor(site: Site, { id, gateway, reference, expiresAt }: OpenPayment): Promise<void> {
  const provider = onlineGateway(gateway);
  const isOver = expiresAt <= now();
  if (!provider?.isSetUp(site) || reference === null) {
    if (isOver) await endPayment(site, id);
    return;
  }
  try {
    await followPayment(site, id, reference, await (isOver ? provider.end(site, reference) : provider.look(site, reference)));
  } catch (error) {
    site.log.warn({ err: error, payment: id }, 'a provider could not be asked for a payment');
    const overdueMs = now().getTime() - expiresAt.getTime();
    if (overdueMs >= ASKED_FOR_MS) await endPayment(site, id);
    else if (overdueMs >= GRACE_MS) await giveUpPlaces(site, id);
  }
}

/**
 * After a change of a checkout's order: gives back what is due of its payment, and sees to it at the provider that nobody goes on paying for
 * what was given up. Money that came meanwhile is heard of here, whether or not its message ever arrives.
 */
export async function followOrder(site: Site, checkoutId: number): Promise<void> {
  const payment = await site.db.prisma.payment.findFirst({ where: { order: { checkoutId } }, select: { ...openPayment, state: true } });
  if (payment?.state === 'paid') await refundSoon(site, payment.id);
  else if (payment?.state === 'open' && payment.expiresAt <= now()) await askFor(site, payment);
}
