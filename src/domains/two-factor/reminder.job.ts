import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { getPolicy } from './factor-status.ts';

/** Kind of the mail about the end of the grace period. */
export const REMINDER_MAIL = 'second-factor-reminder';

/** Payload of the mail about the end of the grace period. */
export interface ReminderMail {
  userId: number;
}

const DAY_MS = 24 * 3600_000;
/** Number of days before the end of the grace period at which a user gets a reminder. */
const REMINDER_DAYS = 3;
/** Maximum number of users in a run. */
const BATCH_SIZE = 500;

/** Returns the roles that currently require a second factor. */
function listRequiringRoles(site: Site): string[] {
  const { isProtected, enabled, forced } = getPolicy(site);
  return isProtected ? forced.filter((role) => enabled.includes(role)) : [];
}

const beginGraces = statement(
  'begin_graces',
  `INSERT INTO two_factor_state AS s (user_id, grace_started_at)
      SELECT u.id, $2::timestamptz FROM user_account u LEFT JOIN two_factor_state known ON known.user_id = u.id
      WHERE u.role = ANY($1::text[]) AND known.grace_started_at IS NULL ORDER BY u.id
    ON CONFLICT (user_id) DO UPDATE SET grace_started_at = excluded.grace_started_at WHERE s.grace_started_at IS NULL`,
);
const clearGraces = statement(
  'forget_graces',
  `UPDATE two_factor_state s SET grace_started_at = NULL, reminded_at = NULL FROM user_account u
    WHERE u.id = s.user_id AND s.grace_started_at IS NOT NULL AND u.role <> ALL($1::text[])`,
);
// a run reminds only the users that it has marked itself, so that concurrent runs do not send two reminders
const markReminded = statement(
  'mark_reminded',
  'UPDATE two_factor_state SET reminded_at = $1 WHERE user_id = ANY($2::int[]) AND reminded_at IS NULL RETURNING user_id AS "userId"',
  rowShape({ userId: 'int' }),
);

/** Starts the grace periods of users whose role now requires a second factor. Clears the grace periods of users with other roles. */
async function updateGraces(site: Site, roles: readonly string[]): Promise<void> {
  if (roles.length > 0) await site.db.rows(beginGraces, [roles, now()]);
  await site.db.rows(clearGraces, [roles]);
}

/** Sends each user without a second factor one reminder before the grace period ends. Returns the number of reminded users. */
export async function remindOfGrace(site: Site): Promise<number> {
  const roles = listRequiringRoles(site);
  await updateGraces(site, roles);
  if (roles.length === 0) return 0;
  const moment = now();
  const { graceDays } = getPolicy(site);
  // users whose grace period started between these two times get a reminder
  const reminderStart = new Date(moment.getTime() - (graceDays - REMINDER_DAYS) * DAY_MS);
  const graceEnd = new Date(moment.getTime() - graceDays * DAY_MS);
  const reminded = await site.db.transaction(async (tx) => {
    const users = await tx.twoFactorState.findMany({
      where: {
        emailStatus: { not: 'active' },
        remindedAt: null,
        graceStartedAt: { lte: reminderStart, gt: graceEnd },
        user: { role: { in: roles }, passkeys: { none: {} }, authenticatorApps: { none: { isConfirmed: true } } },
      },
      select: { userId: true },
      orderBy: { userId: 'asc' },
      take: BATCH_SIZE,
    });
    const ids = users.map(({ userId }) => userId);
    const marked: ReminderMail[] = await queryIn(tx, markReminded, moment, ids);
    for (const payload of marked) await postMail(site, tx, { kind: REMINDER_MAIL, payload });
    return marked.length;
  });
  if (reminded > 0) notifyMailQueued(site);
  return reminded;
}

/** Sends the reminders. Runs every hour, so that grace periods start soon after the settings change. */
export const graceReminders: Job<Site> = {
  name: 'second-factor-reminders',
  cron: '23 * * * *',
  run: async (site) => {
    const reminded = await remindOfGrace(site);
    if (reminded > 0) site.log.info({ reminded }, 'users were reminded to set up a second factor');
  },
};
