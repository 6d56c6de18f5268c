import { now } from '#app/core/time/clock.ts';
import { declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import type { Site } from '#app/site.ts';
import { queryPayment, openPayment } from './query-payment.ts';
import { cancelOverdueOrders } from './overdue-orders.ts';
import { refundAllDue } from './refunds.ts';

const BATCH_SIZE = 50;
const MINUTE_MS = 60_000;
/** Time after which the provider is queried if no message has arrived. */
const QUERY_AFTER_MS = 2 * MINUTE_MS;

/** Queries the providers of open payments without a recent message. Returns the number of payments. */
async function queryOpenPayments(site: Site): Promise<number> {
  const before = new Date(now().getTime() - QUERY_AFTER_MS);
  const open = await site.db.prisma.payment.findMany({
    where: { state: 'open', changedUtc: { lte: before } },
    select: openPayment,
    orderBy: { changedUtc: 'asc' },
    take: BATCH_SIZE,
  });
  await processEach(site, open, 'an open payment could not be updated', async (payment) => {
    await site.db.prisma.payment.updateMany({ where: { id: payment.id, state: 'open' }, data: { changedUtc: now() } });
    await queryPayment(site, payment);
  });
  return open.length;
}

/** Queries open payments, cancels overdue orders, and sends due refunds. */
export const settlePayments: Job<Site> = {
  name: 'settle-payments',
  cron: '* * * * *',
  run: async (site) => {
    const counts = {
      queried: await queryOpenPayments(site),
      refunds: await refundAllDue(site),
      cancelled: await cancelOverdueOrders(site),
    };
    if (counts.queried + counts.refunds + counts.cancelled > 0)
      site.log.info(counts, 'queried payments, attempted refunds, canceled overdue orders');
  },
};

const NOTICE_LIFE_MS = 90 * 24 * 60 * MINUTE_MS;

const oldNotices = declareBatchDelete('remove_old_payment_notices', 'payment_notice', 'gateway, event_id', 'received_utc <= $1');

/** Deletes old messages that providers no longer repeat. Returns their number. */
export async function removeOldNotices(site: Site): Promise<number> {
  const before = new Date(now().getTime() - NOTICE_LIFE_MS);
  return await deleteInBatches(site, oldNotices, [before]);
}
