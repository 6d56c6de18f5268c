import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { type AnalyticsUser, changeUserSettings } from '../user-settings/user-row.ts';
import { frequencies, type Frequency, isFrequency, computeReferenceDates } from './frequency.rules.ts';
import { getCalendar, ensureSchedules, findNextReport } from './schedules.ts';

/** Kind of the mail that confirms a subscription. */
export const CONFIRMATION = 'analytics-confirmation';

export interface SubscriptionChanges {
  isSubscribed?: boolean | null | undefined;
  frequency?: Frequency | null | undefined;
}

/** Payload of the confirmation mail. */
export interface ConfirmationPayload {
  userId: number;
  frequency: Frequency;
  firstReportAt: string;
}

const lockUser = statement('hold_analytics_user', 'SELECT user_id FROM analytics_user WHERE user_id = $1 FOR UPDATE');

/** Subscribes or unsubscribes a user, or changes the frequency. A new subscription queues a confirmation mail in the same transaction. */
export async function changeSubscription(
  site: Site,
  userId: number,
  { isSubscribed, frequency }: SubscriptionChanges,
): Promise<AnalyticsUser> {
  await ensureSchedules(site);
  const firstReports = new Map<Frequency, Date>();
  for (const name of frequencies) firstReports.set(name, await findNextReport(site, name));
  const changed = await site.db.transaction(async (tx) => {
    await tx.analyticsUser.createMany({ data: [{ userId }], skipDuplicates: true });
    await executeIn(tx, lockUser, userId);
    const before = await tx.analyticsUser.findUniqueOrThrow({ where: { userId } });
    const after = await changeUserSettings(tx, userId, {
      ...(typeof isSubscribed === 'boolean' && { isSubscribed }),
      ...(frequency && { reportFrequency: frequency }),
    });
    if (before.isSubscribed || !after.isSubscribed) return after;
    const newFrequency: Frequency = isFrequency(after.reportFrequency) ? after.reportFrequency : 'weekly';
    const firstReportAt = firstReports.get(newFrequency) as Date;
    const time = now();
    await tx.analyticsReportLog.create({
      data: {
        userId,
        batchId: randomUUID(),
        frequency: newFrequency,
        template: 'subscription-confirmation',
        status: 'sent',
        attempts: 1,
        ...computeReferenceDates(newFrequency, toWallTime(firstReportAt, getCalendar(site).zone).slice(0, 10)),
        createdAt: time,
        dueAt: time,
        sentAt: time,
      },
      select: { id: true },
    });
    const payload: ConfirmationPayload = { userId, frequency: newFrequency, firstReportAt: firstReportAt.toISOString() };
    await postMail(site, tx, { kind: CONFIRMATION, payload });
    return after;
  });
  notifyMailQueued(site);
  return changed;
}

const createRefusal = (status: number, code: string, message: string) => new Failure(code, status, message, { success: false });

/** Unsubscribes a user, but keeps the frequency. Returns true if the user was subscribed. */
export async function stopReports(site: Site, userId: number): Promise<boolean> {
  const { count } = await site.db.prisma.analyticsUser.updateMany({ where: { userId, isSubscribed: true }, data: { isSubscribed: false } });
  return count > 0;
}

/** Unsubscribes a user on behalf of an administrator. Throws `email_reporting_invalid_user_id`, `email_reporting_user_not_subscribed`. */
export async function unsubscribeUser(site: Site, userId: number): Promise<void> {
  const user = await site.db.prisma.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (!user) throw createRefusal(400, 'email_reporting_invalid_user_id', 'There is no such user.');
  if (!(await stopReports(site, userId)))
    throw createRefusal(400, 'email_reporting_user_not_subscribed', 'The user does not receive reports.');
}
