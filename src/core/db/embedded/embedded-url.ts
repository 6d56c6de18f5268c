import type { Postmaster } from './postmaster.ts';

/** PostgreSQL role that owns everything in an embedded cluster. */
export const OWNER = 'marquee';

/** Name of the site's database in an embedded cluster. */
export const SITE_DATABASE = 'marquee';

/** Returns the connection URL of a database of an embedded server. The connection uses the Unix socket of the server. */
export function createEmbeddedUrl({ socketFolder, port }: Pick<Postmaster, 'socketFolder' | 'port'>, database = SITE_DATABASE): string {
  return `postgres://${OWNER}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;
}
