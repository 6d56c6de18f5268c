import { randomUUID } from 'node:crypto';
import { DatabaseError, sqlState } from '../errors.ts';
import type { Migration } from './directory.ts';

/** A connection that reads and applies migrations. */
export interface MigrationTarget {
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Runs several statements as one message, which PostgreSQL treats as one transaction. */
  script: (sql: string) => Promise<unknown>;
}

interface Applied {
  migration_name: string;
  checksum: string;
  finished: boolean;
  rolled_back: boolean;
}

/** State of a database: migrations to apply, interrupted ones, and ones that the project does not contain. */
export interface MigrationState {
  pending: string[];
  unfinished: string[];
  unknown: string[];
}

/** Compares the migrations with those that the database records, with one statement. Throws if an applied migration was edited afterwards. */
export async function migrationState(target: Pick<MigrationTarget, 'query'>, migrations: readonly Migration[]): Promise<MigrationState> {
  const applied = await appliedMigrations(target);
  const finished = new Map(applied.filter((row) => row.finished && !row.rolled_back).map((row) => [row.migration_name, row]));
  const known = new Set(migrations.map((m) => m.name));
  for (const { name, checksum } of migrations) {
    const row = finished.get(name);
    if (row && row.checksum !== checksum) {
      throw new DatabaseError(
        `The migration ${name} was edited after it had been applied to this database, so nobody can say what the database looks like. ` +
          'Put the file back and write a new migration (npm run db:migration -- <name>), or start with an empty database.',
      );
    }
  }
  return {
    pending: migrations.map((m) => m.name).filter((name) => !finished.has(name)),
    unfinished: applied.filter((row) => !row.finished && !row.rolled_back).map((row) => row.migration_name),
    unknown: [...finished.keys()].filter((name) => !known.has(name)),
  };
}

async function appliedMigrations(target: Pick<MigrationTarget, 'query'>): Promise<Applied[]> {
  try {
    return await target.query<Applied>(
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back
       FROM _prisma_migrations ORDER BY started_at`,
    );
  } catch (error) {
    if (sqlState(error) === '42P01') return [];
    throw error;
  }
}

/** Table in which Prisma records migrations, as Prisma creates it. */
const recordTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0);`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function record({ name, checksum }: Migration, { isFinished }: { isFinished: boolean }): string {
  return `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (${quoted(randomUUID())}, ${quoted(checksum)}, ${quoted(name)}, ${isFinished ? 'clock_timestamp(), 1' : 'NULL, 0'});`;
}

const unfinishedRow = (name: string) => `migration_name = ${quoted(name)} AND finished_at IS NULL AND rolled_back_at IS NULL`;
const forgetUnfinished = (name: string) => `DELETE FROM _prisma_migrations WHERE ${unfinishedRow(name)};`;

/** SQLSTATE for statements that cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const NEEDS_NO_TRANSACTION = '25001';
/** SQLSTATEs for an existing object: table, column, index or type, schema, function. */
const IS_THERE = new Set(['42P07', '42701', '42710', '42P06', '42723']);

/** Applies and records a migration, in one transaction if PostgreSQL allows it. */
async function apply(target: MigrationTarget, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await target.script(`${forgetUnfinished(name)}\n${sql}\n;${record(migration, { isFinished: true })}`);
  } catch (error) {
    if (sqlState(error) !== NEEDS_NO_TRANSACTION) throw error;
    await target.script(forgetUnfinished(name) + record(migration, { isFinished: false }));
    await target.script(sql);
    await target.script(forgetUnfinished(name) + record(migration, { isFinished: true }));
  }
}

/** Drops indexes that CREATE INDEX CONCURRENTLY did not finish. They occupy a name and serve no query. */
async function dropUnfinishedIndexes(target: MigrationTarget): Promise<void> {
  const found = await target.query<{ name: string }>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace',
  );
  for (const { name } of found) await target.script(`DROP INDEX ${name}`);
}

/**
 * Finishes a migration that was killed between its script and its record. Earlier versions wrote them separately, and scripts outside a
 * transaction still are. A script is applied as a whole or not at all, so it is run again. An error about existing objects shows that it
 * was applied.
 */
async function finish(target: MigrationTarget, migration: Migration): Promise<void> {
  if (!/^\s*(CREATE|ALTER|DROP)\b/im.test(migration.sql)) throw new DatabaseError(unfinishedWords(migration.name));
  await dropUnfinishedIndexes(target);
  try {
    await apply(target, migration);
  } catch (error) {
    if (!IS_THERE.has(sqlState(error) ?? ''))
      throw new DatabaseError(`${unfinishedWords(migration.name)} (${wordsOf(error)})`, { cause: error });
    await target.script(forgetUnfinished(migration.name) + record(migration, { isFinished: true }));
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const unfinishedWords = (name: string) =>
  `The migration ${name} was interrupted, and the database does not tell whether it was done. If all of it is there, run ` +
  `npm run db:migrate -- --applied ${name}; if none of it is there, npm run db:migrate -- --rolled-back ${name}.`;

/**
 * Applies pending migrations and returns their names. The caller holds the advisory lock. Each migration and its record are one
 * transaction. A script that cannot run in one is finished at the next start if interrupted.
 * @throws DatabaseError for the operator if a script fails; it is rolled back
 */
export async function applyMigrations(target: MigrationTarget, migrations: readonly Migration[]): Promise<string[]> {
  const { pending, unfinished } = await migrationState(target, migrations);
  if (pending.length > 0) await target.script(recordTable);
  for (const name of pending) {
    const migration = migrations.find((one) => one.name === name) as Migration;
    if (unfinished.includes(name)) await finish(target, migration);
    else
      await apply(target, migration).catch((error: unknown) => {
        throw new DatabaseError(`The migration ${name} failed, and nothing of it was kept: ${wordsOf(error)}`, { cause: error });
      });
  }
  return pending;
}

/** Records that an interrupted migration was repaired by hand: it is completely undone or completely applied. Throws if it was not interrupted. */
export async function settleMigration(
  target: MigrationTarget,
  migrations: readonly Migration[],
  name: string,
  as: 'rolled-back' | 'applied',
): Promise<void> {
  const { unfinished } = await migrationState(target, migrations);
  const migration = migrations.find((one) => one.name === name);
  if (!unfinished.includes(name) || (as === 'applied' && !migration)) {
    const known = unfinished.length === 0 ? 'No migration of this database was interrupted.' : `Interrupted: ${unfinished.join(', ')}.`;
    throw new DatabaseError(`There is no interrupted migration "${name}". ${known} Run npm run db:migrate to apply what is pending.`);
  }
  await target.script(
    as === 'applied' && migration
      ? forgetUnfinished(name) + record(migration, { isFinished: true })
      : `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp() WHERE ${unfinishedRow(name)}`,
  );
}
