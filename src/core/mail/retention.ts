import type { Settings } from '../settings/settings.service.ts';
import type { Database } from '../db/database.ts';
import { now } from '../time/clock.ts';
import { recordAuditEvent } from '../db/audited/record-audit-event.ts';
import { subtractDays, declareBatchDelete, deleteInBatches } from '../db/expiry.ts';
import { mailRetentionDays } from './mail.settings.ts';

const expiredMail = declareBatchDelete(
  'remove_old_mail',
  'outgoing_mail',
  'id',
  `status IN ('sent', 'failed', 'kept', 'dropped') AND due_at < $1`,
);

/**
 * Deletes messages that are not waiting and whose retention period has ended. It starts when the message was last queued or tried. Returns the number
 * of deleted messages.
 */
export async function removeOldMail(site: { db: Database; settings: Settings }): Promise<number> {
  const days = site.settings.get(mailRetentionDays);
  if (days === 0) return 0;
  const removed = await deleteInBatches(site, expiredMail, [subtractDays(now(), days)]);
  // the audit log does not record changes of the outbox, so this adds an entry
  if (removed > 0)
    await site.db.transaction((tx) =>
      recordAuditEvent(tx, { action: 'expire', subject: 'outgoing_mail', after: { removed, olderThanDays: days } }),
    );
  return removed;
}
