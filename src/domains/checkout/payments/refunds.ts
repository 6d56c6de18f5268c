import { now } from '#app/core/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { onlineGateway } from '../gateways/online.ts';

/** An order that was taken back, by whomever, is to be paid back; what was charged back by the bank went that way already. */
const noteTakenBack = statement(
  'note_refunds_of_orders_taken_back',
  `UPDATE payment p SET refund_due_minor = p.amount_minor, changed_utc = $1::timestamptz FROM ticket_order o
  WHERE o.id = p.order_id AND p.state = 'paid' AND p.refund_due_minor < p.amount_minor AND ($2::int IS NULL OR p.id = $2::int)
    AND o.status IN ('refunded', 'voided', 'denied', 'not-completed')`,
);

/** Notes inside the caller's transaction what is due to the buyers of orders that were taken back: of one payment, or of all. */
export async function noteRefunds(tx: Tx, paymentId: number | null): Promise<void> {
  await runIn(tx, noteTakenBack, now(), paymentId);
}

/** What goes back next is fixed before the provider is asked, so that asking again asks for the same. */
const claim = statement(
  'claim_refund',
  `UPDATE payment SET refunding_minor = refund_due_minor, changed_utc = $2::timestamptz
  WHERE id = $1 AND state = 'paid' AND refunding_minor = refunded_minor AND refund_due_minor > refunded_minor`,
);

/** Gives back one part of what is due of a payment; answers whether there was one. Throws when the provider does not: it is asked again later. */
async function refundPart(site: Site, id: number): Promise<boolean> {
  await site.db.transaction(async (tx) => void (await runIn(tx, claim, id, now())));
  const payment = await site.db.prisma.payment.findUnique({ where: { id } });
  if (!payment || payment.refundingMinor <= payment.refundedMinor) return false;
  const { refundingMinor, refundedMinor, chargeReference, currency } = payment;
  const amountMinor = BigInt(refundingMinor) - BigInt(refundedMinor);
  const key = `refund ${id} from ${refundedMinor} to ${refundingMinor}`;
  await onlineGateway(payment.gateway)?.refund(site, { chargeReference, amountMinor, currency, key });
  await site.db.prisma.payment.updateMany({
    where: { id, refundedMinor },
    data: { refundedMinor: refundingMinor, changedUtc: now() },
  });
  return true;
}

/** Gives back all that is due: what was tried before as it was tried then, and after it what came to it since. */
async function refund(site: Site, id: number): Promise<void> {
  while (await refundPart(site, id));
}

/** Gives back what is due of the payment, at once if the provider can be reached; otherwise the next run of the job does. */
export async function refundSoon(site: Site, id: number): Promise<void> {
  try {
    await site.db.transaction((tx) => noteRefunds(tx, id));
    await refund(site, id);
  } catch (error) {
    site.log.warn({ err: error, payment: id }, 'a refund has to be tried again');
  }
}

const MOST = 50;

/** Gives back what is due of all payments. Answers how many were tried. */
export async function refundAll(site: Site): Promise<number> {
  await site.db.transaction((tx) => noteRefunds(tx, null));
  const due = await site.db.prisma.payment.findMany({
    where: { state: 'paid', refundDueMinor: { gt: site.db.prisma.payment.fields.refundedMinor } },
    select: { id: true },
    orderBy: { changedUtc: 'asc' },
    take: MOST,
  });
  for (const { id } of due) await refundSoon(site, id);
  return due.length;
}
