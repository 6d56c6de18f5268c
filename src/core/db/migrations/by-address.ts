import { join, resolve } from 'node:path';
import { openPGlite } from '../embedded-client.ts';
import { lockDirectory } from '../embedded-lock.ts';
import { openDatabase } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import { attachAudit } from '../audited/attach.ts';
import { type MigrationState, migrationState, settleMigration } from './apply.ts';
import { readMigrations } from './directory.ts';
import { embeddedTarget } from '../prepared-database.ts';
import { withMigrationClient } from './on-server.ts';

/** Makes and migrates the database behind an address and answers how it then stands. */
export async function migrateAddress(url: string): Promise<MigrationState> {
  const database = await openDatabase({ url, max: 2 });
  try {
    await attachAudit(database);
    return await migrationState({ query: database.sql }, readMigrations());
  } finally {
    await database.close();
  }
}

/** Records for the database behind an address that an interrupted migration left nothing, or is all there. */
export async function settleAddress(url: string, name: string, as: 'rolled-back' | 'applied'): Promise<void> {
  const migrations = readMigrations();
  const place = /^pglite:(.+)$/.exec(url)?.[1];
  if (place === undefined) return withMigrationClient(url, undefined, (target) => settleMigration(target, migrations, name, as));
  if (place === 'memory') throw new DatabaseError('A database in memory has no past to settle.');
  const home = resolve(place);
  const lock = await lockDirectory(home);
  try {
    const client = await openPGlite({ directory: join(home, 'postgres') });
    try {
      await settleMigration(embeddedTarget(client), migrations, name, as);
    } finally {
      await client.close();
    }
  } finally {
    await lock.release();
  }
}
