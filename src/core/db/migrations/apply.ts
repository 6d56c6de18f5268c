import { randomUUID } from 'node:crypto';
import { DatabaseError, getSqlState } from '../errors.ts';
import type { Migration } from './directory.ts';

/** A connection that reads and applies migrations. */
export interface MigrationTarget {
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Runs several statements as one message, which PostgreSQL treats as one transaction. */
  script: (sql: string) => Promise<unknown>;
}

/** A row of the table in which Prisma records migrations. */
interface RecordedMigration {
  migration_name: string;
  checksum: string;
  finished: boolean;
  rolled_back: boolean;
}

/** Names of migrations in a database: those to apply, interrupted ones, and ones that the project does not contain. */
export interface MigrationState {
  pending: string[];
  unfinished: string[];
  unknown: string[];
}

/** Compares the migrations with those that the database has recorded, with one statement. Throws if an applied migration was edited afterwards. */
export async function readMigrationState(
  target: Pick<MigrationTarget, 'query'>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const recorded = await readRecordedMigrations(target);
  const finished = new Map(recorded.filter((row) => row.finished && !row.rolled_back).map((row) => [row.migration_name, row]));
  const ownNames = new Set(migrations.map((migration) => migration.name));
  for (const { name, checksum } of migrations) {
    const row = finished.get(name);
    if (row && row.checksum !== checksum) {
      throw new DatabaseError(
        `The migration ${name} was edited after it had been applied to this database, so the state of the schema is unknown. ` +
          'Restore the file and write a new migration (npm run db:migration -- <name>), or start with an empty database.',
      );
    }
  }
  return {
    pending: migrations.map((migration) => migration.name).filter((name) => !finished.has(name)),
    unfinished: recorded.filter((row) => !row.finished && !row.rolled_back).map((row) => row.migration_name),
    unknown: [...finished.keys()].filter((name) => !ownNames.has(name)),
  };
}

async function readRecordedMigrations(target: Pick<MigrationTarget, 'query'>): Promise<RecordedMigration[]> {
  try {
    return await target.query<RecordedMigration>(
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back
       FROM _prisma_migrations ORDER BY started_at`,
    );
  } catch (error) {
    if (getSqlState(error) === '42P01') return [];
    throw error;
  }
}

/** Creates the table in which Prisma records migrations, with the same columns as Prisma would. */
const CREATE_RECORD_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0);`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function createRecordSql({ name, checksum }: Migration, { isFinished }: { isFinished: boolean }): string {
  return `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (${quote(randomUUID())}, ${quote(checksum)}, ${quote(name)}, ${isFinished ? 'clock_timestamp(), 1' : 'NULL, 0'});`;
}

const createUnfinishedCondition = (name: string) => `migration_name = ${quote(name)} AND finished_at IS NULL AND rolled_back_at IS NULL`;
const createForgetSql = (name: string) => `DELETE FROM _prisma_migrations WHERE ${createUnfinishedCondition(name)};`;

/** SQLSTATE for statements that cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const NEEDS_NO_TRANSACTION = '25001';
/** SQLSTATEs for an existing object: table, column, index or type, schema, function. */
const ALREADY_EXISTS = new Set(['42P07', '42701', '42710', '42P06', '42723']);

/** Applies and records a migration, in one transaction if PostgreSQL allows it. */
async function applyMigration(target: MigrationTarget, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await target.script(`${createForgetSql(name)}\n${sql}\n;${createRecordSql(migration, { isFinished: true })}`);
  } catch (error) {
    if (getSqlState(error) !== NEEDS_NO_TRANSACTION) throw error;
    await target.script(createForgetSql(name) + createRecordSql(migration, { isFinished: false }));
    await target.script(sql);
    await target.script(createForgetSql(name) + createRecordSql(migration, { isFinished: true }));
  }
}

/** Drops indexes that CREATE INDEX CONCURRENTLY did not finish. No query uses them, and their names cannot be used again while they exist. */
async function dropUnfinishedIndexes(target: MigrationTarget): Promise<void> {
  const indexes = await target.query<{ name: string }>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace',
  );
  for (const { name } of indexes) await target.script(`DROP INDEX ${name}`);
}

/**
 * Finishes a migration that was interrupted before it was recorded as finished. This happens to migrations that cannot run in a transaction, and to
 * those of earlier versions, which recorded them separately. Such a script was applied completely or not at all, so it is run again. An error about
 * existing objects means that it was applied.
 */
async function finishMigration(target: MigrationTarget, migration: Migration): Promise<void> {
  if (!/^\s*(CREATE|ALTER|DROP)\b/im.test(migration.sql)) throw new DatabaseError(createInterruptedMessage(migration.name));
  await dropUnfinishedIndexes(target);
  try {
    await applyMigration(target, migration);
  } catch (error) {
    if (!ALREADY_EXISTS.has(getSqlState(error) ?? ''))
      throw new DatabaseError(`${createInterruptedMessage(migration.name)} (${getMessage(error)})`, { cause: error });
    await target.script(createForgetSql(migration.name) + createRecordSql(migration, { isFinished: true }));
  }
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
const createInterruptedMessage = (name: string) =>
  `The migration ${name} was interrupted, and the database does not record whether its changes were applied. If all of them exist, run ` +
  `npm run db:migrate -- --applied ${name}; if none exists, npm run db:migrate -- --rolled-back ${name}.`;

/**
 * Applies pending migrations and returns their names. The caller must hold the advisory lock. Each migration and its record are one transaction. If a
 * script that cannot run in a transaction is interrupted, the next start finishes it.
 * @throws DatabaseError with a message for the operator if a script fails; its changes are rolled back
 */
export async function applyMigrations(target: MigrationTarget, migrations: readonly Migration[]): Promise<string[]> {
  const { pending, unfinished } = await readMigrationState(target, migrations);
  if (pending.length > 0) await target.script(CREATE_RECORD_TABLE);
  for (const name of pending) {
    const migration = migrations.find((migration) => migration.name === name) as Migration;
    if (unfinished.includes(name)) await finishMigration(target, migration);
    else
      await applyMigration(target, migration).catch((error: unknown) => {
        throw new DatabaseError(`The migration ${name} failed and was rolled back: ${getMessage(error)}`, { cause: error });
      });
  }
  return pending;
}

/** Records that an interrupted migration was manually undone or completed. Throws if the migration is not interrupted. */
export async function resolveMigration(
  target: MigrationTarget,
  migrations: readonly Migration[],
  name: string,
  as: 'rolled-back' | 'applied',
): Promise<void> {
  const { unfinished } = await readMigrationState(target, migrations);
  const migration = migrations.find((migration) => migration.name === name);
  if (!unfinished.includes(name) || (as === 'applied' && !migration)) {
    const interrupted =
      unfinished.length === 0 ? 'No migration of this database was interrupted.' : `Interrupted: ${unfinished.join(', ')}.`;
    throw new DatabaseError(
      `There is no interrupted migration "${name}". ${interrupted} Run npm run db:migrate to apply pending migrations.`,
    );
  }
  await target.script(
    as === 'applied' && migration
      ? createForgetSql(name) + createRecordSql(migration, { isFinished: true })
      : `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp() WHERE ${createUnfinishedCondition(name)}`,
  );
}
