import type { Log } from '../../logging/log.ts';
import type { Database } from '../database.ts';
import { LOCK_TIMEOUT_MS, retryOnLock } from '../migrations/retry-on-lock.ts';
import { getDerivedColumns, getSecretColumns, unauditedTables } from './unaudited.ts';

interface TableRow {
  table: string;
  columns: { name: string; type: string }[];
  /** Columns of the primary key; null if there is no primary key. */
  keys: string[] | null;
  /** Arguments of the current audit trigger; null if there is no trigger. */
  trigger: string | null;
}

/** Returns the tables of the site with their columns and their current audit trigger. */
const SELECT_TABLES = `SELECT c.relname::text AS "table",
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT array_agg(a.attname::text ORDER BY array_position(k.conkey, a.attnum)) FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(k.conkey)
      WHERE k.conrelid = c.oid AND k.contype = 'p') AS keys,
    (SELECT encode(t.tgargs, 'escape') FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'audit_change') AS trigger
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND to_regproc('public.audit_change') IS NOT NULL ORDER BY c.relname`;

/** Key of the advisory lock that lets only one process at a time attach triggers. */
const ATTACH_LOCK = 4_000_172_042;

const toArrayLiteral = (names: readonly string[]): string => `{${names.join()}}`;

/** Returns the arguments of the audit trigger of a table, or null if the table is not audited. */
function createTriggerArguments({ table, columns, keys }: TableRow): string[] | null {
  if (Object.hasOwn(unauditedTables, table)) return null;
  const key = keys ?? [];
  const derived = getDerivedColumns(table, columns).filter((name) => !key.includes(name));
  return [toArrayLiteral(key), toArrayLiteral(getSecretColumns(table, columns)), toArrayLiteral(derived)];
}

/** Returns the statement that creates, replaces and drops audit triggers as needed, or null if all are up to date. */
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
  // all statements are sent in one message, because a new site needs about a hundred of them
  return statements.length > 0 ? `DO $attach$ BEGIN ${statements.join('\n')} END $attach$` : null;
}

type Query = <Row>(sql: string) => Promise<Row[]>;

/**
 * Does the same as `attachAudit`, but without a lock, for a database that no other process uses, such as the template of new embedded databases. Does
 * nothing if the database has no audit log.
 */
export async function attachAuditUnlocked(query: Query): Promise<void> {
  const statement = createAttachStatement(await query<TableRow>(SELECT_TABLES));
  if (statement) await query(statement);
}

/** True if every table of the site is audited, except those in `unauditedTables`. */
export async function isAuditAttached(db: Database): Promise<boolean> {
  return createAttachStatement(await db.sql<TableRow>(SELECT_TABLES)) === null;
}

/**
 * Attaches audit triggers to every table except those in `unauditedTables`, including tables that a migration has just created. Runs only one
 * statement if all triggers are up to date, which is the case at every start except the first after an update.
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
