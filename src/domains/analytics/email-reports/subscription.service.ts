import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { type AnalyticsUser, changeUserSettings } from '../user-settings/user-row.ts';
import { type Frequency, isFrequency, referenceDates } from './frequency.rules.ts';
import { calendarOf, ensureSchedules, nextReport } from './schedules.ts';

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

const hold = statement('hold_analytics_user', 'SELECT user_id FROM analytics_user WHERE user_id = $1 FOR UPDATE');

/** Subscribes a user to reports or changes the frequency. A new subscription queues a confirmation mail in the same transaction. */
export async function changeSubscription(
  site: Site,
  userId: number,
  { isSubscribed, frequency }: SubscriptionChanges,
): Promise<AnalyticsUser> {
  await ensureSchedules(site);
  const firstReports = new Map<Frequency, Date>();
  for (const one of ['weekly', 'monthly', 'quarterly'] as const) firstReports.set(one, await nextReport(site, one));
  const changed = await site.db.transaction(async (tx) => {
    await tx.analyticsUser.createMany({ data: [{ userId }], skipDuplicates: true });
    await runIn(tx, hold, userId);
    const before = await tx.analyticsUser.findUniqueOrThrow({ where: { userId } });
    const after = await changeUserSettings(tx, userId, {
      ...(typeof isSubscribed === 'boolean' && { isSubscribed }),
      ...(frequency && { reportFrequency: frequency }),
    });
    if (before.isSubscribed || !after.isSubscribed) return after;
    const chosen: Frequency = isFrequency(after.reportFrequency) ? after.reportFrequency : 'weekly';
    const firstReportAt = firstReports.get(chosen) as Date;
    const at = now();
    await tx.analyticsReportLog.create({
      data: {
        userId,
        batchId: randomUUID(),
        frequency: chosen,
        template: 'subscription-confirmation',
        status: 'sent',
        attempts: 1,
        ...referenceDates(chosen, toWallTime(firstReportAt, calendarOf(site).zone).slice(0, 10)),
        createdAt: at,
        dueAt: at,
        sentAt: at,
      },
      select: { id: true },
    });
    const payload: ConfirmationPayload = { userId, frequency: chosen, firstReportAt: firstReportAt.toISOString() };
    await postMail(site, tx, { kind: CONFIRMATION, payload });
    return after;
  });
  notifyMailQueued(site);
  return changed;
}

const refuse = (status: number, code: string, message: string) => new Failure(code, status, message, { success: false });

/** Unsubscribes a user. Keeps the frequency. Returns true if the user was subscribed. */
export async function stopReports(site: Site, userId: number): Promise<boolean> {
  const { count } = await site.db.prisma.analyticsUser.updateMany({ where: { userId, isSubscribed: true }, data: { isSubscribed: false } });
  return count > 0;
}

/** Unsubscribes a user on behalf of an administrator. Throws `email_reporting_invalid_user_id`, `email_reporting_user_not_subscribed`. */
export async function unsubscribeUser(site: Site, userId: number): Promise<void> {
  const user = await site.db.prisma.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (!user) throw refuse(400, 'email_reporting_invalid_user_id', 'There is no such user.');
  if (!(await stopReports(site, userId))) throw refuse(400, 'email_reporting_user_not_subscribed', 'The user gets no reports.');
}
