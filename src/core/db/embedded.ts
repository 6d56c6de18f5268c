import { access, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { makeFolder } from '../folder.ts';
import type { Log } from '../log.ts';
import { embeddedMajorVersion, openPGlite } from './embedded-client.ts';
import { lockDirectory } from './embedded-lock.ts';
import { keepSteady, type SteadyEmbedded } from './embedded-recovery.ts';
import { startUpkeep } from './embedded-upkeep.ts';
import type { DatabaseOptions } from './database.ts';
import { DatabaseError } from './errors.ts';
import { migrationState } from './migrations/apply.ts';
import { type Migration, readMigrations } from './migrations/directory.ts';
import { copyPrepared, makeEmbedded, migrateEmbedded, preparedDatabase } from './prepared-database.ts';

/** An embedded database that is migrated and ready; `close` also gives its directory free. */
export interface OpenedEmbedded extends SteadyEmbedded {
  /** Absolute path of the site's data directory; undefined in memory. */
  directory: string | undefined;
}

/** A data directory of the site, or memory: there with a copy of such a directory, which nothing may be running on. */
export type EmbeddedPlace = { directory: string } | { copyOf?: string | undefined };

/** Of the options of `openDatabase`, those that an embedded database knows. */
export type EmbeddedOptions = Pick<DatabaseOptions, 'log' | 'onThreads'>;

/**
 * Opens the embedded database in a directory (made when missing) or in memory. A new one starts as a copy of the prepared
 * database. Throws a DatabaseError when another process has the directory, or when another PostgreSQL version or an edited migration made it.
 */
export async function openEmbedded(
  place: EmbeddedPlace,
  options: EmbeddedOptions = {},
  migrations: readonly Migration[] = readMigrations(),
): Promise<OpenedEmbedded> {
  const { log } = options;
  if (!('directory' in place)) {
    const copied = place.copyOf === undefined ? undefined : join(resolve(place.copyOf), 'postgres');
    const client =
      copied === undefined ? await openInMemory(migrations, options) : await opened(copied, { copyOf: copied }, migrations, options);
    return { ...keepSteady(client, undefined, log), directory: undefined };
  }
  const home = resolve(place.directory);
  makeFolder(home, 0o700);
  const lock = await lockDirectory(home);
  try {
    const data = join(home, 'postgres');
    const client = await openInDirectory(data, migrations, options);
    const steady = keepSteady(client, () => openPGlite({ directory: data }), log);
    const upkeep = startUpkeep(client, log);
    const close = async () => {
      upkeep.stop();
      try {
        await steady.close();
      } finally {
        await lock.release();
      }
    };
    return { ...steady, directory: home, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openInMemory(migrations: readonly Migration[], { log, onThreads }: EmbeddedOptions): Promise<PGlite> {
  const prepared = await preparedDatabase(migrations).catch((error: unknown) => withoutCache(error, log));
  onThreads?.();
  const client = await openPGlite(prepared && { copyOf: prepared.directory });
  if (!prepared) await migrateEmbedded(client, migrations);
  return client;
}

async function openInDirectory(data: string, migrations: readonly Migration[], options: EmbeddedOptions): Promise<PGlite> {
  if (!(await exists(join(data, 'PG_VERSION')))) await createData(data, migrations, options);
  return opened(data, { directory: data }, migrations, options);
}

function noSite(data: string): never {
  throw new DatabaseError(`There is no database in ${data}.`);
}

/** What `data` holds, opened there or from there, migrated. */
async function opened(
  data: string,
  from: Parameters<typeof openPGlite>[0],
  migrations: readonly Migration[],
  { log, onThreads }: EmbeddedOptions,
): Promise<PGlite> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => noSite(data))).trim();
  if (version !== embeddedMajorVersion) {
    throw new DatabaseError(
      `${data} was written by PostgreSQL ${version}; this program has ${embeddedMajorVersion} inside and cannot read it.`,
    );
  }
  onThreads?.();
  const client = await openPGlite(from);
  try {
    const query = async <Row>(sql: string) => (await client.query<Row>(sql)).rows;
    const { pending, unfinished, unknown } = await migrationState({ query }, migrations);
    if (unknown.length > 0) log?.warn({ migrations: unknown }, 'the database was written by a newer version of this program');
    if (pending.length > 0 || unfinished.length > 0) {
      log?.info({ migrations: await migrateEmbedded(client, migrations) }, 'migrations applied');
    }
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Makes the data directory beside its place and renames it, so that a killed process leaves no half of one. */
async function createData(data: string, migrations: readonly Migration[], { log, onThreads }: EmbeddedOptions): Promise<void> {
  const draft = `${data}.new`;
  await rm(draft, { recursive: true, force: true });
  const prepared = await preparedDatabase(migrations).catch((error: unknown) => withoutCache(error, log));
  if (prepared) {
    onThreads?.();
    await copyPrepared(prepared, draft);
  } else {
    await makeEmbedded(draft, migrations);
  }
  await rename(draft, data);
}

/** Only a cache that cannot be written is survivable; a migration that fails would fail again. */
function withoutCache(error: unknown, log: Log | undefined): undefined {
  if (error instanceof DatabaseError) throw error;
  log?.warn({ err: error }, 'no prepared database can be kept; starting takes longer');
  return undefined;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
