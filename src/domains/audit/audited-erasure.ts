import { recordAuditEvent } from '#app/core/db/audited/record-audit-event.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';

const beginErasing = statement('begin_audit_erasing', `SELECT set_config('marquee.audit_erasing', 'on', true)`);
const endErasing = statement('end_audit_erasing', `SELECT set_config('marquee.audit_erasing', '', true)`);
const selectErasedIds = statement(
  'audit_entries_erased_here',
  `SELECT id::text AS id FROM audit_entry WHERE erased AND xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296 ORDER BY id`,
  rowShape({ id: 'text' }),
);

/**
 * Runs the erasure of a person's data. While it runs, the audit triggers log changes without values and allow the values of older entries to be
 * blanked. Afterwards, an audit entry lists the blanked entries, so that `verifyAudit` can distinguish an erasure from tampering.
 */
export async function runAuditedErasure<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await queryIn(tx, beginErasing);
  const result = await work();
  const entries = (await queryIn(tx, selectErasedIds)).map(({ id }) => id);
  await queryIn(tx, endErasing);
  if (entries.length > 0) await recordAuditEvent(tx, { action: 'erase', subject: 'audit_entry', after: { entries } });
  return result;
}
