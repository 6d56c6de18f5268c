import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DatabaseError } from './errors.ts';

/** Major version of the PostgreSQL inside; data directories of another one cannot be opened. */
export const embeddedMajorVersion = '18';

/** Changes when a prepared database made with other settings must not be used any more. */
export const embeddedFormat = `pg${embeddedMajorVersion}+pg_trgm`;

/** Less memory than PostgreSQL's own defaults (some 100 MB), and log files that a checkpoint removes instead of keeping for reuse. */
const settings = ['shared_buffers=32MB', 'max_wal_size=128MB', 'min_wal_size=32MB'];

/**
 * Opens PGlite with the extensions the schema needs: on a directory, from a dump, or empty in memory. Throws a DatabaseError with PostgreSQL's
 * own words when it does not start.
 */
export async function openPGlite(from: { directory?: string; dump?: Blob } = {}): Promise<PGlite> {
  let complaint: string | undefined;
  try {
    return await PGlite.create({
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
      onStderr(line) {
        if (/\b(FATAL|PANIC):/.test(line)) complaint ??= line.trim();
        return false;
      },
      ...(from.directory !== undefined && { dataDir: from.directory }),
      ...(from.dump && { loadDataDir: from.dump }),
    });
  } catch (cause) {
    const words = complaint ?? (cause instanceof Error ? cause.message : String(cause));
    throw new DatabaseError(`The embedded database ${from.directory ? `in ${from.directory} ` : ''}does not start: ${words}`, { cause });
  }
}
