import type { Log } from '../../logging/log.ts';
import type { Database } from '../database.ts';
import { LOCK_TIMEOUT_MS, retryOnLock } from '../migrations/retry-on-lock.ts';
import { getDerivedColumns, getSecretColumns, unaudited } from './unaudited.ts';

interface TableRow {
  table: string;
  columns: { name: string; type: string }[];
  keys: string[] | null;
  /** Arguments of its current audit trigger; null if it has none. */
  trigger: string | null;
}

const tables = `SELECT c.relname::text AS "table",
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT array_agg(a.attname::text ORDER BY array_position(k.conkey, a.attnum)) FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(k.conkey)
      WHERE k.conrelid = c.oid AND k.contype = 'p') AS keys,
    (SELECT encode(t.tgargs, 'escape') FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'audit_change') AS trigger
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND to_regproc('public.audit_change') IS NOT NULL ORDER BY c.relname`;

/** Key of the advisory lock: if several processes start at once, only one attaches triggers. */
const ATTACH_LOCK = 4_000_172_042;

const toArrayLiteral = (names: readonly string[]): string => `{${names.join()}}`;

/** Returns the trigger arguments of a table; null if it is not audited. */
function createTriggerArguments({ table, columns, keys }: TableRow): string[] | null {
  if (Object.hasOwn(unaudited, table)) return null;
  const key = keys ?? [];
  const derived = getDerivedColumns(table, columns).filter((name) => !key.includes(name));
  return [toArrayLiteral(key), toArrayLiteral(getSecretColumns(table, columns)), toArrayLiteral(derived)];
}

/** Returns the statement that creates or replaces the audit triggers; null if all are up to date. */
function createAttachStatement(rows: readonly TableRow[]): string | null {
  const statements = rows.flatMap((row) => {
    const expected = createTriggerArguments(row);
    const current = row.trigger?.split('\\000').filter(Boolean) ?? null;
    if (expected?.join(' ') === current?.join(' ')) return [];
    const name = `"${row.table}"`;
    const drop = `DROP TRIGGER audit_change ON ${name};`;
    const create = `CREATE TRIGGER audit_change AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION audit_change(`;
    return [...(current ? [drop] : []), ...(expected ? [`${create}${expected.map((text) => `'${text}'`).join(', ')});`] : [])];
  });
  // one message, because a new site needs about a hundred of these statements
  return statements.length > 0 ? `DO $attach$ BEGIN ${statements.join('\n')} END $attach$` : null;
}

type Query = <Row>(sql: string) => Promise<Row[]>;

/** Same as `attachAudit`, for a database without other users, such as the template of new embedded databases. Does nothing without an audit log. */
export async function attachAuditUnlocked(query: Query): Promise<void> {
  const statement = createAttachStatement(await query<TableRow>(tables));
  if (statement) await query(statement);
}

/** True if every table of the site is audited, except those in `unaudited`. */
export async function isAuditAttached(db: Database): Promise<boolean> {
  return createAttachStatement(await db.sql<TableRow>(tables)) === null;
}

/**
 * Attaches audit triggers to every table except those in `unaudited`, also to tables that a migration has just created. If nothing has
 * to change, as at every start except the first after an update, it costs one statement.
 */
export async function attachAudit(db: Database, log?: Log): Promise<void> {
  if (await isAuditAttached(db)) return;
  const attach = () =>
    db.transaction(async (tx) => {
      await tx.$executeRawUnsafe(`SELECT pg_advisory_xact_lock(${ATTACH_LOCK})`);
      await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await attachAuditUnlocked((sql) => tx.$queryRawUnsafe(sql));
    });
  await retryOnLock(attach, { log });
}
