import type { Log } from '../../logging/log.ts';
import type { Database, Tx } from '../database.ts';
import { runIn, statement } from '../statement.ts';
import { auditFacts } from './facts.ts';

/** What happened beside changes of rows. */
interface Noted {
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

/** Adds an entry for what is no change of a row. */
export async function noteAudit(tx: Tx, { action, subject, rowKey, after }: Noted): Promise<void> {
  const key = rowKey === undefined ? '' : JSON.stringify(rowKey);
  await runIn(tx, insert, action, subject, key, after === undefined ? null : JSON.stringify(after), auditFacts() ?? '{}');
}

/** A refused sign-in: the account, if one has this name, and where it came from; never what was typed, which may be a password in the wrong field. */
export async function noteRefusedSignIn(
  { db, log }: { log: Log } & { db: Database },
  subject: 'user_account' | 'application_password',
  userId: number | null,
  ip: string,
): Promise<void> {
  try {
    await db.transaction((tx) =>
      noteAudit(tx, { action: 'sign-in refused', subject, ...(userId !== null && { rowKey: [userId] }), after: { ip } }),
    );
  } catch (error) {
    // a database that takes no writes still refuses
    log.warn({ err: error }, 'a refused sign-in could not be noted');
  }
}
