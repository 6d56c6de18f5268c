import { Failure } from '#app/core/failures/failure.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { marks, setMarkOnce } from '../marks.ts';
import type { ConnectorState } from '../access/actor.ts';
import { isCandidate } from './readers.ts';

/** Kind of the mail that invites a user to subscribe. */
export const INVITATION = 'analytics-invitation';

export interface InvitationPayload {
  userId: number;
  inviterId: number;
}

const DAY_SECONDS = 24 * 3600;

const createRefusal = (status: number, code: string, message: string) => new Failure(code, status, message, { success: false });

/**
 * Invites a user by mail to subscribe to reports, at most once in 24 hours (docs/behaviour/analytics.md 7.4). Throws the `email_reporting_…`
 * failures.
 */
export async function inviteReader(site: Site, viewer: Viewer, state: ConnectorState, userId: number): Promise<void> {
  const user = await site.db.prisma.user.findUnique({
    where: { id: userId },
    select: { analyticsUser: { select: { isSubscribed: true } } },
  });
  if (!user) throw createRefusal(400, 'email_reporting_invalid_user_id', 'There is no such user.');
  if (user.analyticsUser?.isSubscribed)
    throw createRefusal(400, 'email_reporting_user_already_subscribed', 'The user already receives reports.');
  if (!(await isCandidate(site, state, viewer.id, userId)))
    throw createRefusal(400, 'email_reporting_ineligible_user', 'The user may not see reports.');
  await site.db.transaction(async (tx) => {
    if (!(await setMarkOnce(tx, marks.invited(userId), DAY_SECONDS)))
      throw createRefusal(
        429,
        'email_reporting_invite_rate_limited',
        'The user was already invited within the last 24 hours. Try again later.',
      );
    const payload: InvitationPayload = { userId, inviterId: viewer.id };
    await postMail(site, tx, { kind: INVITATION, payload });
  });
  notifyMailQueued(site);
}
