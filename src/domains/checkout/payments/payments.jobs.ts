import { now } from '#app/core/time/clock.ts';
import { expiring, removeExpired } from '#app/core/db/expiry.ts';
import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { queryPayment, openPayment } from './ask.ts';
import { lapseOverdue } from './overdue.ts';
import { refundAll } from './refunds.ts';

const BATCH_SIZE = 50;
const MINUTE_MS = 60_000;
/** Time after which the provider is queried if no message has arrived. */
const ASKED_AFTER_MS = 2 * MINUTE_MS;

/** Queries the providers of open payments without a recent message. Returns the number of payments. */
async function askForOpen(site: Site): Promise<number> {
  const before = new Date(now().getTime() - ASKED_AFTER_MS);
  const open = await site.db.prisma.payment.findMany({
    where: { state: 'open', changedUtc: { lte: before } },
    select: openPayment,
    orderBy: { changedUtc: 'asc' },
    take: BATCH_SIZE,
  });
  for (const payment of open) {
    await site.db.prisma.payment.updateMany({ where: { id: payment.id, state: 'open' }, data: { changedUtc: now() } });
    await queryPayment(site, payment);
  }
  return open.length;
}

/** Queries open payments, cancels overdue orders, and sends due refunds. */
export const settlePayments: Job<Site> = {
  name: 'settle-payments',
  every: '* * * * *',
  run: async (site) => {
    const done = { asked: await askForOpen(site), refunds: await refundAll(site), lapsed: await lapseOverdue(site) };
    if (done.asked + done.refunds + done.lapsed > 0) site.log.info(done, 'payments asked for, refunds tried, unpaid orders lapsed');
  },
};

const KEPT_MS = 90 * 24 * 60 * MINUTE_MS;

const oldNotices = expiring('remove_old_payment_notices', 'payment_notice', 'gateway, event_id', 'received_utc <= $1');

/** Deletes old messages that providers no longer repeat. Returns their number. The daily job calls it. */
export async function removeOldNotices(site: Site): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS);
  return await removeExpired(site, oldNotices, [before]);
}
