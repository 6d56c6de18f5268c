import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { DatabaseError, sqlState } from '../errors.ts';
import { engineMigrationList, type Migration } from './directory.ts';

/** A connection on which migrations can be looked at and applied. */
export interface MigrationTarget {
  query: <Row>(sql: string) => Promise<Row[]>;
  /** An adapter for the schema engine, on a connection that nothing else uses. */
  adapter: SqlMigrationAwareDriverAdapterFactory;
}

interface Applied {
  migration_name: string;
  checksum: string;
  finished: boolean;
  rolled_back: boolean;
  logs: string | null;
}

/** What a database still lacks: names of migrations to apply, those that began and never ended, and those the project does not know. */
export interface MigrationState {
  pending: string[];
  unfinished: string[];
  unknown: string[];
}

/** Compares the database's record with the migrations by one statement. Throws when an applied migration has since been edited. */
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
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back, logs
       FROM _prisma_migrations ORDER BY started_at`,
    );
  } catch (error) {
    if (sqlState(error) === '42P01') return [];
    throw error;
  }
}

/**
 * Applies what is pending and answers the names applied. The caller holds the advisory lock. Throws a DatabaseError in words when an earlier
 * run was interrupted or a script fails; a script is applied whole or not at all.
 */
export async function applyMigrations(target: MigrationTarget, migrations: readonly Migration[]): Promise<string[]> {
  const { pending, unfinished } = await migrationState(target, migrations);
  const stuck = unfinished[0];
  if (stuck !== undefined) {
    throw new DatabaseError(
      `The migration ${stuck} began on this database and did not end (it failed, or the process was killed). See what it left behind, then run ` +
        `npm run db:migrate -- --rolled-back ${stuck} (none of it is there: it will run again) or --applied ${stuck} (all of it is there).`,
    );
  }
  if (pending.length === 0) return [];
  const { noFilters, withSchemaEngine } = await import('./engine.ts');
  try {
    const done = await withSchemaEngine(target.adapter, (engine) =>
      engine.applyMigrations({ migrationsList: engineMigrationList(migrations), filters: noFilters }),
    );
    return done.appliedMigrationNames;
  } catch (error) {
    throw new DatabaseError(`A migration failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`, { cause: error });
  }
}

/** Records how an interrupted migration was put right by hand: none of it is there, or all of it is. Throws when it was not interrupted. */
export async function settleMigration(
  adapter: MigrationTarget['adapter'],
  migrations: readonly Migration[],
  name: string,
  as: 'rolled-back' | 'applied',
): Promise<void> {
  const { withSchemaEngine } = await import('./engine.ts');
  await withSchemaEngine<unknown>(adapter, (engine) =>
    as === 'rolled-back'
      ? engine.markMigrationRolledBack({ migrationName: name })
      : engine.markMigrationApplied({ migrationName: name, migrationsList: engineMigrationList(migrations) }),
  );
}
