import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** Major version of the PostgreSQL inside; data directories of another one cannot be opened. */
export const embeddedMajorVersion = '18';

/** Changes when a prepared database made with other settings must not be used any more. */
export const embeddedFormat = `pg${embeddedMajorVersion}+pg_trgm`;

/** Opens PGlite with the extensions the schema needs: on a directory, from a dump, or empty in memory. */
export function openPGlite(from: { directory?: string; dump?: Blob } = {}): Promise<PGlite> {
  return PGlite.create({
    extensions: { pg_trgm },
    ...(from.directory !== undefined && { dataDir: from.directory }),
    ...(from.dump && { loadDataDir: from.dump }),
  });
}
