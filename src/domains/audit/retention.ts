import { now } from '#app/core/time/clock.ts';
import { recordAuditEvent } from '#app/core/db/audited/record-audit-event.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { auditKeptDays } from './audit.settings.ts';

const DAY_MS = 24 * 3600_000;

const selectLastExpired = statement(
  'last_expired_audit_seal',
  `SELECT max(position)::int AS position FROM audit_seal WHERE at < $1`,
  rowShape({ position: 'int?' }),
);
const allowExpiry = statement('allow_audit_expiry', `SELECT set_config('marquee.audit_expiring', 'on', true)`);
const removeEntries = statement(
  'remove_expired_audit_entries',
  'DELETE FROM audit_entry WHERE id IN (SELECT unnest(entry_ids) FROM audit_seal WHERE position <= $1)',
);

/**
 * Deletes expired entries and returns their number. All entries of a seal are deleted together. An audit entry records the last seal whose entries
 * were deleted. The seals remain, so that the chain stays complete.
 */
export async function removeOldEntries(site: Site): Promise<number> {
  const days = site.settings.get(auditKeptDays);
  if (days === 0) return 0;
  const expiredBefore = new Date(now().getTime() - days * DAY_MS);
  return await site.db.transaction(async (tx) => {
    const position = (await queryIn(tx, selectLastExpired, expiredBefore))[0]?.position ?? null;
    if (position === null) return 0;
    await queryIn(tx, allowExpiry);
    const removed = await executeIn(tx, removeEntries, position);
    if (removed > 0) await recordAuditEvent(tx, { action: 'expire', subject: 'audit_entry', after: { through: position, removed } });
    return removed;
  });
}
