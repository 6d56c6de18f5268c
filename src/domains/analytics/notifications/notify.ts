import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isRecord } from '../json.ts';

interface NotificationDraft {
  id: string;
  title: string;
  content: string;
}

/** Creates a notification for administrators, or reopens a dismissed one. */
async function notify(tx: Pick<Tx, 'analyticsNotification'>, { id, ...text }: NotificationDraft): Promise<void> {
  const values = { ...text, state: 'open', createdAt: now() };
  await tx.analyticsNotification.upsert({ where: { id }, create: { id, ...values }, update: values, select: { id: true } });
}

/** Notifies administrators that the provider has revoked a user's token. */
export async function notifyRejectedToken(tx: Pick<Tx, 'analyticsNotification'>, userId: number): Promise<void> {
  await notify(tx, {
    id: `token-rejected-${userId}`,
    title: 'An account was disconnected',
    content: 'The provider no longer accepts the access that a user of this site had granted. The user can connect again.',
  });
}

/** Notifies administrators of shared modules whose owner no longer has a token. Another administrator can take over these modules. */
export async function notifyRecoverableModules(tx: Pick<Tx, 'analyticsNotification' | 'analyticsModule'>, ownerId: number): Promise<void> {
  const shared = await tx.analyticsModule.findMany({ where: { sharedRoles: { isEmpty: false } }, select: { slug: true, settings: true } });
  const affected = shared.filter(({ settings }) => isRecord(settings) && settings['ownerID'] === ownerId);
  for (const { slug } of affected)
    await notify(tx, {
      id: `module-recoverable-${slug}`,
      title: 'A shared module has lost its access',
      content: `The owner of the module ${slug} is no longer connected. Another administrator can take the module over.`,
    });
}

/** Notifies administrators that no report of a batch could be sent. */
export async function notifyFailedReports(tx: Pick<Tx, 'analyticsNotification'>, batchId: string): Promise<void> {
  await notify(tx, {
    id: `reports-failed-${batchId}`,
    title: 'Reports could not be mailed',
    content: 'No report of the last run could be created and sent.',
  });
}
