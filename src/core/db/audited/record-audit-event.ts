import type { Log } from '../../logging/log.ts';
import type { Database, Tx } from '../database.ts';
import { executeIn, statement } from '../statement.ts';
import { getAuditFacts } from './audit-facts.ts';

/** An event that is not a change of a row. */
interface AuditEvent {
  action: 'sign-in refused' | 'erase' | 'expire';
  subject: string;
  rowKey?: readonly unknown[];
  after?: Readonly<Record<string, unknown>>;
}

const insert = statement(
  'note_audit_entry',
  `WITH noted AS (INSERT INTO audit_entry (at, action, subject, row_key, after, actor_id, credential, request_id, face, operation)
      SELECT clock_timestamp(), $1, $2, $3, $4::jsonb, (f->>'actor')::int, coalesce(f->>'credential', ''), coalesce(f->>'request', ''),
        coalesce(f->>'face', ''), coalesce(f->>'operation', '') FROM (SELECT $5::jsonb AS f) g RETURNING id)
    INSERT INTO audit_unsealed (entry_id) SELECT id FROM noted`,
);

/** Adds an entry to the audit log for an event that is not a change of a row. */
export async function recordAuditEvent(tx: Tx, { action, subject, rowKey, after }: AuditEvent): Promise<void> {
  const key = rowKey === undefined ? '' : JSON.stringify(rowKey);
  await executeIn(tx, insert, action, subject, key, after === undefined ? null : JSON.stringify(after), getAuditFacts() ?? '{}');
}

/**
 * Records a refused sign-in with the IP address and, if the entered name belongs to an account, that account. Never records the entered name, because
 * it may be a password in the wrong field.
 */
export async function recordRefusedSignIn(
  { db, log }: { log: Log } & { db: Database },
  subject: 'user_account' | 'application_password',
  userId: number | null,
  ip: string,
): Promise<void> {
  try {
    await db.transaction((tx) =>
      recordAuditEvent(tx, { action: 'sign-in refused', subject, ...(userId !== null && { rowKey: [userId] }), after: { ip } }),
    );
  } catch (error) {
    // the sign-in is refused even if the database is read-only
    log.warn({ err: error }, 'a refused sign-in could not be recorded');
  }
}
