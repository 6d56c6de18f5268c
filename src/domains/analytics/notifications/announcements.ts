import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isRecord } from '../json.ts';

interface Announcement {
  id: string;
  title: string;
  content: string;
}

/** Creates a notification for administrators, or reopens a dismissed one. */
async function announce(tx: Pick<Tx, 'analyticsNotification'>, { id, ...said }: Announcement): Promise<void> {
  const fresh = { ...said, state: 'open', createdAt: now() };
  await tx.analyticsNotification.upsert({ where: { id }, create: { id, ...fresh }, update: fresh, select: { id: true } });
}

/** Notifies administrators that the provider has revoked a user's token. */
export async function announceRejectedToken(tx: Pick<Tx, 'analyticsNotification'>, userId: number): Promise<void> {
  await announce(tx, {
    id: `token-rejected-${userId}`,
    title: 'An account was disconnected',
    content: 'The provider no longer accepts the access that a user of this site had granted. They can connect again.',
  });
}

/** Notifies administrators that shared modules have lost their owner's token, so that another administrator can take them over. */
export async function announceRecoverable(tx: Pick<Tx, 'analyticsNotification' | 'analyticsModule'>, ownerId: number): Promise<void> {
  const shared = await tx.analyticsModule.findMany({ where: { sharedRoles: { isEmpty: false } }, select: { slug: true, settings: true } });
  const lost = shared.filter(({ settings }) => isRecord(settings) && settings['ownerID'] === ownerId);
  for (const { slug } of lost)
    await announce(tx, {
      id: `module-recoverable-${slug}`,
      title: 'A shared module has lost its access',
      content: `The account behind ${slug} is no longer connected. Another administrator can take the module over.`,
    });
}

/** Notifies administrators that no report of a batch could be mailed. */
export async function announceFailedReports(tx: Pick<Tx, 'analyticsNotification'>, batchId: string): Promise<void> {
  await announce(tx, {
    id: `reports-failed-${batchId}`,
    title: 'Reports could not be mailed',
    content: 'None of the reports that were due could be made and sent.',
  });
}
