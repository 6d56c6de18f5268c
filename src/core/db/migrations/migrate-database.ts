import { openDatabase } from '../database.ts';
import { attachAudit } from '../audited/attach-audit.ts';
import { type MigrationState, readMigrationState, resolveMigration } from './apply.ts';
import { readMigrations } from './directory.ts';
import { withMigrationClient } from './migrate-server.ts';

/** Applies all pending migrations to the database of a connection URL. Returns the state of its migrations afterwards. */
export async function migrateDatabase(url: string): Promise<MigrationState> {
  const database = await openDatabase({ url, maxConnections: 2 });
  try {
    await attachAudit(database);
    return await readMigrationState({ query: database.sql }, readMigrations());
  } finally {
    await database.close();
  }
}

/** Records that an interrupted migration of the database of a connection URL was manually undone or completed. */
export async function resolveDatabaseMigration(url: string, name: string, as: 'rolled-back' | 'applied'): Promise<void> {
  await withMigrationClient(url, undefined, (target) => resolveMigration(target, readMigrations(), name, as));
}
